#if Server
internal import NIOCore

/// A handler next to the socket that closes it after a number of bytes.
final class CutHandler: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  private var remaining: Int
  private var isCut = false

  init(afterBytes count: Int) { remaining = max(count, 0) }

  func handlerAdded(context: ChannelHandlerContext) { if remaining == 0 { cut(context) } }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isCut else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    guard case .byteBuffer(var buffer) = unwrapOutboundIn(data) else {
      context.write(data, promise: promise)
      return
    }
    guard buffer.readableBytes >= remaining else {
      remaining -= buffer.readableBytes
      context.write(data, promise: promise)
      return
    }
    if let first = buffer.readSlice(length: remaining), first.readableBytes > 0 {
      context.writeAndFlush(wrapOutboundOut(.byteBuffer(first)), promise: nil)
    }
    promise?.fail(ChannelError.ioOnClosedChannel)
    cut(context)
  }

  private func cut(_ context: ChannelHandlerContext) {
    isCut = true
    context.close(promise: nil)
  }
}
#endif
