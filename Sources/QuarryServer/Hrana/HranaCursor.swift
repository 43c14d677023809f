internal import Hummingbird
internal import NIOCore
internal import Quarry
internal import Synchronization

extension HranaProtocol {
  /// `POST /v3/cursor`: one batch, whose results are sent line by line while they come from the engine.
  func cursor(
    _ body: [UInt8], host: DatabaseHost, permission: Permission, client: ClientConnection
  ) async -> Response {
    do {
      let document = try Self.document(body)
      let steps = try HranaStep.steps(of: document["batch"], version: 3)
      let use = try await streams.begin(document["baton"]?.string, host: host, permission: permission)
      let cursor = HranaCursor(steps: steps, use: use, streams: streams, client: client)
      return Response(
        status: .ok, headers: [.contentType: "text/plain"],
        body: ResponseBody { writer in try await cursor.write(to: &writer) })
    } catch {
      return Self.refusal(error)
    }
  }
}

/// A batch whose results are sent while it runs. The engine waits while the client does not read.
final class HranaCursor: Sendable {
  private let steps: [HranaStep]
  private let use: HranaStreams.Use
  private let streams: HranaStreams
  private let client: ClientConnection
  private let hasBegun = Atomic(false)

  init(steps: [HranaStep], use: HranaStreams.Use, streams: HranaStreams, client: ClientConnection) {
    self.steps = steps
    self.use = use
    self.streams = streams
    self.client = client
  }

  deinit {
    // An answer that nobody wrote: its connection was lost before.
    guard !hasBegun.load(ordering: .acquiring) else { return }
    let (use, streams) = (use, streams)
    Task { _ = await streams.end(use, close: true) }
  }

  /// Runs the batch and writes its lines.
  func write(to writer: inout any ResponseBodyWriter) async throws {
    hasBegun.store(true, ordering: .releasing)
    let pieces = Handoff()
    let producer = Task { await self.produce(pieces) }
    // An engine that works on its next row for long writes nothing that could fail.
    client.watch { producer.cancel() }
    defer { client.watch(nil) }
    do {
      while let piece = await pieces.next() { try await writer.write(ByteBuffer(bytes: piece)) }
      try await writer.finish(nil)
    } catch {
      await pieces.abandon()
      producer.cancel()
      await producer.value
      throw error
    }
  }

  private func produce(_ pieces: Handoff) async {
    let lines = HranaLines()
    let baton = await streams.nextBaton(of: use)
    lines.add { line in
      line.object { writer in
        writer.member("baton", baton)
        writer.name("base_url")
        writer.null()
      }
    }
    do {
      try await run(lines, pieces)
    } catch let failure as ServerFailure {
      lines.add { line in
        line.object { writer in
          writer.member("type", "error")
          writer.name("error")
          writer.hrana(failure)
        }
      }
    } catch {
      _ = await streams.end(use, close: true)
      await pieces.finish()
      return
    }
    // The stream is ready for the next call before the client can know that this one has ended.
    _ = await streams.end(use, close: false)
    try? await pieces.send(lines.take())
    await pieces.finish()
  }

  /// - Throws: ``ServerFailure`` that ends the batch; `CancellationError` when the client has gone.
  private func run(_ lines: HranaLines, _ pieces: Handoff) async throws {
    var outcomes: [Bool?] = []
    for (index, step) in steps.enumerated() {
      guard await use.stream.holds(step.condition, outcomes) else {
        outcomes.append(nil)
        continue
      }
      do {
        let result = try await use.stream.run(step.statement, handler(index, step.statement, lines, pieces))
        lines.add { line in
          line.object { writer in
            writer.member("type", "step_end")
            writer.member("affected_row_count", result.affectedRows)
            writer.member("last_insert_rowid", String(result.lastInsertedRowID))
          }
        }
        outcomes.append(true)
      } catch is Handoff.ReceiverGone {
        throw CancellationError()
      } catch {
        let failure = ServerFailure(error)
        if failure.kind == .readOnlyToken { throw failure }
        lines.add { line in
          line.object { writer in
            writer.member("type", "step_error")
            writer.member("step", index)
            writer.name("error")
            writer.hrana(failure)
          }
        }
        outcomes.append(false)
      }
      try Task.checkCancellation()
      if lines.count >= HranaLines.pieceBytes { try await pieces.send(lines.take()) }
    }
  }

  private func handler(
    _ step: Int, _ statement: HranaStatement, _ lines: HranaLines, _ pieces: Handoff
  ) -> StatementHandler {
    let hasColumns = Protected(false)
    return StatementHandler(
      values: { try statement.arguments.values(for: $0) },
      receive: { batch in
        let isFirst = hasColumns.withLock { hasColumns in
          defer { hasColumns = true }
          return !hasColumns
        }
        if isFirst {
          lines.add { line in
            line.object { writer in
              writer.member("type", "step_begin")
              writer.member("step", step)
              writer.name("cols")
              writer.hrana(batch.columns)
            }
          }
        }
        guard statement.wantsRows else { return }
        for row in 0..<batch.rowCount {
          try lines.add { line in
            try line.object { writer in
              writer.member("type", "row")
              writer.name("row")
              try writer.hranaRow(batch, row)
            }
          }
        }
      },
      afterBatch: {
        if lines.count >= HranaLines.pieceBytes { try await pieces.send(lines.take()) }
      })
  }
}

/// Lines of JSON that wait to be sent.
final class HranaLines: Sendable {
  /// From how many bytes on lines are sent.
  static let pieceBytes = 32 << 10

  private let writer = Protected(JSONWriter())

  var count: Int { writer.withLock { $0.count } }

  /// Adds a line. A line that fails is not added.
  func add(_ body: (inout JSONWriter) throws -> Void) rethrows {
    try writer.withLock { writer in
      var line = JSONWriter()
      try body(&line)
      writer.raw(line.bytes)
      writer.newline()
    }
  }

  func take() -> [UInt8] {
    writer.withLock { writer in
      defer { writer.removeAll() }
      return writer.bytes
    }
  }
}

/// Hands pieces from one task to another, one at a time: the sender waits for the receiver.
actor Handoff {
  /// Nobody receives any more.
  struct ReceiverGone: Error {}

  private var piece: [UInt8]?
  private var isFinished = false
  private var isAbandoned = false
  private var sender: CheckedContinuation<Void, Never>?
  private var receiver: CheckedContinuation<Void, Never>?

  /// Hands over a piece, once the one before was taken.
  func send(_ bytes: [UInt8]) async throws {
    while piece != nil, !isAbandoned { await withCheckedContinuation { sender = $0 } }
    guard !isAbandoned else { throw ReceiverGone() }
    piece = bytes
    wakeReceiver()
  }

  /// No piece follows.
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

  /// Nobody receives any more.
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
