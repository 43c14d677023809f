#if Server
internal import NIOCore

/// The connection of one client, watched while something is done for it.
struct ClientConnection: Sendable {
  private let channel: any Channel

  init(_ channel: any Channel) { self.channel = channel }

  /// The address of the client.
  var address: String { channel.remoteAddress?.ipAddress ?? "" }

  /// Runs a body, and cancels it when the client has gone: nobody waits for its result then.
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

  /// Says what is to be done when the client has gone; at once when it has already.
  func watch(_ gone: (@Sendable () -> Void)?) {
    let channel = channel
    channel.eventLoop.execute {
      guard let watch = try? channel.pipeline.syncOperations.handler(type: ClientWatch.self) else { return }
      watch.gone = gone
    }
  }
}
#endif
