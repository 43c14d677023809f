#if Server
internal import NIOCore
internal import NIOHTTPTypes

/// A handler after the HTTP codec of a channel. It reports the progress of requests to the guard of the connection,
/// and notices that the client has closed its side. Used on the event loop only.
final class ClientWatch: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let connection: ConnectionGuard
  private var isGone = false

  init(_ connection: ConnectionGuard) { self.connection = connection }

  /// The closure to call when the client disconnects. If it already has, it's called immediately.
  var gone: (@Sendable () -> Void)? {
    didSet { if isGone { gone?() } }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: connection.requestBegan()
    case .body: break
    case .end: connection.requestEnded()
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .end = unwrapOutboundIn(data), connection.answerEnded() else {
      return context.write(data, promise: promise)
    }
    let written = promise ?? context.eventLoop.makePromise()
    written.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    context.writeAndFlush(data, promise: written)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed = event { end() }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  private func end() {
    isGone = true
    gone?()
  }
}
#endif
