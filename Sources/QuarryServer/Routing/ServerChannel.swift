#if Server
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1
internal import NIOSSL
internal import NIOWebSocket

/// The protocol of one connection: HTTP/1.1, or Hrana on a WebSocket if its first request asks for it, encrypted or
/// not.
struct ServerChannel: HTTPChannelHandler {
  /// An accepted connection.
  struct Value: ServerChildChannelValue {
    let channel: any Channel
    /// The kind of the connection, known after its first request.
    let kind: EventLoopFuture<Kind>
  }

  enum Kind: Sendable {
    case http(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
    case socket(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, HTTPRequestHead, OpenConnections.Record)
  }

  /// The server has no room for the connection.
  struct Refused: Error {}

  let responder: HTTPChannelHandler.Responder
  let connections: OpenConnections
  let limits: ServerLimits
  let tls: NIOSSLContext?
  let sockets: HranaSockets

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    guard let record = connections.admit(channel) else {
      channel.close(promise: nil)
      return channel.eventLoop.makeSucceededFuture(
        Value(channel: channel, kind: channel.eventLoop.makeFailedFuture(Refused())))
    }
    return channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(ConnectionGuard(record, limits: limits))
      if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
      var configuration = NIOUpgradableHTTPServerPipelineConfiguration(
        upgradeConfiguration: NIOTypedHTTPServerUpgradeConfiguration(
          upgraders: [upgrader], notUpgradingCompletionHandler: { channel in speakHTTP(channel) }))
      // Pipelined requests come one by one to the responder, which makes its headers itself, and errors end in an answer.
      configuration.enablePipelining = false
      configuration.enableErrorHandling = false
      configuration.enableResponseHeaderValidation = false
      configuration.decoderConfiguration.maxHeaderFieldCount = 200
      let kind = try pipeline.configureUpgradableHTTPServerPipeline(configuration: configuration)
      let upgrades = try pipeline.handler(type: NIOTypedHTTPServerUpgradeHandler<Kind>.self)
      try pipeline.addHandler(UpgradeFilter { sockets.opens($0) }, position: .before(upgrades))
      return Value(channel: channel, kind: kind)
    }
  }

  func handle(value: Value, logger: Logger) async {
    // A connection that was closed before its first request is none.
    guard let kind = try? await value.kind.get() else { return }
    switch kind {
    case .http(let channel): await handleHTTP(asyncChannel: channel, logger: logger)
    case .socket(let channel, let head, let record): await sockets.serve(channel, head, record)
    }
  }

  private func speakHTTP(_ channel: any Channel) -> EventLoopFuture<Kind> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: tls != nil))
      try pipeline.addHandler(ClientWatch(try pipeline.handler(type: ConnectionGuard.self)))
      return .http(
        try NIOAsyncChannel(
          wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true)))
    }
  }

  /// Makes a WebSocket of a connection. A request for another path is left to the responder, which rejects it.
  private var upgrader: NIOTypedWebSocketServerUpgrader<Kind> {
    NIOTypedWebSocketServerUpgrader(
      maxFrameSize: min(limits.requestBytes, Int(UInt32.max)),
      shouldUpgrade: { channel, head in
        channel.eventLoop.makeSucceededFuture(
          sockets.version(for: head).map { ["Sec-WebSocket-Protocol": HranaSockets.name(ofVersion: $0)] })
      },
      upgradePipelineHandler: { channel, head in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(
            NIOWebSocketFrameAggregator(
              minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: 4096,
              maxAccumulatedFrameSize: limits.requestBytes))
          let connection = try pipeline.handler(type: ConnectionGuard.self)
          connection.becameSocket { channel.writeAndFlush(Self.ping(channel), promise: nil) }
          return .socket(try NIOAsyncChannel(wrappingChannelSynchronously: channel), head, connection.record)
        }
      })
  }

  private static func ping(_ channel: any Channel) -> WebSocketFrame {
    WebSocketFrame(fin: true, opcode: .ping, data: channel.allocator.buffer(capacity: 0))
  }
}
#endif
