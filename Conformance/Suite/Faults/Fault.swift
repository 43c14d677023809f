internal import Quarry

/// An action of the fault server for one request.
enum Fault: Sendable {
  /// Forwards the request and returns the answer.
  case pass
  /// Closes the connection without an answer, either after the server has handled the request or before it sees it.
  case close(served: Bool)
  /// Never answers.
  case silence(served: Bool)
  /// Lets the server answer, and returns the answer when the gate opens.
  case hold(Gate)
  /// Forwards a changed request when the gate opens, whether or not the driver still waits. This imitates a call that
  /// continues after the driver has given up.
  case late(Gate, @Sendable (WireMessage) -> WireMessage)
  /// Returns the first bytes of the server's answer, and closes the connection.
  case cut(after: Int)
  /// Forwards the first bytes of the request, and closes both connections.
  case cutRequest(after: Int)
  /// Returns the answer in pieces of some bytes, with pauses between them.
  case trickle(Int, every: Duration)
  /// Answers instead of the server, which sees nothing.
  case answer(WireMessage)
  /// Sends bytes instead of the server, which sees nothing, and closes the connection or keeps it.
  case send([UInt8], keepsOpen: Bool)
  /// Changes the server's answer and sets its new length.
  case edit(@Sendable (WireMessage) -> WireMessage)
  /// Changes the request and sets its new length.
  case editRequest(@Sendable (WireMessage) -> WireMessage)
  /// Sends bytes instead of the server's answer, and closes the connection or keeps it.
  case bytes(keepsOpen: Bool, @Sendable (WireMessage) -> [UInt8])

  /// Lets the server handle the request, and answers instead of it.
  static func afterwards(_ answer: WireMessage) -> Fault { .edit { _ in answer } }

  /// Returns the server's answer twice. The copy answers no request.
  static let duplicate = Fault.bytes(keepsOpen: true) { $0.raw + $0.raw }

  /// Corrupts bytes of the server's answer.
  ///
  /// - Parameters:
  ///   - place: The position, as a fraction of the whole answer from 0 to 1.
  ///   - count: The number of bytes that become bytes that no text contains.
  static func garble(at place: Double, count: Int) -> Fault {
    .bytes(keepsOpen: false) { answer in
      var bytes = answer.raw
      let start = Int(Double(max(bytes.count - 1, 0)) * place)
      for index in bytes.indices.dropFirst(start).prefix(count) { bytes[index] = index % 2 == 0 ? 0xff : 0x00 }
      return bytes
    }
  }

  /// Changes the body of the server's answer.
  static func editBody(_ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> Fault {
    .edit { answer in
      var answer = answer
      answer.body = change(answer.body)
      return answer
    }
  }
}

/// A gate that a thread of the fault server waits for.
final class Gate: Sendable {
  private let isOpenNow = Protected(false)

  /// Whether waiting threads can continue.
  var isOpen: Bool { isOpenNow.withLock { $0 } }

  /// Lets all threads continue.
  func open() { isOpenNow.withLock { $0 = true } }
}
