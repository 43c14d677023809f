#if Server
internal import NIOCore
internal import NIOHTTP1

/// Takes the wish for another protocol out of a request whose wish is not granted, as RFC 9110, section 7.8, allows: the
/// request is then answered over HTTP like any other, and is the last one of its connection.
///
/// NIO's handler of upgrades drops the head of such a request, and its reader stops behind one. Stands before that handler and is
/// used on the event loop of its connection only.
final class UpgradeFilter: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private let isGranted: (HTTPRequestHead) -> Bool
  /// Only the first request of a connection is one that NIO's handler sees.
  private var isFirst = true
  /// Whether the connection is HTTP's no more.
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
