import Foundation
import QuarryRemote
import TestPeers
import TestSupport
import Testing

@Suite(.needsOpenSSL)
struct CurlTLSTests {
  @Test func trustsOnlyWhatItIsTold() async throws {
    let server = try SecureServer()
    defer { server.stop() }
    let request = HTTPRequest(method: "GET", url: "https://127.0.0.1:\(server.port)/", timeout: .seconds(20))
    #expect(await failure { _ = try await CurlTransport().send(request) } == .of(.tls, sent: false))
    let trusting = CurlTransport(.init(caFile: server.certificates.authority))
    #expect(try await trusting.send(request).status == 200)
    // The certificate names the address and not this name.
    let named = HTTPRequest(method: "GET", url: "https://localhost:\(server.port)/", timeout: .seconds(20))
    #expect(await failure { _ = try await trusting.send(named) } == .of(.tls, sent: false))
    let missing = CurlTransport(.init(caFile: server.certificates.authority + ".missing"))
    #expect(await failure { _ = try await missing.send(request) } == .of(.tls, sent: false))
  }
}

/// `openssl s_server` with a certificate of its own for 127.0.0.1.
final class SecureServer {
  let certificates: Certificates
  let port: Int
  private let process = Process()

  init() throws {
    certificates = try Certificates()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: Certificates.openssl ?? "openssl")
    process.arguments = [
      "s_server", "-www", "-accept", "127.0.0.1:0", "-cert", certificates.certificate, "-key", certificates.key,
    ]
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
  }
}
