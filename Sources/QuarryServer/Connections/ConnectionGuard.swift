#if Server
internal import NIOCore
internal import Quarry

/// Closes a connection whose client keeps the server waiting: for the rest of a request, for the next one, or for
/// reading its response. It is next to the socket and used on its event loop only.
final class ConnectionGuard: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// The connection, as other connections see it.
  let record: OpenConnections.Record
  private let requestTime: TimeAmount
  private let idleTime: TimeAmount
  private let sendingTime: TimeAmount
  private var phase = OpenConnections.Phase.opening
  private var since = NIODeadline.now()
  private var timer: Scheduled<Void>?
  /// The number of bytes of the response that wait to be read, and the time since it hasn't changed.
  private var pending: (count: Int, since: NIODeadline) = (0, .now())
  private var isStopping = false
  /// How many requests have begun and are not answered.
  private var open = 0
  private var isArriving = false
  /// Pings a WebSocket whose client has been silent for long.
  private var ask: (() -> Void)?

  init(_ record: OpenConnections.Record, limits: ServerLimits) {
    self.record = record
    requestTime = TimeAmount(limits.requestTime)
    idleTime = TimeAmount(limits.connectionIdleTime)
    sendingTime = TimeAmount(limits.sendingTime)
  }

  private func enter(_ phase: OpenConnections.Phase) {
    self.phase = phase
    since = .now()
    record.note(phase, since: since)
  }

  // MARK: What happens on the connection

  func handlerAdded(context: ChannelHandlerContext) { watch(context) }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    timer = nil
    ask = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if phase == .idle { enter(.receiving) }
    if ask != nil { since = .now() }
    context.fireChannelRead(data)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
    isStopping = true
    switch phase {
    case .opening, .receiving, .idle: context.close(promise: nil)
    case .working: break
    case .greeting, .socketIdle, .socket: record.stop()
    }
  }

  /// Records that the head of a request has arrived.
  func requestBegan() {
    open += 1
    isArriving = true
  }

  /// Records that a whole request has arrived.
  func requestEnded() {
    isArriving = false
    enter(.working)
  }

  /// Records that a response was written completely. Returns whether the connection must be closed after it.
  func answerEnded() -> Bool {
    open -= 1
    guard open <= 0 else { return false }
    if !isArriving { enter(.idle) }
    return isStopping
  }

  /// Records that the connection has become a WebSocket, whose record has its state.
  func becameSocket(ask: @escaping () -> Void) {
    enter(.greeting)
    self.ask = ask
    if isStopping { record.stop() }
  }

  // MARK: Time

  private func watch(_ context: ChannelHandlerContext) {
    // At least as often as the shortest time: what begins in between has its end later.
    let pause = min(requestTime, idleTime, sendingTime)
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: pause) { [weak self] in self?.look(context) }
  }

  private func look(_ context: ChannelHandlerContext) {
    let now = NIODeadline.now()
    guard context.channel.isActive || phase == .opening else { return }
    let waits: Bool
    switch phase {
    case .opening, .receiving: waits = now - since >= requestTime
    case .idle: waits = now - since >= idleTime
    case .working: waits = false
    case .greeting, .socketIdle, .socket:
      let (phase, beginning) = record.current
      waits = now - since >= idleTime + idleTime || (phase == .greeting && now - beginning >= requestTime)
      if now - since >= idleTime { ask?() }
    }
    guard !waits, !isStuck(context, now) else { return context.close(promise: nil) }
    watch(context)
  }

  /// Whether the client doesn't read the response.
  private func isStuck(_ context: ChannelHandlerContext, _ now: NIODeadline) -> Bool {
    let count = (try? context.channel.syncOptions?.getOption(ChannelOptions.bufferedWritableBytes)) ?? 0
    if count == 0 || count != pending.count { pending = (count, now) }
    return count > 0 && now - pending.since >= sendingTime
  }
}
#endif
