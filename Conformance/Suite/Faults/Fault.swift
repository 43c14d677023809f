internal import Quarry

/// What the fault server does with one request.
enum Fault: Sendable {
  /// Hands the request on, and the answer back.
  case pass
  /// Closes the connection without an answer, after the server has worked on the request or before it sees it.
  case close(served: Bool)
  /// Never answers.
  case silence(served: Bool)
  /// Lets the server answer, and hands the answer back when the gate opens.
  case hold(Gate)
  /// Hands back the first bytes of the server's answer, and closes the connection.
  case cut(after: Int)
  /// Hands on the first bytes of the request, and closes both connections.
  case cutRequest(after: Int)
  /// Hands the answer back in pieces of some bytes, with pauses between them.
  case trickle(Int, every: Duration)
  /// Answers in the server's place, which sees nothing.
  case answer(WireMessage)
  /// Sends bytes in the server's place, which sees nothing, and closes the connection or keeps it.
  case send([UInt8], keepsOpen: Bool)
  /// Changes the server's answer; its length is set anew.
  case edit(@Sendable (WireMessage) -> WireMessage)
  /// Changes the request; its length is set anew.
  case editRequest(@Sendable (WireMessage) -> WireMessage)
  /// Sends bytes instead of the server's answer, and closes the connection or keeps it.
  case bytes(keepsOpen: Bool, @Sendable (WireMessage) -> [UInt8])

  /// Changes the body of the server's answer.
  static func editBody(_ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> Fault {
    .edit { answer in
      var answer = answer
      answer.body = change(answer.body)
      return answer
    }
  }
}

/// What a thread of the fault server waits for.
final class Gate: Sendable {
  private let isOpenNow = Protected(false)

  /// Whether whoever waits may go on.
  var isOpen: Bool { isOpenNow.withLock { $0 } }

  /// Lets everybody go on.
  func open() { isOpenNow.withLock { $0 = true } }
}
