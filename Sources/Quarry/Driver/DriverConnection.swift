/// A driver: opens connections to one database.
///
/// To write a driver, implement this protocol, ``DriverConnection`` and ``DriverStatement``. A local engine also
/// implements ``SynchronousDriverConnection``. Quarry does everything else: the pool, the statement cache,
/// transactions, retries, logging, features and lowering.
public protocol DatabaseDriver: Sendable {
  /// The type of its connections.
  associatedtype Connection: DriverConnection

  /// The driver's display name. Nothing depends on it.
  var name: String { get }

  /// The properties of the driver that are known before it opens a connection.
  var traits: DriverTraits { get }

  /// A stable identifier of the database. Two drivers that open the same database return the same identifier, in any
  /// process. Drivers that open different databases never do. Change tokens contain a hash of it.
  ///
  /// The default is `nil`: the identifier isn't known, and a token is valid only for the ``Database`` that made it.
  var databaseName: String? { get }

  /// The description of the database for logs, metrics and traces. It must not contain a secret.
  ///
  /// The default describes an unknown database: its system is `other_sql`.
  var endpoint: DatabaseEndpoint { get }

  /// Opens a connection for a role. Don't keep a reference to the connection.
  ///
  /// - Throws: ``DatabaseError``, for example with code `.cannotOpen`, `.notADatabase` or `.wrongKey`.
  nonisolated(nonsending) func open(_ role: ConnectionRole) async throws(DatabaseError) -> sending Connection

  /// Opens a connection for Quarry. Each kind of connection has a default implementation; don't implement it in a
  /// driver.
  ///
  /// - Throws: The error of ``open(_:)``.
  func connect<Opener: ConnectionOpener>(_ role: ConnectionRole, by opener: Opener) async throws -> Opener.Opened
}

extension DatabaseDriver {
  /// `nil`; see the requirement.
  public var databaseName: String? { nil }

  /// An unknown endpoint; see the requirement.
  public var endpoint: DatabaseEndpoint { DatabaseEndpoint(systemName: "other_sql") }
}

/// The properties of a driver that are known before it opens a connection. They determine the layout of the pool.
public struct DriverTraits: Sendable {
  /// The version of the driver contract that the driver implements; see ``supportedContractVersions``.
  public var contractVersion: Int
  /// The number of connections that can read in parallel with the writer; 0 if only one connection can see the
  /// database.
  public var maximumReaders: Int
  /// Whether a call can block its thread. Such connections get their own thread.
  public var blocksThread: Bool

  /// The version of the contract in this version of Quarry.
  public static let currentContractVersion = 3

  /// The versions of the contract that this version of Quarry supports. A version that only adds requirements with
  /// default implementations keeps earlier versions in the range. A version that changes a rule doesn't.
  public static let supportedContractVersions = 3...currentContractVersion

  /// Creates traits.
  ///
  /// - Parameters:
  ///   - maximumReaders: The number of connections that can read in parallel with the writer, clamped to 0 through 64.
  ///   - blocksThread: Whether a call can block its thread.
  ///   - contractVersion: The version of the contract that the driver implements. Write the number, so that opening
  ///     throws a clear error if the rules change. The default is the current version.
  public init(maximumReaders: Int, blocksThread: Bool, contractVersion: Int = DriverTraits.currentContractVersion) {
    self.maximumReaders = min(max(maximumReaders, 0), 64)
    self.blocksThread = blocksThread
    self.contractVersion = contractVersion
  }
}

extension DatabaseDriver {
  /// Throws for a driver that implements an unsupported version of the contract.
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

/// The purpose of a connection.
public enum ConnectionRole: Sendable, Hashable {
  /// Reads and writes.
  case writer
  /// Only reads. A local engine rejects writes on it.
  case reader
}

/// An open connection. Quarry uses it from one task at a time.
public protocol DriverConnection: AnyObject, SendableMetatype {
  /// The type of its statements.
  associatedtype Statement: DriverStatement

  /// The capabilities of the connection, determined when it was opened. The value must not change while the connection
  /// is open.
  var capabilities: DriverCapabilities { get }

  /// Whether a transaction is open, as the engine reports it. An error can have rolled it back.
  var transactionStatus: TransactionStatus { get }

  /// The reason why the connection can't be used any more, once ``transactionStatus`` is `.unknown`.
  ///
  /// A driver that knows the outcome of an open transaction returns it here, and callers receive this error. The
  /// default is `nil`: callers receive an error about a lost connection, inside a transaction with code
  /// `.outcomeUnknown`.
  var failure: DatabaseError? { get }

  /// The identity of the storage, such as a file's number on its device. It is the same for all open connections of one
  /// database.
  ///
  /// The pool throws if a new connection has another identity than its first one, because the open file was replaced by
  /// another file. The default is `nil`: the identity isn't known, or can't change.
  var storageIdentity: String? { get }

  /// A handle that any task can use to end the running statement.
  var interruptHandle: any InterruptHandle { get }

  /// Prepares the first statement of a text.
  ///
  /// - Parameter sql: The text.
  /// - Returns: The statement and the number of UTF-8 bytes of its text, including a trailing `;`. `nil` if there are
  ///   only white space and comments.
  /// - Throws: ``DatabaseError``, for example with code `.syntax` or `.noSuchObject`.
  nonisolated(nonsending) func prepare(_ sql: String) async throws(DatabaseError) -> PreparedStatement<Statement>?

  /// Runs statements in one atomic batch, in one round trip if the protocol supports it.
  ///
  /// The default implementation throws `.unsupportedFeature`, which is enough for a connection with interactive
  /// transactions. A reader's connection only receives statements that read, and they must see one snapshot.
  ///
  /// - Parameters:
  ///   - statements: The statements with their values. The connection can transfer each value.
  ///   - wantsResults: Whether the caller needs the result of each statement. A driver that can't return it throws
  ///     before it sends anything.
  /// - Returns: One answer for each statement.
  /// - Throws: ``DatabaseError`` with the position of the failing statement in `statementIndex`, if it is known.
  nonisolated(nonsending) func executeBatch(
    _ statements: [SQLFragment], wantsResults: Bool
  ) async throws(DatabaseError) -> [BatchedAnswer]

  /// Runs statements one after another inside the open transaction, in one round trip. Each has the same effect, answer
  /// and error as on its own.
  ///
  /// The first statement that fails, or that ends the transaction, is the last one that runs. What ran before it stays.
  ///
  /// The default implementation runs nothing, and Quarry runs the statements one by one. A driver does the same from the
  /// first statement on for which it can't keep this promise.
  ///
  /// - Parameter statements: The statements with their values. The connection can transfer each value.
  /// - Returns: The answers to the first statements. Quarry runs the others.
  /// - Throws: ``DatabaseError`` of a statement, with its position in `statementIndex`.
  nonisolated(nonsending) func executeSequence(
    _ statements: [SQLFragment]
  ) async throws(DatabaseError) -> [BatchedAnswer]

  /// Returns a token for everything that was committed before the call.
  ///
  /// Called only if ``DriverCapabilities/changeTokens`` is `.positioned`. The default implementation throws
  /// `.unsupportedFeature`.
  ///
  /// - Throws: ``DatabaseError`` if the position can't be determined.
  nonisolated(nonsending) func changeToken() async throws(DatabaseError) -> ChangeToken

  /// Sets the changes that the next reads must see, until it is called with `nil`.
  ///
  /// A single statement, or the first one of a transaction, waits for these changes. If they don't arrive in time, it
  /// throws `.changesNotReached`, and for a token of another log `.foreignChangeToken`. It never returns an older row.
  ///
  /// Called only if ``DriverCapabilities/changeTokens`` isn't `.always`. The default implementation does nothing. Reads
  /// see the writes of the same driver value in any case, unless the driver was created for older reads.
  func require(_ changes: RequiredChanges?)

  /// Makes statements report their ``DriverStatement/effects`` from now on.
  ///
  /// Quarry calls it once, when the database is first observed. Before that, a driver doesn't have to collect anything.
  /// The default implementation does nothing.
  func trackEffects()

  /// Returns a number that is different after somebody else has committed a change.
  ///
  /// Called only if ``DriverCapabilities/changeDetection`` isn't `.none`. The default implementation returns the
  /// position of ``changeToken()`` if there is one, and otherwise throws `.unsupportedFeature`.
  ///
  /// - Throws: ``DatabaseError`` if the number can't be determined.
  nonisolated(nonsending) func changePosition() async throws(DatabaseError) -> UInt64

  /// Calls a closure whenever somebody else may have changed the database, from any thread, until the watch is
  /// canceled.
  ///
  /// Called only if ``DriverCapabilities/changeDetection`` is `.events`. The default implementation returns `nil`. If
  /// there is no watch, Quarry asks for the position once a second.
  ///
  /// - Parameter changed: Called for every sign of a change. It returns immediately.
  func watchChanges(_ changed: @escaping @Sendable () -> Void) -> (any ChangeWatch)?

  /// Closes the connection. A second call does nothing.
  nonisolated(nonsending) func close() async
}

extension DriverConnection {
  /// `nil`; see the requirement.
  public var storageIdentity: String? { nil }

  /// `nil`; see the requirement.
  public var failure: DatabaseError? { nil }

  /// Throws; see the requirement.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature`.
  public nonisolated(nonsending) func executeBatch(
    _ statements: [SQLFragment], wantsResults: Bool
  ) async throws(DatabaseError) -> [BatchedAnswer] {
    throw DatabaseError(.unsupportedFeature, "this driver doesn't support atomic batches")
  }

  /// Runs nothing; see the requirement.
  ///
  /// - Throws: Never.
  public nonisolated(nonsending) func executeSequence(
    _ statements: [SQLFragment]
  ) async throws(DatabaseError) -> [BatchedAnswer] { [] }

  /// Throws; see the requirement.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature`.
  public nonisolated(nonsending) func changeToken() async throws(DatabaseError) -> ChangeToken {
    throw DatabaseError(.unsupportedFeature, "this driver doesn't report the position of its database")
  }

  /// Does nothing; see the requirement.
  public func require(_ changes: RequiredChanges?) {}

  /// Does nothing; see the requirement.
  public func trackEffects() {}

  /// Returns the position of the change token; see the requirement.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if tokens have no position, or the error of
  ///   ``changeToken()``.
  public nonisolated(nonsending) func changePosition() async throws(DatabaseError) -> UInt64 {
    guard capabilities.changeTokens == .positioned else { throw DatabaseError.noChangePosition }
    return try await changeToken().position
  }

  /// Returns `nil`; see the requirement.
  public func watchChanges(_ changed: @escaping @Sendable () -> Void) -> (any ChangeWatch)? { nil }
}

extension DatabaseError {
  /// The error of a driver that can't detect changes by others.
  static var noChangePosition: DatabaseError {
    DatabaseError(.unsupportedFeature, "this driver doesn't report whether others have changed its database")
  }
}

/// A statement and the length of its text.
public struct PreparedStatement<Statement> {
  /// The statement.
  public var statement: Statement
  /// The number of UTF-8 bytes of its text.
  public var byteCount: Int

  /// Creates a prepared statement.
  public init(statement: Statement, byteCount: Int) {
    self.statement = statement
    self.byteCount = byteCount
  }
}

/// Whether a transaction is open.
///
/// When a connection or an answer is lost, the driver's error and this status determine what the caller receives:
///
/// | what is lost, and when | the call throws | the status after it | the caller receives |
/// | --- | --- | --- | --- |
/// | the connection, before the statement is sent | `.cannotOpen` or `.inputOutput`, retry-safe | `.idle` | that error |
/// | the connection, between two calls outside of a transaction | nothing | `.unknown` | `.connectionClosed`, not applied; the next call gets another connection |
/// | the answer to a change outside of a transaction | `.outcomeUnknown`, outcome unknown | `.idle` or `.unknown` | that error |
/// | the connection, at BEGIN | `.inputOutput` or the like, not applied, retry-safe | `.idle` | that error; the body has not begun |
/// | the transaction inside its body, and the driver knows it: the server says that it rolled back | the server's error, not applied | `.idle` | that error; if the body goes on, `.transactionState`, not applied |
/// | the connection inside a body, and the driver doesn't know the outcome of the transaction | `.inputOutput` or the like | `.unknown` | that error; if the body goes on, `.outcomeUnknown`, outcome unknown; if it ends as if nothing had happened, `.connectionClosed`, not applied |
/// | the answer to COMMIT | `.outcomeUnknown`, outcome unknown | `.unknown`, or `.idle` where the connection can be used | that error, never retry-safe |
/// | COMMIT itself, and the driver knows that it was not carried out | the server's error, not applied | `.idle` | that error, retry-safe if the driver says so |
///
/// Report `.idle` only if the server holds no transaction of this connection. Quarry closes a connection whose status
/// is `.unknown`, and the pool opens another one.
public enum TransactionStatus: Sendable, Hashable {
  /// No transaction: each statement commits by itself.
  case idle
  /// A transaction is open.
  case active
  /// The connection was lost during a transaction and must be discarded.
  case unknown
}

/// Ends the running statement of a connection, from any task.
public protocol InterruptHandle: Sendable {
  /// Asks the running statement to end with `.interrupted`. Does nothing if none is running.
  ///
  /// Quarry calls it at most once for each canceled call, and never if ``DriverCapabilities/interrupts`` is `.none`. It
  /// isn't repeated: once ``DriverStatement/start(_:)`` has returned, an interrupt must end the statement, even if it
  /// arrives just before the engine begins. An interrupt before `start(_:)` must not end it, because Quarry checks the
  /// task again after the start. ``DriverCapabilities/InterruptSupport`` describes what the caller receives.
  func interrupt()
}

/// The result of a finished statement.
public struct StatementResult: Sendable, Hashable {
  /// The number of rows that the statement itself inserted, updated or deleted.
  public var affectedRows: Int64
  /// The rowid of the last inserted row of the connection; 0 if there is none.
  public var lastInsertedRowID: Int64

  /// Creates a result.
  public init(affectedRows: Int64, lastInsertedRowID: Int64) {
    self.affectedRows = affectedRows
    self.lastInsertedRowID = lastInsertedRowID
  }
}

/// Whether a statement has more rows.
public enum StepResult: Sendable, Hashable {
  /// The batch contains rows, and more can follow.
  case more
  /// The statement has finished, and the batch contains the last rows.
  case done(StatementResult)
}
