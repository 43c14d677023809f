#if Server
internal import Hummingbird
internal import Logging
internal import NIOCore

/// What is known about the connection of a request.
struct ServerContext: InitializableFromSource {
  let channel: any Channel
  let logger: Logger

  init(source: ApplicationRequestContextSource) {
    channel = source.channel
    logger = source.logger
  }
}
#endif
