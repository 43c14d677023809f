#if Server
internal import NIOCore

/// The connection of one client, watched during its calls.
struct ClientConnection: Sendable {
  private let channel: any Channel

  init(_ channel: any Channel) { self.channel = channel }

  /// The address of the client.
  var address: String { channel.remoteAddress?.ipAddress ?? "" }

  /// Runs a body, and cancels it if the client disconnects, because nobody waits for its result then.
  func whileThere<R: Sendable>(_ body: @escaping @Sendable () async throws -> R) async throws -> R {
    let task = Task { try await body() }
    watch { task.cancel() }
    defer { watch(nil) }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Sets the closure to call when the client disconnects. If it already has, calls the closure immediately.
  func watch(_ gone: (@Sendable () -> Void)?) {
    let channel = channel
    channel.eventLoop.execute {
      guard let watch = try? channel.pipeline.syncOperations.handler(type: ClientWatch.self) else { return }
      watch.gone = gone
    }
  }
}
#endif
