import DequeModule

/// The idle connections of a pool and its waiting callers, as a pure state machine that returns what to do next.
///
/// There are two kinds of connections: one writer and several readers. A database that only one connection can see has
/// no readers, and everybody waits for the writer.
///
/// A caller either reserves a connection, or waits in order on the connection's own thread with other synchronous work.
/// Both are served in the order in which they ask.
struct PoolState<Connection, Waiter> {
  /// The kind of a connection.
  enum Kind: Sendable, Hashable {
    case writer
    case reader
  }

  /// What a caller that wants a connection does next.
  enum Acquisition {
    /// Use this one.
    case use(Connection)
    /// Open one, then report it with `opened`.
    case open
    /// Wait for a connection.
    case wait
    /// The pool is closed.
    case closed
    /// The writer is no longer lent.
    case readOnly
  }

  /// What a caller that returns a connection does next.
  enum Release {
    /// Pass it to one waiting caller, or to several that share its thread.
    case handOver(Connection, [Waiter])
    /// Open another one for this caller, because the returned one is unusable.
    case openFor(Waiter)
    /// Nothing.
    case none
    /// Close it: the pool is closed.
    case close(Connection)
  }

  private struct Lane {
    var limit: Int
    var open = 0
    var idle: [Connection] = []
    var waiters: Deque<(id: UInt64, waiter: Waiter, isInLine: Bool)> = []
    /// The connection whose thread callers share, and their number.
    var line: (connection: Connection, count: Int, isUsable: Bool)?
  }

  private var writer = Lane(limit: 1)
  private var reader: Lane
  private var lastWaiter: UInt64 = 0
  /// Whether the pool was closed.
  private(set) var isClosed = false
  /// Whether the writer is no longer lent for writing. It is still lent as a reader if there are no others.
  var isReadOnly = false

  init(maximumReaders: Int) { reader = Lane(limit: maximumReaders) }

  /// The kind of connection that a request receives.
  func effective(_ kind: Kind) -> Kind { reader.limit == 0 ? .writer : kind }

  private subscript(lane kind: Kind) -> Lane {
    get { effective(kind) == .writer ? writer : reader }
    // In place: with `set`, every change of a queue would copy the queue.
    _modify {
      if effective(kind) == .writer { yield &writer } else { yield &reader }
    }
  }

  /// Requests a connection, reserved or shared.
  mutating func acquire(_ kind: Kind, inLine: Bool = false) -> Acquisition {
    guard !isClosed else { return .closed }
    guard !isReadOnly || kind != .writer else { return .readOnly }
    guard self[lane: kind].waiters.isEmpty else { return .wait }
    if inLine, let line = self[lane: kind].line, line.isUsable {
      self[lane: kind].line?.count += 1
      return .use(line.connection)
    }
    if let connection = self[lane: kind].idle.popLast() {
      if inLine { beginLine(connection, for: kind) }
      return .use(connection)
    }
    if self[lane: kind].open < self[lane: kind].limit {
      self[lane: kind].open += 1
      return .open
    }
    return .wait
  }

  /// Returns an idle connection, unless a caller waits.
  mutating func takeIdle(_ kind: Kind) -> Connection? {
    guard !isClosed, !isReadOnly || kind != .writer, self[lane: kind].waiters.isEmpty else { return nil }
    return self[lane: kind].idle.popLast()
  }

  /// Starts to share a connection that a caller opened.
  mutating func beginLine(_ connection: Connection, for kind: Kind, count: Int = 1) {
    self[lane: kind].line = (connection, count, true)
  }

  /// Adds a waiting caller. Returns the number for canceling the wait.
  mutating func enqueue(_ waiter: Waiter, for kind: Kind, inLine: Bool = false) -> UInt64 {
    lastWaiter += 1
    self[lane: kind].waiters.append((lastWaiter, waiter, inLine))
    return lastWaiter
  }

  /// Removes a waiting caller. Returns it if it was still waiting.
  mutating func cancel(_ id: UInt64, for kind: Kind) -> Waiter? {
    guard let index = self[lane: kind].waiters.firstIndex(where: { $0.id == id }) else { return nil }
    return self[lane: kind].waiters.remove(at: index).waiter
  }

  /// Takes back a usable connection that nobody waits for. Returns whether it did; otherwise see ``release(_:for:)``.
  mutating func putIdle(_ connection: Connection, for kind: Kind) -> Bool {
    guard !isClosed, self[lane: kind].waiters.isEmpty else { return false }
    self[lane: kind].idle.append(connection)
    return true
  }

  /// Takes back a connection; `nil` if it became unusable or couldn't be opened.
  mutating func release(_ connection: Connection?, for kind: Kind) -> Release {
    guard let connection else {
      if !isClosed, let next = self[lane: kind].waiters.popFirst() { return .openFor(next.waiter) }
      self[lane: kind].open -= 1
      return .none
    }
    if isClosed {
      self[lane: kind].open -= 1
      return .close(connection)
    }
    guard let next = self[lane: kind].waiters.popFirst() else {
      self[lane: kind].idle.append(connection)
      return .none
    }
    var waiters = [next.waiter]
    if next.isInLine {
      while self[lane: kind].waiters.first?.isInLine == true, let next = self[lane: kind].waiters.popFirst() {
        waiters.append(next.waiter)
      }
      beginLine(connection, for: kind, count: waiters.count)
    }
    return .handOver(connection, waiters)
  }

  /// Ends a caller's share of a connection. `closes` is `true` if the unusable connection must be closed.
  mutating func leaveLine(isUsable: Bool, for kind: Kind) -> (release: Release, closes: Bool) {
    guard var line = self[lane: kind].line else { return (.none, false) }
    line.count -= 1
    line.isUsable = line.isUsable && isUsable
    self[lane: kind].line = line.count > 0 ? line : nil
    guard line.count == 0 else { return (.none, false) }
    if line.isUsable, case let release = release(line.connection, for: kind) {
      if case .close = release { return (.none, true) }
      return (release, false)
    }
    return (release(nil, for: kind), true)
  }

  /// Closes the pool. Returns the idle connections to close, and the waiting callers to resume.
  mutating func close() -> (connections: [Connection], waiters: [Waiter]) {
    isClosed = true
    let connections = writer.idle + reader.idle
    let waiters = (writer.waiters + reader.waiters).map(\.waiter)
    writer.open -= writer.idle.count
    reader.open -= reader.idle.count
    writer.idle = []
    reader.idle = []
    writer.waiters = []
    reader.waiters = []
    return (connections, waiters)
  }

  /// The numbers of connections, of the kind that a request receives.
  func counts(_ kind: Kind) -> PoolCounts {
    let lane = self[lane: kind]
    return PoolCounts(
      role: effective(kind).role, idle: lane.idle.count, used: lane.open - lane.idle.count, maximum: lane.limit,
      waiting: lane.waiters.count)
  }

  /// The number of connections that are open or being opened.
  var openConnections: Int { writer.open + reader.open }
}
