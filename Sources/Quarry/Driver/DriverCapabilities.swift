/// The capabilities of an open connection. Anything unknown counts as absent.
public struct DriverCapabilities: Sendable, Hashable {
  /// The engine of the connection, with its probed features.
  public var engine: DatabaseEngine
  /// The transactions that the connection supports.
  public var transactions: TransactionSupport
  /// Whether a connection with interactive transactions also runs whole batches in one round trip.
  public var atomicBatches: Bool
  /// Whether other connections can read in parallel, each on its own snapshot.
  public var parallelReaders: Bool
  /// Whether integers keep all 64 bits on the way to the engine and back.
  public var exactIntegers: Bool
  /// Whether blobs can be stored.
  public var blobs: Bool
  /// Whether infinities can be stored.
  public var infinities: Bool
  /// Whether a text with zero bytes is transferred completely.
  public var zeroBytes: Bool
  /// Whether a real that is a whole number is returned as a real. A protocol with only one number type returns an
  /// integer of the same value instead. Reading either as a `Double` returns the same value.
  public var wholeReals: Bool
  /// Whether errors have the engine's extended codes. Otherwise the driver guesses them from the engine's message.
  public var extendedErrorCodes: Bool
  /// Whether an engine's error tells which changes of its statement were kept, such as the rows before a constraint
  /// error under `OR FAIL`. If `false`, the outcome of such an error is unknown.
  public var exactOutcomes: Bool
  /// Whether every engine error has at least its primary code. Otherwise the driver guesses the code from the message,
  /// which a trigger can choose freely.
  public var primaryErrorCodes: Bool
  /// Whether table columns are described with their declared types.
  public var declaredTypes: Bool
  /// Whether rows are streamed. If `false`, a result arrives as a whole, and an error discards all of its rows.
  public var streamsRows: Bool
  /// What an interrupt ends.
  public var interrupts: InterruptSupport
  /// The longest idle time of a transaction before the server ends it; `nil` if the transaction stays open as long as
  /// its connection, or if the time isn't known.
  public var idleTransactionTimeout: Duration?
  /// Whether changes of rows are reported.
  public var changeNotifications: Bool
  /// Whether the database is encrypted.
  public var encrypted: Bool
  /// Whether databases can be attached.
  public var attach: Bool
  /// How long settings of the connection (PRAGMA) last.
  public var connectionSettings: SettingSupport
  /// The meaning of change tokens: whether reads wait for the writes of other connections and other copies.
  public var changeTokens: ChangeTokenSupport
  /// Whether statements report what they read and write; see ``DriverStatement/effects``. If `false`, every change
  /// counts as a change of everything.
  public var statementEffects: Bool
  /// How the connection learns of changes by others.
  public var changeDetection: ChangeDetection
  /// Further capabilities that the connection lacks. ``lacks(_:)`` considers them together with the other properties.
  public var lacking: Set<MissingCapability>
  /// The limits of the connection. Quarry throws for a statement beyond them before the driver sees it, unless the
  /// engine reports the error itself; see ``engineLimits``.
  public var limits: EngineLimits
  /// The limits that the engine checks, with its own errors; `nil` if they aren't known.
  ///
  /// Quarry leaves a limit to the engine unless ``limits`` has a lower one. A driver that wraps another driver and
  /// lowers a limit changes only ``limits``.
  public var engineLimits: EngineLimits?

  /// Creates capabilities. Anything that isn't named counts as absent, except for capabilities that only some protocols
  /// lack. Those are whole reals, zero bytes in texts, codes and outcomes of errors, declared types, streaming, lasting
  /// settings, and reads that see every earlier write.
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

  /// The transactions that a connection supports.
  public enum TransactionSupport: Sendable, Hashable {
    /// BEGIN, statements, and COMMIT, with savepoints.
    case interactive
    /// Only whole batches, each of which is atomic.
    case batchOnly
  }

  /// How long the settings of a connection last.
  public enum SettingSupport: String, Sendable, Hashable {
    /// They last as long as the connection.
    case kept
    /// The driver repeats the settings that it knows when the server loses them, and throws for others.
    case remade
    /// They would be lost after the call, so they throw an error.
    case refused
  }

  /// What ``InterruptHandle/interrupt()`` ends. Quarry calls it when the task of a call is canceled.
  ///
  /// On every level, a call in an already canceled task throws `CancellationError` without starting anything. COMMIT
  /// and ROLLBACK of a body that has ended are never interrupted.
  public enum InterruptSupport: Sendable, Hashable {
    /// Nothing. Quarry never calls it. A running statement runs to its end, and its call returns its result. The next
    /// call of the body throws.
    case none
    /// The running statement, with code `.interrupted`. Its call throws `CancellationError`, and the connection stays
    /// usable. If the driver can't tell whether a change took effect, the call throws `.outcomeUnknown` instead.
    case statement
    /// The whole connection: its ``DriverConnection/transactionStatus`` becomes `.unknown`. The call throws as for a
    /// statement. Quarry closes the connection and opens another one.
    case connection
  }
}
