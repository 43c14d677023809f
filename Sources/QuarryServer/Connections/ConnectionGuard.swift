#if Server
internal import NIOCore
internal import Quarry

/// Closes a connection whose client keeps the server waiting: for the rest of a request, for the next one, or for taking
/// its answer. Stands next to the socket and is used on its event loop only.
final class ConnectionGuard: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// The connection, as the others see it.
  let record: OpenConnections.Record
  private let requestTime: TimeAmount
  private let idleTime: TimeAmount
  private let sendingTime: TimeAmount
  private var phase = OpenConnections.Phase.opening
  private var since = NIODeadline.now()
  private var timer: Scheduled<Void>?
  /// How many bytes of the answer waited to be taken, and since when it is as many.
  private var pending: (count: Int, since: NIODeadline) = (0, .now())
  private var isStopping = false
  /// How many requests have begun and are not answered.
  private var open = 0
  private var isArriving = false
  /// Asks a WebSocket whose client was not heard for long whether it is still there.
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

  /// The head of a request has come.
  func requestBegan() {
    open += 1
    isArriving = true
  }

  /// A request has come as a whole.
  func requestEnded() {
    isArriving = false
    enter(.working)
  }

  /// An answer was written as a whole. Says whether the connection is to be closed after it.
  func answerEnded() -> Bool {
    open -= 1
    guard open <= 0 else { return false }
    if !isArriving { enter(.idle) }
    return isStopping
  }

  /// The connection has become a WebSocket, of which its record tells what it is doing.
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

  /// Whether the client takes nothing of what was written.
  private func isStuck(_ context: ChannelHandlerContext, _ now: NIODeadline) -> Bool {
    let count = (try? context.channel.syncOptions?.getOption(ChannelOptions.bufferedWritableBytes)) ?? 0
    if count == 0 || count != pending.count { pending = (count, now) }
    return count > 0 && now - pending.since >= sendingTime
  }
}
#endif
