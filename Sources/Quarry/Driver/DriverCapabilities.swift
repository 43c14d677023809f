/// What one opened connection can do. What is unknown counts as absent.
public struct DriverCapabilities: Sendable, Hashable {
  /// The engine behind the connection, with its probed features.
  public var engine: DatabaseEngine
  /// Which transactions the connection can hold.
  public var transactions: TransactionSupport
  /// Whether a connection that can hold a transaction open also applies whole batches, in one round trip.
  public var atomicBatches: Bool
  /// Whether other connections may read beside this one, each on its own snapshot.
  public var parallelReaders: Bool
  /// Whether all 64 bits of an integer survive the way to the engine and back.
  public var exactIntegers: Bool
  /// Whether blobs can be stored.
  public var blobs: Bool
  /// Whether infinities can be stored.
  public var infinities: Bool
  /// Whether a text with zero bytes is carried whole.
  public var zeroBytes: Bool
  /// Whether a real that is a whole number comes back as a real. A protocol whose numbers have one type gives an integer
  /// of the same value instead; reading either as a `Double` gives the same.
  public var wholeReals: Bool
  /// Whether errors have the engine's extended codes. Protocols that only carry the engine's words leave them to be guessed.
  public var extendedErrorCodes: Bool
  /// Whether an error of the engine tells what stayed of its statement, such as the rows before the one that broke a
  /// constraint under `OR FAIL`. If `false`, the outcome of such an error is unknown.
  public var exactOutcomes: Bool
  /// Whether every error of the engine has at least its primary code. Protocols that carry nothing but the engine's words
  /// leave the code to be recognised by them, and a trigger can say any words.
  public var primaryErrorCodes: Bool
  /// Whether columns of tables come with their declared types.
  public var declaredTypes: Bool
  /// Whether rows come as the engine finds them. Where an answer comes whole, an error comes instead of all its rows.
  public var streamsRows: Bool
  /// What an interrupt ends.
  public var interrupts: InterruptSupport
  /// The longest time that a transaction may be idle before the server ends it; `nil` when it stays open as long as its
  /// connection, or when no such time is known.
  public var idleTransactionTimeout: Duration?
  /// Whether changes of rows are reported.
  public var changeNotifications: Bool
  /// Whether the database is encrypted.
  public var encrypted: Bool
  /// Whether databases can be attached.
  public var attach: Bool
  /// What becomes of the settings of the connection (PRAGMA) after the call that makes them.
  public var connectionSettings: SettingSupport
  /// What change tokens mean: whether reads wait for what other connections and other copies have written.
  public var changeTokens: ChangeTokenSupport
  /// Whether statements tell what they read and write; see ``DriverStatement/effects``. If `false`, every change counts as one
  /// of everything.
  public var statementEffects: Bool
  /// How the connection learns of changes that others make.
  public var changeDetection: ChangeDetection
  /// What else the connection refuses by type, beside what the other properties say; ``lacks(_:)`` asks for both.
  public var lacking: Set<MissingCapability>
  /// The limits of the connection. The core refuses what is beyond them before the driver sees it, unless the engine
  /// reports it itself; see ``engineLimits``.
  public var limits: EngineLimits
  /// The limits that the engine itself checks, with errors that have its own code and words; `nil` when they are not known.
  ///
  /// The core leaves each of ``limits`` to the engine that is not below the engine's own. A driver around another one that
  /// lowers a limit changes ``limits`` alone.
  public var engineLimits: EngineLimits?

  /// Creates capabilities; everything that is not named counts as absent, but for what only some protocols lack: whole
  /// reals, zero bytes in texts, codes and outcomes of errors, declared types, rows before the end, settings that last, and
  /// reads that see every write before them.
  public init(
    engine: DatabaseEngine, transactions: TransactionSupport, parallelReaders: Bool = false,
    exactIntegers: Bool = false,
    blobs: Bool = false, infinities: Bool = false, interrupts: InterruptSupport = .none,
    changeNotifications: Bool = false, encrypted: Bool = false, attach: Bool = false,
    connectionSettings: SettingSupport = .kept, atomicBatches: Bool = false,
    wholeReals: Bool = true, extendedErrorCodes: Bool = true, primaryErrorCodes: Bool = true,
    declaredTypes: Bool = true, streamsRows: Bool = true, changeTokens: ChangeTokenSupport = .always,
    lacking: Set<MissingCapability> = [], zeroBytes: Bool = true, exactOutcomes: Bool = true,
    idleTransactionTimeout: Duration? = nil, statementEffects: Bool = false,
    changeDetection: ChangeDetection = .none, limits: EngineLimits,
    engineLimits: EngineLimits? = nil
  ) {
    self.engine = engine
    self.transactions = transactions
    self.atomicBatches = atomicBatches
    self.parallelReaders = parallelReaders
    self.exactIntegers = exactIntegers
    self.blobs = blobs
    self.infinities = infinities
    self.zeroBytes = zeroBytes
    self.wholeReals = wholeReals
    self.extendedErrorCodes = extendedErrorCodes
    self.exactOutcomes = exactOutcomes
    self.primaryErrorCodes = primaryErrorCodes
    self.declaredTypes = declaredTypes
    self.streamsRows = streamsRows
    self.interrupts = interrupts
    self.idleTransactionTimeout = idleTransactionTimeout
    self.changeNotifications = changeNotifications
    self.encrypted = encrypted
    self.attach = attach
    self.connectionSettings = connectionSettings
    self.changeTokens = changeTokens
    self.statementEffects = statementEffects
    self.changeDetection = changeDetection
    self.lacking = lacking
    self.limits = limits
    self.engineLimits = engineLimits
  }

  /// Which transactions a connection can hold.
  public enum TransactionSupport: Sendable, Hashable {
    /// BEGIN, statements, COMMIT, with savepoints.
    case interactive
    /// Only whole batches are atomic.
    case batchOnly
  }

  /// What becomes of the settings of a connection.
  public enum SettingSupport: String, Sendable, Hashable {
    /// They last as long as the connection.
    case kept
    /// The driver makes those again that it knows, wherever the server would have lost them, and refuses the others.
    case remade
    /// They would be lost with the call, so they are refused.
    case refused
  }

  /// What ``InterruptHandle/interrupt()`` ends, which the core calls when the task of a call is cancelled.
  ///
  /// On every level, nothing starts in a task that was cancelled before: its call throws `CancellationError`. COMMIT and
  /// ROLLBACK of a body that has ended are never interrupted.
  public enum InterruptSupport: Sendable, Hashable {
    /// Nothing. The core never calls it: a statement that runs in a cancelled task runs to its end, and its call returns
    /// what it did. The next call of the body throws.
    case none
    /// The running statement, with code `.interrupted`; its call throws `CancellationError`, and the connection stays
    /// usable. If the driver can't tell whether a change took effect, it throws `.outcomeUnknown` instead.
    case statement
    /// The whole connection, whose ``DriverConnection/transactionStatus`` is `.unknown` from then on. Its call throws as for
    /// a statement; the core closes the connection and opens another one.
    case connection
  }
}
