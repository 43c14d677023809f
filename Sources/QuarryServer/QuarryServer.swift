internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
public import Quarry
internal import ServiceLifecycle

/// Serves databases over HTTP, on loopback: for development, for tests, for self-hosting.
///
/// ```swift
/// let server = try QuarryServer(configuration: ServerConfiguration(database))
/// let port = try await server.start()
/// // hrana+http://127.0.0.1:PORT, persql+http://127.0.0.1:PORT/default/main
/// await server.stop()
/// ```
///
/// It speaks Hrana over HTTP versions 2 and 3, as libSQL servers do, and PerSQL `/v1`. The databases stay their owner's: stopping the
/// server does not close them.
public final class QuarryServer: Sendable {
  private enum State {
    case stopped
    case running(Task<Void, any Error>, ServiceGroup, port: Int)
  }

  private let configuration: ServerConfiguration
  private let hosts: [DatabaseHost]
  private let streams: HranaStreams
  private let scratch: ScratchDatabases?
  private let state = Protected(State.stopped)

  /// Creates a server that does not listen yet.
  ///
  /// - Throws: `.invalidConfiguration` when nothing is served, when a name is used twice, or when an address that others can
  ///   reach is to be served without tokens.
  public init(configuration: ServerConfiguration) throws(DatabaseError) {
    guard !configuration.databases.isEmpty else {
      throw DatabaseError(.invalidConfiguration, "a server needs a database to serve")
    }
    guard (0...65535).contains(configuration.port) else {
      throw DatabaseError(.invalidConfiguration, "a port is a number from 0 to 65535")
    }
    let isLoopback = ["127.0.0.1", "::1", "localhost"].contains(configuration.host)
    guard isLoopback || !configuration.access.isOpen else {
      throw DatabaseError(
        .invalidConfiguration, "others can reach this address: name tokens or keys, or listen on 127.0.0.1")
    }
    let limits = configuration.limits
    hosts = configuration.databases.map { DatabaseHost($0, limits: limits) }
    guard Set(hosts.map(\.path)).count == hosts.count else {
      throw DatabaseError(.invalidConfiguration, "two databases have the same namespace and name")
    }
    self.configuration = configuration
    streams = HranaStreams(limits: limits)
    scratch = configuration.makeScratch.map { ScratchDatabases(limits: limits, make: $0) }
  }

  /// The port that the server listens on; `nil` while it does not.
  public var port: Int? {
    state.withLock { if case .running(_, _, let port) = $0 { port } else { nil } }
  }

  /// How many Hrana streams are open.
  public var openStreams: Int { get async { await streams.count } }

  /// The faults of the server, which may be changed while it runs.
  public var faults: FaultPlan { configuration.faults }

  /// Starts to listen.
  ///
  /// - Returns: The port.
  /// - Throws: `.cannotOpen` when the address cannot be listened on; `.misuse` when the server runs already.
  @discardableResult
  public func start() async throws(DatabaseError) -> Int {
    guard port == nil else { throw DatabaseError(.misuse, "the server runs already") }
    let (ports, bound) = AsyncStream.makeStream(of: Int.self)
    var quiet = Logger(label: "quarry.server.http", factory: { _ in SwiftLogNoOpLogHandler() })
    quiet.logLevel = .critical
    let application = Application(
      responder: FaultingResponder(plan: configuration.faults, responder: responder),
      server: .http1(configuration: HTTP1Channel.Configuration(additionalChannelHandlers: [ClientWatch()])),
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: configuration.port), serverName: nil),
      onServerRunning: { channel in
        bound.yield(channel.localAddress?.port ?? 0)
        bound.finish()
      }, logger: quiet)
    var group = ServiceGroupConfiguration(services: [application], logger: quiet)
    group.maximumGracefulShutdownDuration = .seconds(1)
    let service = ServiceGroup(configuration: group)
    let task = Task {
      defer { bound.finish() }
      try await service.run()
    }
    var port: Int?
    for await first in ports { port = first }
    guard let port else {
      let reason = await task.result
      var error: (any Error)?
      if case .failure(let failure) = reason { error = failure }
      throw DatabaseError(
        .cannotOpen, "the server cannot listen on \(configuration.host):\(configuration.port)", underlying: error)
    }
    state.withLock { $0 = .running(task, service, port: port) }
    configuration.logger.info("listening", metadata: ["host": "\(configuration.host)", "port": "\(port)"])
    return port
  }

  private var responder: ServerResponder {
    let limits = configuration.limits
    return ServerResponder(
      access: configuration.access, isReadOnly: configuration.isReadOnly, limits: limits, logger: configuration.logger,
      hrana: HranaProtocol(hosts: hosts, scratch: scratch, streams: streams, limits: limits),
      perSQL: PerSQLProtocol(hosts: hosts, scratch: scratch, limits: limits, store: IdempotencyStore()))
  }

  /// Waits until the server has ended, by ``stop()`` or because the task was cancelled.
  public func wait() async {
    guard case .running(let task, _, _) = state.withLock({ $0 }) else { return }
    await withTaskCancellationHandler {
      _ = await task.result
    } onCancel: {
      task.cancel()
    }
    await stop()
  }

  /// Stops: calls under way end, streams are rolled back and closed. A second call does nothing.
  public func stop() async {
    let running = state.withLock { state in
      defer { state = .stopped }
      return state
    }
    guard case .running(let task, let service, _) = running else { return }
    await service.triggerGracefulShutdown()
    _ = await task.result
    await streams.closeAll()
    for host in hosts { await host.close() }
    await scratch?.closeAll()
    configuration.logger.info("stopped")
  }
}
