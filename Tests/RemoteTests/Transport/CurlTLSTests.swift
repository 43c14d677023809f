import Foundation
import QuarryRemote
import Testing

@Suite(.enabled(if: SecureServer.isPossible, "openssl is not installed: no certificate can be made"))
struct CurlTLSTests {
  @Test func trustsOnlyWhatItIsTold() async throws {
    let server = try SecureServer()
    defer { server.stop() }
    let request = HTTPRequest(method: "GET", url: "https://127.0.0.1:\(server.port)/", timeout: .seconds(20))
    #expect(await failure { _ = try await CurlTransport().send(request) } == .of(.tls, sent: false))
    let trusting = CurlTransport(.init(caFile: server.certificate))
    #expect(try await trusting.send(request).status == 200)
    // The certificate names the address and not this name.
    let named = HTTPRequest(method: "GET", url: "https://localhost:\(server.port)/", timeout: .seconds(20))
    #expect(await failure { _ = try await trusting.send(named) } == .of(.tls, sent: false))
    let missing = CurlTransport(.init(caFile: server.certificate + ".missing"))
    #expect(await failure { _ = try await missing.send(request) } == .of(.tls, sent: false))
  }
}

/// `openssl s_server` with a certificate of its own for 127.0.0.1.
final class SecureServer {
  let certificate: String
  let port: Int
  private let folder: URL
  private let process = Process()

  static var openssl: String? {
    ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
  static var isPossible: Bool { openssl != nil }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    certificate = folder.appendingPathComponent("certificate.pem").path
    let key = folder.appendingPathComponent("key.pem").path
    let openssl = URL(fileURLWithPath: SecureServer.openssl ?? "openssl")
    let make = Process()
    make.executableURL = openssl
    make.arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
      "-subj", "/CN=quarry", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
    ]
    make.standardError = FileHandle.nullDevice
    try make.run()
    make.waitUntilExit()
    let output = Pipe()
    process.executableURL = openssl
    process.arguments = ["s_server", "-www", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // It says "ACCEPT 127.0.0.1:PORT" once it listens.
    var said = ""
    while !said.contains("\n") || !said.contains("ACCEPT") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw LoopbackServer.Failure() }
      said += String(decoding: data, as: UTF8.self)
    }
    guard let line = said.split(separator: "\n").first(where: { $0.hasPrefix("ACCEPT") }),
      let number = line.split(separator: ":").last.flatMap({ Int($0) })
    else { throw LoopbackServer.Failure() }
    port = number
  }

  func stop() {
    // Not SIGTERM: the threads of the test library block it, and a child inherits that.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}
