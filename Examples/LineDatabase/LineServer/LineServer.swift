internal import Foundation
internal import LineProtocol
internal import Quarry

/// Serves the SQLite files of a folder to programs on this machine: an example of a server, which checks nobody's
/// identity.
///
/// Each connection of TCP has a connection of SQLite and two threads: one reads what comes, so that an interruption is
/// seen while a statement runs; the other one works.
public final class LineServer: Sendable {
  /// The port on loopback that it listens on.
  public let port: UInt16
  private let listener: LineSocket
  private let open = Locked<[ObjectIdentifier: LineSocket]>([:])

  /// Begins to serve.
  ///
  /// - Parameters:
  ///   - folder: Where the files are.
  ///   - transactionLimit: How long a transaction may wait for its next statement. Then the connection is ended: whoever
  ///     began the transaction may be gone without a word, and others wait for its lock. It is longer than they wait, so
  ///     that only one of the two fails.
  public init(folder: String, transactionLimit: Duration = .seconds(8)) throws {
    let (listener, port) = try LineSocket.listening()
    (self.listener, self.port) = (listener, port)
    let open = open
    Thread.detachNewThread {
      while let socket = listener.accepted() {
        open.withLock { $0[ObjectIdentifier(socket)] = socket }
        LineServer.serve(socket, folder: folder, transactionLimit) {
          open.withLock { $0[ObjectIdentifier(socket)] = nil }
        }
      }
    }
  }

  deinit { close() }

  /// Ends every connection, which rolls open transactions back, and accepts no new ones.
  public func close() {
    listener.end()
    endConnections()
  }

  /// Ends every connection, as a server that is started again does.
  public func endConnections() {
    for socket in open.withLock({ Array($0.values) }) { socket.end() }
  }

  private static func serve(
    _ socket: LineSocket, folder: String, _ limit: Duration, whenOver: @escaping @Sendable () -> Void
  ) {
    let inbox = LineInbox()
    Thread.detachNewThread {
      socket.readLines { line in
        guard let request = try? message(LineRequest.self, from: line) else { return false }
        inbox.add(request)
        return true
      }
      inbox.end()
    }
    Thread.detachNewThread {
      let session = LineSession(folder: folder, inbox: inbox)
      while let request = inbox.next(within: session.inTransaction ? limit : nil) {
        guard var answer = session.answer(to: request) else { continue }
        answer.inTransaction = session.inTransaction
        guard let line = session.line(of: answer) else { break }
        socket.write(line)
      }
      session.close()
      socket.end()
      whenOver()
    }
  }
}
