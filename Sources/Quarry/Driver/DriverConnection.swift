/// Opens connections to one database. The whole contract that a driver author implements is this protocol,
/// ``DriverConnection`` and ``DriverStatement``; a local engine adds ``SynchronousDriverConnection``.
///
/// The core owns everything else: the pool, which statements are kept, the state of transactions, retries, logging,
/// features and lowering. A driver stays small.
public protocol DatabaseDriver: Sendable {
  /// The type of its connections.
  associatedtype Connection: DriverConnection

  /// A name for people. Nothing ever branches on it.
  var name: String { get }

  /// What the driver can say about itself before anything is open.
  var traits: DriverTraits { get }

  /// The name of the database: the same wherever this driver leads to the same database, in any process, and never the
  /// same for another one. Change tokens name their database by a hash of it.
  ///
  /// The default is `nil`: the driver cannot tell, and a token is only good for the ``Database`` that made it.
  var databaseName: String? { get }

  /// Which database the driver leads to, as logs, metrics and traces name it. Hold no secret in it.
  ///
  /// The default knows nothing: its system is `other_sql`.
  var endpoint: DatabaseEndpoint { get }

  /// Opens a connection for a role. The driver keeps no reference to it.
  ///
  /// - Throws: ``DatabaseError``, for instance with code `.cannotOpen`, `.notADatabase` or `.wrongKey`.
  nonisolated(nonsending) func open(_ role: ConnectionRole) async throws(DatabaseError) -> sending Connection

  /// The core's own way in, with a default for each kind of connection; a driver does not implement it.
  func connect<Opener: ConnectionOpener>(_ role: ConnectionRole, by opener: Opener) async throws -> Opener.Opened
}

extension DatabaseDriver {
  /// Not known; see the requirement.
  public var databaseName: String? { nil }

  /// Not known; see the requirement.
  public var endpoint: DatabaseEndpoint { DatabaseEndpoint(systemName: "other_sql") }
}

/// What a driver says about itself before anything is open; the pool is laid out from it.
public struct DriverTraits: Sendable {
  /// The version of the driver contract that the driver was written for; see ``supportedContractVersions``.
  public var contractVersion: Int
  /// How many connections may read beside the writer: 0 for a database that only one connection can see.
  public var maximumReaders: Int
  /// Whether a call may block its thread. Such connections get a thread of their own.
  public var blocksThread: Bool

  /// The version of the contract that this core was built with.
  public static let currentContractVersion = 3

  /// The versions of the contract that this core runs. A version that only adds requirements, whose defaults refuse, keeps
  /// those before it in the range; one that changes a rule does not.
  public static let supportedContractVersions = 3...currentContractVersion

  /// Creates traits.
  ///
  /// - Parameters:
  ///   - maximumReaders: How many connections may read beside the writer; clamped to 0...64.
  ///   - blocksThread: Whether a call may block its thread.
  ///   - contractVersion: The version of the contract that the driver was written for. Write the number, so that opening
  ///     fails with a clear error once a core has other rules; the default is whatever the core has.
  public init(maximumReaders: Int, blocksThread: Bool, contractVersion: Int = DriverTraits.currentContractVersion) {
    self.maximumReaders = min(max(maximumReaders, 0), 64)
    self.blocksThread = blocksThread
    self.contractVersion = contractVersion
  }
}

extension DatabaseDriver {
  /// Refuses a driver that was written for a contract with other rules.
  func requireSupportedContract() throws(DatabaseError) {
    let (version, supported) = (traits.contractVersion, DriverTraits.supportedContractVersions)
    guard !supported.contains(version) else { return }
    throw DatabaseError(
      .invalidConfiguration,
      "the driver \(name) was written for version \(version) of the driver contract, and this version of Quarry runs "
        + "\(supported.count == 1 ? "version \(supported.upperBound)" : "versions \(supported.lowerBound) to \(supported.upperBound)")"
        + "; update \(version > supported.upperBound ? "Quarry" : "the driver")")
  }
}

/// What a connection is opened for.
public enum ConnectionRole: Sendable, Hashable {
  /// Reads and writes.
  case writer
  /// Only reads; a local engine refuses writes on it.
  case reader
}

/// One open connection, confined to one task at a time by the core.
public protocol DriverConnection: AnyObject, SendableMetatype {
  /// The type of its statements.
  associatedtype Statement: DriverStatement

  /// What this connection can do, found when it was opened. The value never changes while the connection is open.
  var capabilities: DriverCapabilities { get }

  /// Whether a transaction is open, as the engine knows it: an error may have rolled it back.
  var transactionStatus: TransactionStatus { get }

  /// Why the connection cannot be used any more, once the status of its transaction is `.unknown`.
  ///
  /// A driver that knows what became of an open transaction says so here, and callers get this error. The default is `nil`:
  /// callers are told that the connection was lost, inside a transaction with `.outcomeUnknown`.
  var failure: DatabaseError? { get }

  /// What tells the storage behind this connection from every other one, such as a file's number on its device: the same
  /// for all connections of one database while they are open.
  ///
  /// The pool refuses a connection whose identity is another one than that of its first: somebody has put another file in
  /// the place of the one that is open. The default is `nil`: the driver cannot tell, or it cannot happen.
  var storageIdentity: String? { get }

  /// A handle that any task may use to end the statement that is running now.
  var interruptHandle: any InterruptHandle { get }

  /// Prepares the first statement of `sql`.
  ///
  /// - Returns: the statement and the number of UTF-8 bytes of `sql` that it took, trailing `;` included;
  ///   `nil` when there is nothing but blanks and comments.
  nonisolated(nonsending) func prepare(_ sql: String) async throws(DatabaseError) -> PreparedStatement<Statement>?

  /// Runs statements in one atomic batch, in one round trip where the protocol has it.
  ///
  /// The default refuses with `.unsupportedFeature`; a connection that can hold a transaction open needs nothing else.
  /// A connection for a reader gets statements that only read, which see one snapshot.
  ///
  /// - Parameters:
  ///   - statements: the statements with their values, each of them one that the connection can carry.
  ///   - wantsResults: whether the caller needs what each statement did. A driver that has no room to ask for that
  ///     refuses before it sends anything.
  /// - Returns: one answer for each statement.
  /// - Throws: ``DatabaseError`` with the position of the failing statement in `statementIndex`, where that is known.
  nonisolated(nonsending) func executeBatch(
    _ statements: [SQLFragment], wantsResults: Bool
  ) async throws(DatabaseError) -> [BatchedAnswer]

  /// A token for everything that was committed before the call.
  ///
  /// Only asked where ``DriverCapabilities/changeTokens`` is `.positioned`; the default refuses with `.unsupportedFeature`.
  nonisolated(nonsending) func changeToken() async throws(DatabaseError) -> ChangeToken

  /// Says what the next reads must see, until it is called with `nil`: a statement that stands alone, or the first one
  /// of a transaction, waits for it or fails with `.changesNotReached` or `.foreignChangeToken`, and gives no older
  /// row.
  ///
  /// Only called where ``DriverCapabilities/changeTokens`` is not `.always`; the default does nothing. What was written
  /// through the same driver value, its reads see without being told, unless it was made for older ones.
  func require(_ changes: RequiredChanges?)

  /// Has statements tell what they read and write, by ``DriverStatement/effects``, from now on.
  ///
  /// The core calls it once, when somebody begins to observe the database; until then nothing need be noted. The default does
  /// nothing.
  func trackEffects()

  /// A number that is another one after somebody else has committed a change.
  ///
  /// Only asked where ``DriverCapabilities/changeDetection`` is not `.none`. The default is the position of
  /// ``changeToken()`` where that is one, and refuses with `.unsupportedFeature` elsewhere.
  nonisolated(nonsending) func changePosition() async throws(DatabaseError) -> UInt64

  /// Calls back whenever somebody else may have changed the database, from any thread, until the watch is canceled.
  ///
  /// Only called where ``DriverCapabilities/changeDetection`` is `.events`. The default returns `nil`: then, and wherever the
  /// platform can't watch, the core asks for the position once a second.
  ///
  /// - Parameter changed: Called at every sign of a change. It returns at once.
  func watchChanges(_ changed: @escaping @Sendable () -> Void) -> (any ChangeWatch)?

  /// Closes the connection. A second call does nothing.
  nonisolated(nonsending) func close() async
}

extension DriverConnection {
  /// Not known; see the requirement.
  public var storageIdentity: String? { nil }

  /// Not known; see the requirement.
  public var failure: DatabaseError? { nil }

  /// Refuses; see the requirement.
  public nonisolated(nonsending) func executeBatch(
    _ statements: [SQLFragment], wantsResults: Bool
  ) async throws(DatabaseError) -> [BatchedAnswer] {
    throw DatabaseError(.unsupportedFeature, "this driver has no atomic batch of its own")
  }

  /// Refuses; see the requirement.
  public nonisolated(nonsending) func changeToken() async throws(DatabaseError) -> ChangeToken {
    throw DatabaseError(.unsupportedFeature, "this driver does not tell how far its database is")
  }

  /// Nothing; see the requirement.
  public func require(_ changes: RequiredChanges?) {}

  /// Nothing; see the requirement.
  public func trackEffects() {}

  /// The position of the change token, or a refusal; see the requirement.
  public nonisolated(nonsending) func changePosition() async throws(DatabaseError) -> UInt64 {
    guard capabilities.changeTokens == .positioned else { throw DatabaseError.noChangePosition }
    return try await changeToken().position
  }

  /// No watch; see the requirement.
  public func watchChanges(_ changed: @escaping @Sendable () -> Void) -> (any ChangeWatch)? { nil }
}

extension DatabaseError {
  /// The refusal of a driver that can't be asked for changes.
  static var noChangePosition: DatabaseError {
    DatabaseError(.unsupportedFeature, "this driver does not tell whether others have changed its database")
  }
}

/// A statement and how much of the SQL text it took.
public struct PreparedStatement<Statement> {
  /// The statement.
  public var statement: Statement
  /// The number of UTF-8 bytes that it took.
  public var byteCount: Int

  /// Creates the pair.
  public init(statement: Statement, byteCount: Int) {
    self.statement = statement
    self.byteCount = byteCount
  }
}

/// Whether a transaction is open.
///
/// What a driver reports when something is lost decides what the caller gets:
///
/// | what is lost, and when | the call throws | the status after it | the caller gets |
/// | --- | --- | --- | --- |
/// | the connection, before the statement is sent | `.cannotOpen` or `.inputOutput`, retry-safe | `.idle` | that error |
/// | the connection, between two calls outside of a transaction | nothing | `.unknown` | `.connectionClosed`, not applied; the next call gets another connection |
/// | the answer to a change outside of a transaction | `.outcomeUnknown`, outcome unknown | `.idle` or `.unknown` | that error |
/// | the connection, at BEGIN | `.inputOutput` or the like, not applied, retry-safe | `.idle` | that error; the body has not begun |
/// | the transaction inside its body, and the driver knows it: the server says that it rolled back | the server's error, not applied | `.idle` | that error; if the body goes on, `.transactionState`, not applied |
/// | the connection inside a body, and the driver cannot tell what became of the transaction | `.inputOutput` or the like | `.unknown` | that error; if the body goes on, `.outcomeUnknown`, outcome unknown; if it ends as if nothing had happened, `.connectionClosed`, not applied |
/// | the answer to COMMIT | `.outcomeUnknown`, outcome unknown | `.unknown`, or `.idle` where the connection can be used | that error, never retry-safe |
/// | COMMIT itself, and the driver knows that it was not carried out | the server's error, not applied | `.idle` | that error, retry-safe if the driver says so |
///
/// Report `.idle` only if you know that the server holds no transaction of this connection. A connection whose status is
/// `.unknown` is closed, and the pool opens another one.
public enum TransactionStatus: Sendable, Hashable {
  /// No transaction: each statement commits by itself.
  case idle
  /// A transaction is open.
  case active
  /// The connection was lost in the middle; it must be discarded.
  case unknown
}

/// Ends the statement that is running on a connection, from any task.
public protocol InterruptHandle: Sendable {
  /// Asks the running statement to end with `.interrupted`. Does nothing when none is running.
  ///
  /// The core calls it at most once for each call that is cancelled, and never where ``DriverCapabilities/interrupts`` is `.none`.
  /// It is not repeated: from the moment ``DriverStatement/start(_:)`` returns, an interrupt must end the statement,
  /// also if it comes just before the engine begins. One that came before `start(_:)` must not, since the core has looked
  /// at the task again by then. ``DriverCapabilities/InterruptSupport`` says what the caller gets.
  func interrupt()
}

/// What a finished statement did.
public struct StatementResult: Sendable, Hashable {
  /// The number of rows that the statement itself inserted, updated or deleted.
  public var affectedRows: Int64
  /// The rowid of the last inserted row of the connection; 0 when there is none.
  public var lastInsertedRowID: Int64

  /// Creates a result.
  public init(affectedRows: Int64, lastInsertedRowID: Int64) {
    self.affectedRows = affectedRows
    self.lastInsertedRowID = lastInsertedRowID
  }
}

/// Whether a statement has more rows.
public enum StepResult: Sendable, Hashable {
  /// The batch holds rows and more may follow.
  case more
  /// The statement has finished; the batch holds the last rows.
  case done(StatementResult)
}
