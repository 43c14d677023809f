#if Server
internal import Hummingbird
internal import NIOCore
internal import Quarry
internal import QuarryWire
internal import Synchronization

extension HranaProtocol {
  /// `POST /v3/cursor`: one batch, whose results are sent line by line while the engine returns them.
  func cursor(_ body: [UInt8], _ call: Call, connection: ClientConnection) async -> Response {
    do {
      let document = try Self.document(body)
      let steps = try HranaStep.steps(of: document["batch"], version: 3)
      let use = try await begin(document["baton"]?.string, call)
      do {
        for step in steps { _ = try await use.stream.sql(of: step.statement.text) }
      } catch {
        _ = await streams.end(use, close: true)
        throw error
      }
      let cursor = HranaCursor(steps: steps, use: use, streams: streams, client: connection)
      return Response(
        status: .ok, headers: [.contentType: "text/plain"],
        body: ResponseBody { writer in try await cursor.write(to: &writer) })
    } catch {
      return Self.refusal(error)
    }
  }
}

/// A batch whose results are sent while it runs. The engine waits while the client doesn't read.
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
        writer.key("base_url")
        writer.null()
      }
    }
    let isDone = await HranaCursorRun(steps: steps, stream: use.stream).produce(lines, pieces) {
      // The stream is ready for the next call before the client can know that this one has ended.
      _ = await self.streams.end(self.use, close: false)
    }
    if !isDone { _ = await streams.end(use, close: true) }
  }
}
#endif
