#if Server
internal import NIOCore
internal import NIOHTTP1

/// Removes the upgrade from a request whose upgrade isn't granted, as RFC 9110, section 7.8, allows. The request is
/// then processed over HTTP like any other, and is the last one of its connection.
///
/// NIO's upgrade handler drops the head of such a request, and its reader stops after it. This handler comes before
/// that one and is used on the event loop of its connection only.
final class UpgradeFilter: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private let isGranted: (HTTPRequestHead) -> Bool
  /// Whether the next request is the first of the connection, the only one that NIO's handler sees.
  private var isFirst = true
  /// Whether the connection has left HTTP.
  private var isUpgraded = false

  init(isGranted: @escaping (HTTPRequestHead) -> Bool) { self.isGranted = isGranted }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isUpgraded, case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    defer { isFirst = false }
    guard head.headers.contains(name: "upgrade") else { return context.fireChannelRead(data) }
    isUpgraded = isFirst && isGranted(head)
    if !isUpgraded {
      head.headers.remove(name: "upgrade")
      head.headers.replaceOrAdd(name: "connection", value: "close")
    }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }
}
#endif
