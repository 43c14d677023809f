#if Identity
internal import Foundation

/// Opens addresses in the user's default browser.
public enum SystemBrowser {
  /// Opens an address, without a shell.
  ///
  /// - Parameter address: An HTTPS address, or an HTTP address of this computer.
  /// - Throws: ``IdentityError`` with code `.browserUnavailable` if there is no browser, such as on a server without
  ///   a screen, or `.invalidConfiguration` for another address.
  public static func open(_ address: String) async throws(IdentityError) {
    try ServiceAddress.check(address)
    #if os(macOS)
    try await run("/usr/bin/open", [address])
    #elseif os(Windows)
    try await run("C:\\Windows\\System32\\rundll32.exe", ["url.dll,FileProtocolHandler", address])
    #elseif os(Linux) || os(FreeBSD) || os(OpenBSD)
    let environment = ProcessInfo.processInfo.environment
    guard ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"].contains(where: { environment[$0]?.isEmpty == false }) else {
      throw unavailable("there is no screen")
    }
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    guard let program = folders.map({ "\($0)/xdg-open" }).first(where: FileManager.default.isExecutableFile) else {
      throw unavailable("the program xdg-open is missing")
    }
    try await run(program, [address])
    #else
    throw unavailable("open the address in the app")
    #endif
  }

  private static func unavailable(_ reason: String) -> IdentityError {
    IdentityError(.browserUnavailable, "No browser can be opened: \(reason). Open the address by hand")
  }

  #if os(macOS) || os(Windows) || os(Linux) || os(FreeBSD) || os(OpenBSD)
  /// Runs a program for at most some seconds, because some continue with the browser.
  private static func run(_ program: String, _ arguments: [String]) async throws(IdentityError) {
    let (ends, end) = AsyncStream<Int32>.makeStream()
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.terminationHandler = { process in
      end.yield(process.terminationStatus)
      end.finish()
    }
    do {
      try process.run()
    } catch {
      throw IdentityError(
        .browserUnavailable, "No browser can be opened: \(program) can't be run. Open the address by hand",
        underlying: error)
    }
    let timer = Task {
      try? await Task.sleep(for: .seconds(5))
      end.finish()
    }
    defer { timer.cancel() }
    if let status = await ends.first(where: { _ in true }), status != 0 {
      throw unavailable("\(program) ended with status \(status)")
    }
  }
  #endif
}
#endif
