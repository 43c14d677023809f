internal import Dispatch
internal import Quarry

/// A cluster of rqlite as tests need one where there is no real one: three nodes in this process, each with a database
/// of real SQLite and a port on loopback, that answer as the real server was seen to.
///
/// The statements are replicated, in the order of a log, and every node runs them itself, followers a little later.
/// There is a leader while a majority runs; others hand on what is for it, or point to it. A write that is under way
/// when the leader goes has an unknown outcome: of two such writes one takes effect, under the next leader. A node that
/// starts again runs the whole log once more. What the real server does beside the data, as backups, is not played.
///
/// Source: what was seen of a cluster of rqlite 10.2.7.
public actor RqliteStandIn {
  /// How a cluster is made.
  public struct Configuration: Sendable {
    /// How long a follower takes to run what the leader has committed.
    public var lag: Duration = .milliseconds(25)
    /// How long it takes a majority to agree on a write.
    public var commit: Duration = .milliseconds(2)
    /// How long it takes to notice that the leader, or the majority, is gone.
    public var election: Duration = .milliseconds(60)
    /// How long one call may work.
    public var work: Duration = .seconds(30)
    /// Whether the nodes run with `-fk`.
    public var enforcesForeignKeys = true
    /// The nodes that find rows in another order wherever none was asked for.
    public var nodesThatReadBackwards: Set<Int> = []
    /// Who may do what; where nobody is named, everybody may do everything.
    public var users: [User] = []

    /// Creates a configuration.
    public init() {}
  }

  /// Somebody who may do something.
  public struct User: Sendable, Hashable {
    /// The name; `*` stands for whoever gives none that is known.
    public var name: String
    /// The password.
    public var password: String
    /// Such as `all`, `query`, `execute`, `status`, `ready`, `leader-ops`.
    public var permissions: Set<String>

    /// Creates a user.
    public init(name: String, password: String, permissions: Set<String> = ["all"]) {
      self.name = name
      self.password = password
      self.permissions = permissions
    }
  }

  /// A node cannot be started: its port is taken.
  public struct NotStarted: Error {}

  /// A command of the log.
  struct Command: Sendable {
    var statements: [StandInStatement]
    var kind: StandInDatabase.Kind
    var isTransaction: Bool
    var writesArrays: Bool
    /// How long SQLite may work, where the call says so.
    var timeLimit: Duration?
  }

  /// What came of a command.
  typealias Outcome = Result<(results: [String], error: String?), StandInDatabase.Unspeakable>

  struct Node {
    var listener: StandInListener?
    var port: UInt16 = 0
    var database: StandInDatabase
    /// How many commands of the log were run.
    var applied = 0
    /// How many it had run when it ran the last one that writes.
    var changed = 0
    var isHeld = false
    /// Since when it has not heard from a leader with a majority.
    var unheard: ContinuousClock.Instant?
    var isRunning: Bool { listener != nil }
  }

  struct Pending {
    var number: Int
    var command: Command
  }

  let configuration: Configuration
  var nodes: [Node] = []
  /// What is committed, with the time since which it is.
  var log: [(command: Command, time: ContinuousClock.Instant)] = []
  /// What the leader has taken and no majority has yet.
  var pending: [Pending] = []
  /// What came of commands that the leader has committed, until their callers take it.
  var outcomes: [Int: Outcome] = [:]
  var leader: Int?
  var term = 1
  /// When a lost leader, or a lost majority, is noticed.
  var noticed: ContinuousClock.Instant?
  private var numbers = 0

  /// Starts a cluster.
  ///
  /// - Parameter count: how many nodes it has.
  public init(nodes count: Int = 3, _ configuration: Configuration = Configuration()) async throws {
    self.configuration = configuration
    for index in 0..<count { nodes.append(Node(database: try Self.database(index, configuration))) }
    for index in nodes.indices { try listen(index) }
    leader = 0
  }

  private static func database(_ index: Int, _ configuration: Configuration) throws -> StandInDatabase {
    try StandInDatabase(
      enforcesForeignKeys: configuration.enforcesForeignKeys,
      readsBackwards: configuration.nodesThatReadBackwards.contains(index))
  }

  private func listen(_ index: Int) throws {
    for _ in 0..<50 {
      if let listener = try? StandInListener(
        port: nodes[index].port,
        { [weak self] request in
          await self?.answer(request, at: index) ?? .text(503, "")
        })
      {
        nodes[index].listener = listener
        nodes[index].port = listener.port
        return
      }
    }
    throw NotStarted()
  }

  /// Ends all nodes for good.
  public func close() {
    for index in nodes.indices {
      nodes[index].listener?.stop()
      nodes[index].listener = nil
    }
  }

  // MARK: - Looking at it

  /// The addresses of the nodes, such as `http://127.0.0.1:4001`.
  public var addresses: [String] { nodes.map { "http://127.0.0.1:\($0.port)" } }

  /// The position of the leader that takes writes; `nil` while there is none.
  public var leaderIndex: Int? {
    tick()
    guard let leader, nodes[leader].isRunning, hasQuorum else { return nil }
    return leader
  }

  /// Whether a majority runs and hears the leader.
  var hasQuorum: Bool { nodes.count { $0.isRunning && !$0.isHeld } * 2 > nodes.count }

  /// Notes which nodes hear from a leader with a majority.
  private func hear() {
    let isLed = leader.map { nodes[$0].isRunning } == true && hasQuorum
    for index in nodes.indices {
      if isLed, !nodes[index].isHeld {
        nodes[index].unheard = nil
      } else if nodes[index].unheard == nil {
        nodes[index].unheard = .now
      }
    }
  }

  /// What a node has stored, once it has run the whole log: every row of every table by class and value, with its rowid, and
  /// the texts of the schema; by the names of the objects.
  public func contents(of index: Int) throws -> [String: [String]] {
    catchUp(index)
    return try nodes[index].database.contents()
  }

  /// How many writes the leader has taken that no majority has yet.
  public var writesUnderWay: Int { pending.count }

  // MARK: - Doing something to it

  /// Has the nodes notice now that the leader, or the majority, is gone.
  public func notice() {
    if noticed != nil { noticed = .now }
    tick()
  }

  /// Has another node lead. What is under way is lost to its callers.
  public func stepDown() {
    tick()
    guard let old = leader else { return }
    let others = nodes.indices.map { (old + nodes.count - 1 - $0 % nodes.count) % nodes.count }
    if let next = others.first(where: { $0 != old && nodes[$0].isRunning && !nodes[$0].isHeld }), hasQuorum {
      lead(next)
    }
  }

  /// Ends a node as a crash would.
  public func stop(_ index: Int) {
    guard nodes[index].isRunning else { return }
    nodes[index].listener?.stop()
    nodes[index].listener = nil
    if leader == index || !hasQuorum { noticed = .now + configuration.election }
    hear()
  }

  /// Starts a node again: it runs the log from the beginning.
  public func start(_ index: Int) throws {
    guard !nodes[index].isRunning else { return }
    nodes[index].database = try Self.database(index, configuration)
    nodes[index].applied = 0
    nodes[index].changed = 0
    try listen(index)
    if leader == nil { noticed = .now + configuration.election }
    if leader == index { catchUp(index) }
    hear()
  }

  /// Keeps the log from a node, which goes on to answer. The leader steps down first.
  public func hold(_ index: Int) {
    catchUp(index)
    if leader == index { stepDown() }
    nodes[index].isHeld = true
    if !hasQuorum { noticed = .now + configuration.election }
    hear()
  }

  /// Starts every node and lets the log through.
  public func heal() throws {
    for index in nodes.indices {
      nodes[index].isHeld = false
      try start(index)
    }
    hear()
  }

  // MARK: - The log

  /// Notices what has changed since the last call.
  func tick() {
    guard let time = noticed, ContinuousClock.now >= time else { return }
    noticed = nil
    if hasQuorum {
      if let leader, nodes[leader].isRunning { return }
      if let next = nodes.indices.first(where: { nodes[$0].isRunning && !nodes[$0].isHeld }) { lead(next) }
    } else {
      leader = nil
      term += 1
    }
    hear()
  }

  /// Makes a node the leader: it runs all that is committed, and every other one of the writes that were under way.
  private func lead(_ index: Int) {
    term += 1
    leader = index
    for entry in pending where entry.number % 2 == 0 { log.append((entry.command, .now)) }
    pending = []
    catchUp(index)
    hear()
  }

  /// Runs what a node has not run yet.
  ///
  /// - Parameter lag: what is younger than this waits.
  func catchUp(_ index: Int, lag: Duration = .zero) {
    guard !nodes[index].isHeld else { return }
    let now = ContinuousClock.now
    while nodes[index].applied < log.count {
      let entry = log[nodes[index].applied]
      if lag > .zero, entry.time + lag > now { return }
      nodes[index].applied += 1
      if entry.command.kind != .query { nodes[index].changed = nodes[index].applied }
      _ = run(entry.command, on: index)
    }
  }

  func run(_ command: Command, on index: Int) -> Outcome {
    let handle = nodes[index].database.interruptHandle(command.kind)
    let limit = min(configuration.work, command.timeLimit ?? configuration.work)
    // A task might find no thread to run on while statements have them.
    let alarm = DispatchWorkItem { handle.interrupt() }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit / .seconds(1), execute: alarm)
    defer { alarm.cancel() }
    do throws(StandInDatabase.Unspeakable) {
      return .success(
        try nodes[index].database.run(
          command.statements, command.kind, isTransaction: command.isTransaction, writesArrays: command.writesArrays,
          isTimed: command.timeLimit != nil))
    } catch {
      return .failure(error)
    }
  }

  /// Hands a command to the cluster by way of the leader.
  ///
  /// - Returns: what came of it on the leader; `nil` when the leader changed meanwhile, and nobody knows.
  func propose(_ command: Command) async -> Outcome? {
    guard let leader else { return nil }
    let term = term
    numbers += 1
    let number = numbers
    pending.append(Pending(number: number, command: command))
    let end = ContinuousClock.now + configuration.commit
    while self.term == term, ContinuousClock.now < end {
      try? await Task.sleep(for: min(end - .now, .milliseconds(2)))
    }
    while self.term == term, outcomes[number] == nil, !hasQuorum || !nodes[leader].isRunning {
      // The majority is gone, and this is not noticed yet.
      try? await Task.sleep(for: .milliseconds(2))
      tick()
    }
    if let outcome = outcomes.removeValue(forKey: number) { return outcome }
    guard self.term == term else { return nil }
    // Whatever was taken before goes first.
    while let first = pending.first, first.number <= number {
      pending.removeFirst()
      catchUp(leader)
      log.append((first.command, .now))
      nodes[leader].applied = log.count
      if first.command.kind != .query { nodes[leader].changed = log.count }
      outcomes[first.number] = run(first.command, on: leader)
    }
    return outcomes.removeValue(forKey: number)
  }
}
