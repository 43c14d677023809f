internal import Foundation

/// `nghttpx` on loopback: HTTP/2 over TLS towards the client, HTTP/1.1 towards a server, for as long as the value lives.
public final class HTTP2Proxy: Sendable {
  /// Where it is: `https://…` without a path.
  public let url: String
  private let process: Process

  /// The program; `nil` where it is not installed.
  public static let program = programs("nghttpx").first
  /// Whether the tests that need it can run.
  public static var isPossible: Bool { program != nil && Certificates.openssl != nil }
  /// Why they do not.
  public static var absence: String {
    program == nil ? "nghttpx is not installed (nghttp2-proxy): nothing here speaks HTTP/2" : Certificates.absence
  }

  /// It does not start.
  public struct NotStarted: Error {}

  /// Starts it and waits until it listens.
  ///
  /// - Parameters:
  ///   - port: where the server listens on 127.0.0.1.
  ///   - arguments: further arguments of the program.
  public init(to port: Int, certificates: Certificates, _ arguments: [String] = []) throws {
    guard let program = HTTP2Proxy.program else { throw NotStarted() }
    for _ in 0..<20 {
      let own = Int.random(in: 20_000..<60_000)
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments =
        [
          "--conf=/dev/null", "--single-process", "--no-ocsp", "-f127.0.0.1,\(own)", "-b127.0.0.1,\(port)",
        ] + arguments + [certificates.key, certificates.certificate]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = output
      try process.run()
      // It says that it listens, then that it has begun to work; it ends when the port is taken.
      var said = ""
      while true {
        let data = output.fileHandleForReading.availableData
        guard !data.isEmpty else { break }
        said += String(decoding: data, as: UTF8.self)
        guard said.contains("worker thread") else { continue }
        self.process = process
        url = "https://127.0.0.1:\(own)"
        // What else it says must not fill the pipe.
        output.fileHandleForReading.readabilityHandler = { if $0.availableData.isEmpty { $0.readabilityHandler = nil } }
        return
      }
      kill(process.processIdentifier, SIGKILL)
    }
    throw NotStarted()
  }

  /// Ends it with every connection.
  public func stop() { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  deinit { stop() }
}
