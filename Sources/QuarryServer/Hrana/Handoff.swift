#if Server
/// Passes pieces from one task to another, one at a time. The sender waits for the receiver.
actor Handoff {
  /// The receiver has gone.
  struct ReceiverGone: Error {}

  private var piece: [UInt8]?
  private var isFinished = false
  private var isAbandoned = false
  private var sender: CheckedContinuation<Void, Never>?
  private var receiver: CheckedContinuation<Void, Never>?

  /// Passes on a piece, once the previous one was taken.
  func send(_ bytes: [UInt8]) async throws {
    while piece != nil, !isAbandoned { await withCheckedContinuation { sender = $0 } }
    guard !isAbandoned else { throw ReceiverGone() }
    piece = bytes
    wakeReceiver()
  }

  /// Ends the pieces.
  func finish() {
    isFinished = true
    wakeReceiver()
  }

  /// The next piece; `nil` after the last.
  func next() async -> [UInt8]? {
    while piece == nil, !isFinished { await withCheckedContinuation { receiver = $0 } }
    defer {
      piece = nil
      wakeSender()
    }
    return piece
  }

  /// Records that the receiver has gone.
  func abandon() {
    isAbandoned = true
    wakeSender()
  }

  private func wakeReceiver() {
    receiver?.resume()
    receiver = nil
  }

  private func wakeSender() {
    sender?.resume()
    sender = nil
  }
}
#endif
