#if Server
internal import Hummingbird
internal import Logging
internal import NIOCore

/// The context of a request: its connection.
struct ServerContext: InitializableFromSource {
  let channel: any Channel
  let logger: Logger

  init(source: ApplicationRequestContextSource) {
    channel = source.channel
    logger = source.logger
  }
}
#endif
