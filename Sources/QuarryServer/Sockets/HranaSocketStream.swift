#if Server
internal import Quarry

/// Runs one piece of work after another, in order.
final class WorkQueue: Sendable {
  private let work: AsyncStream<@Sendable () async -> Void>.Continuation
  private let task: Task<Void, Never>

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: (@Sendable () async -> Void).self)
    work = continuation
    task = Task { for await body in stream { await body() } }
  }

  deinit { work.finish() }

  /// Runs work after earlier work.
  func enqueue(_ body: @escaping @Sendable () async -> Void) { work.yield(body) }

  /// Ends after earlier work.
  func finish() { work.finish() }

  /// Interrupts the current work and waits for its end.
  func cancel() async {
    work.finish()
    task.cancel()
    await task.value
  }
}

/// One stream of a WebSocket.
final class HranaSocketStream: Sendable {
  let use: HranaStreams.Use
  private let streams: HranaStreams
  private let queue = WorkQueue()

  init(use: HranaStreams.Use, streams: HranaStreams) {
    self.use = use
    self.streams = streams
  }

  func enqueue(_ body: @escaping @Sendable () async -> Void) { queue.enqueue(body) }

  /// Rolls back an open transaction. It's the last work of a stream.
  func close() async {
    _ = await streams.end(use, close: true)
    queue.finish()
  }

  /// Interrupts the current work, and closes the stream.
  func abandon() async {
    await queue.cancel()
    _ = await streams.end(use, close: true)
  }
}

/// A cursor of a WebSocket: a batch that runs only as far as its client has requested.
final class HranaSocketCursor: Sendable {
  private let steps: [HranaStep]
  private let stream: HranaStream
  private let pieces = Handoff()
  private let queue = WorkQueue()
  private let state = Protected((rest: [UInt8](), position: 0, isFinished: false))
  private let producer = Protected<Task<Void, Never>?>(nil)
  /// The number of bytes from which entries are sent, even if more were requested.
  private static let answerBytes = 1 << 20

  init(steps: [HranaStep], stream: HranaStream) {
    self.steps = steps
    self.stream = stream
  }

  func enqueue(_ body: @escaping @Sendable () async -> Void) { queue.enqueue(body) }

  /// Runs the batch; returns when all of its entries were fetched, or when the cursor was closed.
  func run() async {
    let task = Task { _ = await HranaCursorRun(steps: steps, stream: stream).produce(HranaLines(), pieces) }
    producer.withLock { $0 = task }
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// The next entries, with commas between them, and whether they are the last.
  func fetch(_ count: Int) async -> (entries: [UInt8], isDone: Bool) {
    var entries: [UInt8] = []
    var number = 0
    while number < count, entries.count < Self.answerBytes {
      if let line = nextLine() {
        if number > 0 { entries.append(UInt8(ascii: ",")) }
        entries += line
        number += 1
        continue
      }
      guard let piece = await pieces.next() else {
        state.withLock { $0.isFinished = true }
        break
      }
      state.withLock { state in
        state.rest.removeFirst(state.position)
        state.position = 0
        state.rest += piece
      }
    }
    return (entries, state.withLock { $0.isFinished && $0.position == $0.rest.count })
  }

  private func nextLine() -> ArraySlice<UInt8>? {
    state.withLock { state in
      guard let end = state.rest[state.position...].firstIndex(of: 0x0A) else { return nil }
      defer { state.position = end + 1 }
      return state.rest[state.position..<end]
    }
  }

  /// Ends the batch at its current place.
  func close() async {
    await pieces.abandon()
    // Wakes whoever waits for the next entries of a batch that never began.
    await pieces.finish()
    let task = producer.withLock { $0 }
    task?.cancel()
    await task?.value
    queue.finish()
  }
}

/// Limits the number and the size of requests that run at a time.
actor Room {
  private var requests: Int
  private var bytes: Int
  private var waiter: CheckedContinuation<Void, Never>?

  init(requests: Int, bytes: Int) {
    self.requests = requests
    self.bytes = bytes
  }

  /// Waits for room. A request that is larger than the whole room waits until it is alone. Only one can wait at a
  /// time.
  func enter(_ count: Int) async {
    while requests <= 0 || bytes <= 0 { await withCheckedContinuation { waiter = $0 } }
    requests -= 1
    bytes -= count
  }

  func leave(_ count: Int) {
    requests += 1
    bytes += count
    waiter?.resume()
    waiter = nil
  }
}
#endif
