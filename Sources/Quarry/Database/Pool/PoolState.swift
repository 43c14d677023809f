import DequeModule

/// The idle connections of a pool and its line of waiting callers, as a pure state machine that returns what to do
/// next.
///
/// There are two kinds of connections: one writer and several readers. A database that only one connection can see has
/// no readers, and everybody waits for the writer.
///
/// A caller either reserves a connection, or leaves work in the line, which the connection's thread takes itself. Both
/// are served in the order in which they ask.
struct PoolState<Connection, Waiter> {
  /// The kind of a connection.
  enum Kind: Sendable, Hashable {
    case writer
    case reader
  }

  /// What a waiter wants when it is its turn.
  enum Place: Sendable, Hashable {
    /// The connection for itself.
    case reserved
    /// The connection's thread takes it, alone.
    case alone
    /// The connection's thread takes it, together with its neighbors.
    case joining
  }

  /// A waiter in the line.
  struct Entry {
    /// The number for canceling the wait.
    let id: UInt64
    let waiter: Waiter
    let place: Place
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

  /// What a caller that returns a connection, or leaves work, does next.
  enum Release {
    /// Pass it to a waiting caller.
    case handOver(Connection, Waiter)
    /// Let its thread take work from the line.
    case serve(Connection)
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
    var waiters: Deque<Entry> = []
    /// The number of single writes until the lane counts as free again; set by every group.
    var crowding = 0
  }

  /// The number of writes that must come alone after a group before a caller uses the writer itself. Callers that were
  /// answered together come back one after the other, and would otherwise each commit alone.
  static var calmingWork: Int { 2 }

  /// The most work that a thread takes at once.
  static var largestGroup: Int { 64 }

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

  /// Requests a connection for a caller alone.
  mutating func acquire(_ kind: Kind) -> Acquisition {
    guard !isClosed else { return .closed }
    guard !isReadOnly || kind != .writer else { return .readOnly }
    guard self[lane: kind].waiters.isEmpty else { return .wait }
    if let connection = self[lane: kind].idle.popLast() { return .use(connection) }
    if self[lane: kind].open < self[lane: kind].limit {
      self[lane: kind].open += 1
      return .open
    }
    return .wait
  }

  /// Returns an idle connection, unless a caller waits.
  ///
  /// - Parameter evenIfCrowded: Whether to return a writer even if a group has run recently. A caller that lines up
  ///   instead can share a transaction.
  mutating func takeIdle(_ kind: Kind, evenIfCrowded: Bool = false) -> Connection? {
    guard !isClosed, !isReadOnly || kind != .writer, self[lane: kind].waiters.isEmpty else { return nil }
    guard kind != .writer || evenIfCrowded || self[lane: kind].crowding == 0 else { return nil }
    return self[lane: kind].idle.popLast()
  }

  /// Adds a waiting caller. Returns the number for canceling the wait.
  mutating func enqueue(_ waiter: Waiter, for kind: Kind, as place: Place = .reserved) -> UInt64 {
    lastWaiter += 1
    self[lane: kind].waiters.append(Entry(id: lastWaiter, waiter: waiter, place: place))
    return lastWaiter
  }

  /// Removes a waiting caller. Returns it if it was still waiting.
  @discardableResult
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
    guard let next = self[lane: kind].waiters.first else {
      self[lane: kind].idle.append(connection)
      return .none
    }
    guard next.place == .reserved else { return .serve(connection) }
    self[lane: kind].waiters.removeFirst()
    return .handOver(connection, next.waiter)
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

// MARK: - Work for the writer's thread

extension PoolState {
  /// Asks what happens to work that was just added to the writer's line.
  ///
  /// - Returns: `serve` if an idle writer must take it, `openFor` if there is no writer, and otherwise `none`.
  mutating func afterLiningUp() -> Release {
    // Only the first in line finds an idle writer, or none at all: the others wait for those before them.
    guard writer.waiters.count == 1 else { return .none }
    if let connection = writer.idle.popLast() { return .serve(connection) }
    guard writer.open == 0, let entry = writer.waiters.popFirst() else { return .none }
    writer.open = 1
    return .openFor(entry.waiter)
  }

  /// Takes the work at the head of the writer's line: the first one, or several that join each other.
  mutating func takeWork() -> [Entry] {
    guard let first = writer.waiters.first, first.place != .reserved else { return [] }
    var work: [Entry] = []
    if first.place == .joining {
      while work.count < Self.largestGroup, let next = writer.waiters.first, next.place == .joining {
        work.append(writer.waiters.removeFirst())
      }
    } else {
      work.append(writer.waiters.removeFirst())
    }
    writer.crowding = work.count > 1 ? Self.calmingWork : max(writer.crowding - 1, 0)
    return work
  }

  /// Puts work that did not run back to the head of the writer's line.
  ///
  /// - Returns: `false` if the pool was closed meanwhile.
  mutating func putBack(_ work: [Entry]) -> Bool {
    guard !isClosed else { return false }
    writer.waiters.prepend(contentsOf: work)
    return true
  }
}
