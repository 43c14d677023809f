internal import Foundation
internal import Quarry
internal import TestSupport
internal import Testing

/// A server on loopback that takes every mail and keeps it, for as long as the value lives.
public final class MailSink: Sendable {
  /// A mail.
  public struct Mail: Sendable {
    /// The addresses that it went to.
    public var recipients: [String]
    /// The text as it was sent, without the line breaks that the encoding adds.
    public var text: String
  }

  /// Where it listens.
  public var port: Int { listener.port }
  /// The mails so far.
  public var mails: [Mail] { kept.withLock { $0 } }
  private let listener: LoopbackListener
  private let kept: Protected<[Mail]>

  /// Starts it.
  public init() throws {
    let kept = Protected<[Mail]>([])
    self.kept = kept
    listener = try LoopbackListener { connection in
      connection.send("220 sink\r\n")
      var recipients: [String] = []
      while let line = connection.line() {
        let word = line.prefix(4).uppercased()
        switch word {
        case "RCPT":
          recipients.append(String(line.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" }))
          connection.send("250 OK\r\n")
        case "DATA":
          connection.send("354 go on\r\n")
          var lines: [String] = []
          while let line = connection.line(), line != "." { lines.append(line) }
          let text = lines.joined(separator: "\r\n").replacing("=\r\n", with: "").replacing("=3D", with: "=")
          let mail = Mail(recipients: recipients, text: text)
          kept.withLock { $0.append(mail) }
          recipients = []
          connection.send("250 OK\r\n")
        case "QUIT":
          connection.send("221 bye\r\n")
          return
        default: connection.send("250 OK\r\n")
        }
      }
    }
  }

  /// The next mail to an address, after some that were looked at before.
  public func mail(to address: String, after count: Int = 0) async throws -> Mail {
    var found: [Mail] = []
    try await eventually {
      found = mails.filter { $0.recipients.contains(address) }
      return found.count > count
    }
    guard found.count > count else { throw NoMail() }
    return found[count]
  }

  /// No mail came.
  public struct NoMail: Error {}
}
