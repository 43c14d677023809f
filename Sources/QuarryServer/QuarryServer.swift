#if Server
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOSSL
public import Quarry
internal import ServiceLifecycle

/// Serves databases over HTTP, for development, tests and self-hosting.
///
/// ```swift
/// let server = try QuarryServer(configuration: ServerConfiguration(database))
/// let port = try await server.start()
/// // hrana+http://127.0.0.1:PORT, persql+http://127.0.0.1:PORT/default/main
/// await server.stop()
/// ```
///
/// It supports Hrana versions 1 to 3 over HTTP and WebSocket, like libSQL servers, and PerSQL `/v1`. Stopping the
/// server doesn't close its databases.
public final class QuarryServer: Sendable {
  private enum State {
    case stopped
    case running(Running)
    case stopping(Task<Void, Never>)
  }

  private struct Running {
    var task: Task<Void, any Error>
    var service: ServiceGroup
    var connections: OpenConnections
    var port: Int
  }

  private let configuration: ServerConfiguration
  private let hosts: [DatabaseHost]
  private let streams: HranaStreams
  private let scratch: ScratchDatabases?
  private let files: OpenFiles
  /// The results of calls with keys. It outlives a stop and a start, so that earlier calls aren't run again.
  private let store: IdempotencyStore
  private let state = Protected(State.stopped)

  /// Creates a server that doesn't listen yet.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` if nothing is served, a name is used twice, or
  ///   others could reach the address without tokens.
  public init(configuration: ServerConfiguration) throws(DatabaseError) {
    var configuration = configuration
    configuration.access.authorization = configuration.authorization
    guard !configuration.databases.isEmpty else {
      throw DatabaseError(.invalidConfiguration, "a server needs a database to serve")
    }
    guard (0...65535).contains(configuration.port) else {
      throw DatabaseError(.invalidConfiguration, "a port is a number from 0 to 65535")
    }
    let isLoopback = PageRules.isThisMachine(PageRules.name(of: configuration.host))
    guard isLoopback || !configuration.access.isOpen || configuration.allowsOpenAddress else {
      throw DatabaseError(
        .invalidConfiguration,
        "others can reach this address: give tokens or keys, listen on 127.0.0.1, or set allowsOpenAddress")
    }
    let limits = configuration.limits
    files = OpenFiles(limits: limits)
    hosts = configuration.databases.map { DatabaseHost($0, limits: limits) }
    guard Set(hosts.map(\.path)).count == hosts.count else {
      throw DatabaseError(.invalidConfiguration, "two databases have the same namespace and name")
    }
    try configuration.checkAuthorization(isLoopback: isLoopback)
    self.configuration = configuration
    streams = HranaStreams(limits: limits, maximum: files.streams)
    store = IdempotencyStore(limits: limits)
    scratch = configuration.makeScratch.map { ScratchDatabases(limits: limits, make: $0) }
  }

  /// The port that the server listens on, or `nil` if it doesn't listen.
  public var port: Int? {
    state.withLock { if case .running(let running) = $0 { running.port } else { nil } }
  }

  /// The number of open Hrana streams.
  public var openStreams: Int { get async { await streams.count } }

  /// The faults of the server. You can change them while it runs.
  public var faults: FaultPlan { configuration.faults }

  /// The number of open connections of clients.
  public var openConnections: Int {
    state.withLock { if case .running(let running) = $0 { running.connections.count } else { 0 } }
  }

  /// The memory for repeated calls: bytes of responses, and keys.
  public var idempotencySize: (bytes: Int, keys: Int) { get async { await store.size } }

  /// Starts to listen.
  ///
  /// - Returns: The port.
  /// - Throws: ``DatabaseError`` with code `.cannotOpen` if the server can't listen on the address,
  ///   `.invalidConfiguration` if the certificate or its key isn't valid, or `.misuse` if the server already runs.
  @discardableResult
  public func start() async throws(DatabaseError) -> Int {
    if case .stopping(let task) = state.withLock({ $0 }) { await task.value }
    guard port == nil else { throw DatabaseError(.misuse, "the server runs already") }
    let tls = try configuration.tls?.context()
    let (ports, bound) = AsyncStream.makeStream(of: Int.self)
    var quiet = Logger(label: "quarry.server.http", factory: { _ in SwiftLogNoOpLogHandler() })
    quiet.logLevel = .critical
    let connections = OpenConnections(maximum: files.connections)
    let (responder, sockets) = parts(connections)
    let limits = configuration.limits
    let application = Application(
      responder: FaultingResponder(plan: configuration.faults, responder: responder),
      server: HTTPServerBuilder {
        ServerChannel(responder: $0, connections: connections, limits: limits, tls: tls, sockets: sockets)
      },
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: configuration.port), serverName: nil),
      onServerRunning: { [configuration] channel in
        configuration.noteAddress(port: channel.localAddress?.port ?? 0)
        bound.yield(channel.localAddress?.port ?? 0)
        bound.finish()
      }, logger: quiet)
    let service = ServiceGroup(configuration: ServiceGroupConfiguration(services: [application], logger: quiet))
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
    state.withLock {
      $0 = .running(Running(task: task, service: service, connections: connections, port: port))
    }
    configuration.logger.info("listening", metadata: ["host": "\(configuration.host)", "port": "\(port)"])
    return port
  }

  private func parts(_ connections: OpenConnections) -> (ServerResponder, HranaSockets) {
    let limits = configuration.limits
    let pages = PageRules(configuration)
    let hrana = HranaProtocol(hosts: hosts, scratch: scratch, streams: streams, limits: limits)
    let responder = ServerResponder(
      access: configuration.access, isReadOnly: configuration.isReadOnly, limits: limits, pages: pages,
      connections: connections, logger: configuration.logger, hrana: hrana,
      perSQL: PerSQLProtocol(hosts: hosts, scratch: scratch, limits: limits, store: store),
      authorization: configuration.authorization.map { AuthorizationEndpoints(authorization: $0) })
    let sockets = HranaSockets(
      access: configuration.access, isReadOnly: configuration.isReadOnly, limits: limits, pages: pages, hrana: hrana)
    return (responder, sockets)
  }

  /// Waits until the server has ended, by ``stop()`` or because the task was cancelled. Cancelling stops the server
  /// too.
  public func wait() async {
    if case .running(let running) = state.withLock({ $0 }) {
      await withTaskCancellationHandler {
        _ = await running.task.result
      } onCancel: {
        Task { await stop() }
      }
    }
    await stop()
  }

  /// Stops the server. It accepts no new connections, and running calls have ``ServerLimits/stopTime`` to end.
  /// Streams are rolled back and closed. A second call waits for the first.
  public func stop() async {
    let task = state.withLock { state -> Task<Void, Never>? in
      switch state {
      case .stopped: return nil
      case .stopping(let task): return task
      case .running(let running):
        let task = Task { await self.end(running) }
        state = .stopping(task)
        return task
      }
    }
    await task?.value
  }

  private func end(_ running: Running) async {
    running.connections.beginStopping()
    let time = configuration.limits.stopTime
    let cut = Task {
      try await Task.sleep(for: time)
      running.connections.cut()
    }
    await running.service.triggerGracefulShutdown()
    _ = await running.task.result
    cut.cancel()
    await streams.closeAll()
    for host in hosts { await host.close() }
    await scratch?.closeAll()
    state.withLock { $0 = .stopped }
    configuration.logger.info("stopped")
  }
}
#endif
