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
  /// Hands the request on when the gate opens, changed, whether the driver still waits or not: a call that goes on
  /// running after the driver has given it up.
  case late(Gate, @Sendable (WireMessage) -> WireMessage)
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

  /// Lets the server work on the request, and answers in its place.
  static func afterwards(_ answer: WireMessage) -> Fault { .edit { _ in answer } }

  /// Hands the server's answer back twice; the copy is an answer to nothing.
  static let duplicate = Fault.bytes(keepsOpen: true) { $0.raw + $0.raw }

  /// Spoils bytes of the server's answer.
  ///
  /// - Parameters:
  ///   - place: where, as a part of the whole answer from 0 to 1.
  ///   - count: how many bytes become ones that occur in no text.
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

/// What a thread of the fault server waits for.
final class Gate: Sendable {
  private let isOpenNow = Protected(false)

  /// Whether whoever waits may go on.
  var isOpen: Bool { isOpenNow.withLock { $0 } }

  /// Lets everybody go on.
  func open() { isOpenNow.withLock { $0 = true } }
}
