import Foundation
import Quarry
import TestPeers
import TestSupport

/// A server that sends frames of HTTP/2 by a script: `openssl s_server` carries the bytes over TLS.
final class HTTP2FrameServer: Sendable {
  let url: String
  private let process: Process
  private let input: FileHandle
  private let output: FileHandle
  private let seen = Protected<[UInt8]>([])

  /// One step of a script: what the client must have sent before it, and what it gets then.
  struct Step: Sendable {
    var after: [UInt8]
    var sends: [UInt8]

    init(after: [UInt8], _ frames: [UInt8]...) {
      self.after = after
      sends = frames.flatMap { $0 }
    }
  }

  /// - Parameter endsAfterwards: whether the connection ends after the last step.
  init(_ certificates: Certificates, _ steps: [Step], endsAfterwards: Bool = false) throws {
    let (toServer, fromServer) = (Pipe(), Pipe())
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Certificates.openssl ?? "openssl")
    process.arguments = [
      "s_server", "-alpn", "h2", "-accept", "127.0.0.1:0", "-cert", certificates.certificate, "-key", certificates.key,
    ]
    process.standardInput = toServer
    process.standardOutput = fromServer
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process = process
    input = toServer.fileHandleForWriting
    output = fromServer.fileHandleForReading
    // It says "ACCEPT 127.0.0.1:PORT" once it listens.
    var said: [UInt8] = []
    var port: Int?
    while port == nil {
      let data = output.availableData
      guard !data.isEmpty else { throw LoopbackServer.Failure() }
      said += data
      guard said.last == UInt8(ascii: "\n") else { continue }
      port = String(decoding: said, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("ACCEPT") }
        .flatMap { $0.split(separator: ":").last }.flatMap { Int($0) }
    }
    url = "https://127.0.0.1:\(port ?? 0)"
    let (seen, input, output) = (seen, input, output)
    Thread.detachNewThread {
      var steps = steps[...]
      var all: [UInt8] = []
      while true {
        let data = output.availableData
        guard !data.isEmpty else { return }
        all += data
        seen.withLock { $0 = all }
        while let step = steps.first, all.firstRange(of: step.after) != nil {
          steps.removeFirst()
          try? input.write(contentsOf: Data(step.sends))
        }
        // The end of what it is to send ends the server, and with it the connection.
        if steps.isEmpty, endsAfterwards { try? input.close() }
      }
    }
  }

  deinit { kill(process.processIdentifier, SIGKILL) }

  /// How often the client has sent these bytes.
  func count(_ bytes: String) -> Int { seen.withLock { $0.ranges(of: Array(bytes.utf8)).count } }
}

/// Frames of HTTP/2, as bytes.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc9113#section-6>.
enum HTTP2Frame {
  private static func frame(_ type: UInt8, _ flags: UInt8, _ stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
    Array(number(UInt32(payload.count)).dropFirst()) + [type, flags] + number(stream) + payload
  }

  private static func number(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }

  /// What a server begins with: its settings, and that it has read the client's.
  static let settings = frame(4, 0, 0, []) + frame(4, 1, 0, [])
  /// The status 200, and a length where one is given.
  static func head(_ stream: UInt32, length: Int? = nil, ends: Bool = false) -> [UInt8] {
    // 8: ":status: 200" of the static table; 28: its name "content-length", with a literal value.
    let digits = length.map { Array("\($0)".utf8) } ?? []
    let field: [UInt8] = digits.isEmpty ? [] : [0x0f, 0x0d, UInt8(digits.count)] + digits
    return frame(1, ends ? 5 : 4, stream, [0x88] + field)
  }
  static func data(_ stream: UInt32, _ text: String, ends: Bool = false) -> [UInt8] {
    frame(0, ends ? 1 : 0, stream, Array(text.utf8))
  }
  static func reset(_ stream: UInt32, _ code: UInt32) -> [UInt8] { frame(3, 0, stream, number(code)) }
  static func goAway(last: UInt32, _ code: UInt32) -> [UInt8] { frame(7, 0, 0, number(last) + number(code)) }
  /// The head of a request without a body, as a client sends it.
  static func request(_ stream: UInt32) -> [UInt8] { [1, 5] + number(stream) }
}
