internal import Foundation
internal import LineProtocol

/// One connection of TCP, between tasks that suspend and calls that wait: a thread reads, a queue writes, and one request
/// at a time waits for its answer.
final class LineChannel: Sendable {
  /// Why there is no answer.
  struct Loss: Error {
    enum Reason { case ended, unreadable, timedOut, interrupted }

    var reason: Reason
    /// Whether the server may have seen the request.
    var mayHaveBeenSent: Bool
  }

  private typealias Answer = Result<LineAnswer, Loss>

  private struct State {
    var loss: Loss.Reason?
    var waiting: (number: Int, continuation: CheckedContinuation<Answer, Never>)?
    var interrupted: Int?
  }

  /// How long the answer to an interrupted request is waited for.
  private static let patience = DispatchTimeInterval.seconds(2)

  private let socket: LineSocket
  private let state = Locked(State())
  private let writing = DispatchQueue(label: "line.writing")

  private init(_ socket: LineSocket) { self.socket = socket }

  /// Connects, on a thread that may wait.
  nonisolated(nonsending) static func connect(
    to host: String, _ port: UInt16, within limit: Duration
  ) async throws(LineSocket.Failure) -> LineChannel {
    let milliseconds = Int32(clamping: Int64(limit / .milliseconds(1)))
    let made: Result<LineChannel, LineSocket.Failure> = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        do throws(LineSocket.Failure) {
          let channel = LineChannel(try LineSocket.connected(to: host, port, within: max(1, milliseconds)))
          continuation.resume(returning: .success(channel))
          channel.read()
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try made.get()
  }

  /// Whether the connection is there, as far as anybody knows.
  var isOpen: Bool { state.withLock { $0.loss == nil } }

  /// Sends a request and waits for its answer.
  ///
  /// - Parameter isInterrupted: Whether what the request is part of was interrupted while there was no request to end.
  nonisolated(nonsending) func answer(
    to request: LineRequest, _ line: [UInt8], within limit: Duration, isInterrupted: () -> Bool
  ) async throws(Loss) -> LineAnswer {
    let number = request.number
    let answer: Answer = await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        guard state.loss == nil, state.waiting == nil else { return false }
        state.waiting = (number, continuation)
        return true
      }
      guard isOpen else {
        return continuation.resume(returning: .failure(Loss(reason: .ended, mayHaveBeenSent: false)))
      }
      writing.async { [socket] in socket.write(line) }
      giveUp(number, after: .nanoseconds(Int(clamping: Int64(limit / .nanoseconds(1)))), .timedOut)
      // Asked after the request can be found: whoever interrupts counts first, and looks for the request then.
      if isInterrupted() { interrupt() }
    }
    return try answer.get()
  }

  /// Sends something that has no answer, and does not wait.
  func tell(_ work: LineRequest.Work) {
    guard isOpen, let line = try? LineProtocol.line(of: LineRequest(number: 0, work)) else { return }
    writing.async { [socket] in socket.write(line) }
  }

  /// Asks the server to end the request that is running; from any task. Without an answer, the connection ends soon.
  func interrupt() {
    let number = state.withLock { state -> Int? in
      guard let number = state.waiting?.number, state.interrupted != number else { return nil }
      state.interrupted = number
      return number
    }
    guard let number else { return }
    tell(.interrupt(number: number))
    giveUp(number, after: Self.patience, .interrupted)
  }

  /// Ends the connection.
  func close() { lose(.ended) }

  /// Reads answers until the connection ends.
  private func read() {
    var reason = Loss.Reason.ended
    socket.readLines { line in
      guard let answer = try? message(LineAnswer.self, from: line), deliver(answer) else {
        reason = .unreadable
        return false
      }
      return true
    }
    lose(reason)
  }

  private func deliver(_ answer: LineAnswer) -> Bool {
    let continuation = state.withLock { state -> CheckedContinuation<Answer, Never>? in
      guard state.waiting?.number == answer.number else { return nil }
      return state.waiting.take()?.continuation
    }
    continuation?.resume(returning: .success(answer))
    return continuation != nil
  }

  private func giveUp(_ number: Int, after time: DispatchTimeInterval, _ reason: Loss.Reason) {
    DispatchQueue.global().asyncAfter(deadline: .now() + time) { [weak self] in
      guard let self, state.withLock({ $0.waiting?.number == number }) else { return }
      lose(reason)
    }
  }

  private func lose(_ reason: Loss.Reason) {
    let continuation = state.withLock { state -> CheckedContinuation<Answer, Never>? in
      if state.loss == nil { state.loss = reason }
      return state.waiting.take()?.continuation
    }
    socket.end()
    continuation?.resume(returning: .failure(Loss(reason: reason, mayHaveBeenSent: true)))
  }
}
