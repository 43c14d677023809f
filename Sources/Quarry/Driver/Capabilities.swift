/// What one opened connection can do. What is unknown counts as absent.
public struct Capabilities: Sendable, Hashable {
  /// The engine behind the connection, with its probed features.
  public var engine: Engine
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
  /// Whether a real that is a whole number comes back as a real. A protocol whose numbers have one type gives an integer
  /// of the same value instead; reading either as a `Double` gives the same.
  public var wholeReals: Bool
  /// Whether errors have the engine's extended codes, and tell whether rows before the failing one stayed. Protocols that
  /// only carry the engine's words leave both to be guessed from them.
  public var extendedErrorCodes: Bool
  /// Whether every error of the engine has at least its primary code. Protocols that carry nothing but the engine's words
  /// leave the code to be recognised by them, and a trigger can say any words.
  public var primaryErrorCodes: Bool
  /// Whether columns of tables come with their declared types.
  public var declaredTypes: Bool
  /// Whether rows come as the engine finds them. Where an answer comes whole, an error comes instead of all its rows.
  public var streamsRows: Bool
  /// What an interrupt ends.
  public var interrupts: InterruptSupport
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
  /// What else the connection refuses by type, beside what the other properties say; ``lacks(_:)`` asks for both.
  public var lacking: Set<MissingCapability>
  /// The limits of the connection.
  public var limits: EngineLimits

  /// Creates capabilities; everything that is not named counts as absent, but for what only some protocols lack: whole
  /// reals, codes of errors, declared types, rows before the end, settings that last, and reads that see every write
  /// before them.
  public init(
    engine: Engine, transactions: TransactionSupport, parallelReaders: Bool = false, exactIntegers: Bool = false,
    blobs: Bool = false, infinities: Bool = false, interrupts: InterruptSupport = .none,
    changeNotifications: Bool = false, encrypted: Bool = false, attach: Bool = false,
    connectionSettings: SettingSupport = .kept, atomicBatches: Bool = false,
    wholeReals: Bool = true, extendedErrorCodes: Bool = true, primaryErrorCodes: Bool = true,
    declaredTypes: Bool = true, streamsRows: Bool = true, changeTokens: ChangeTokenSupport = .always,
    lacking: Set<MissingCapability> = [], limits: EngineLimits
  ) {
    self.engine = engine
    self.transactions = transactions
    self.atomicBatches = atomicBatches
    self.parallelReaders = parallelReaders
    self.exactIntegers = exactIntegers
    self.blobs = blobs
    self.infinities = infinities
    self.wholeReals = wholeReals
    self.extendedErrorCodes = extendedErrorCodes
    self.primaryErrorCodes = primaryErrorCodes
    self.declaredTypes = declaredTypes
    self.streamsRows = streamsRows
    self.interrupts = interrupts
    self.changeNotifications = changeNotifications
    self.encrypted = encrypted
    self.attach = attach
    self.connectionSettings = connectionSettings
    self.changeTokens = changeTokens
    self.lacking = lacking
    self.limits = limits
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

  /// What an interrupt ends.
  public enum InterruptSupport: Sendable, Hashable {
    /// Nothing can be interrupted.
    case none
    /// The running statement.
    case statement
    /// The whole connection.
    case connection
  }
}

/// The limits of a connection.
///
/// Source: <https://sqlite.org/limits.html>.
public struct EngineLimits: Sendable, Hashable {
  /// The highest number of parameters in one statement.
  public var parameters: Int
  /// The highest number of bytes of an SQL text.
  public var sqlBytes: Int
  /// The highest number of statements in one batch.
  public var batchStatements: Int
  /// The highest number of terms in a compound SELECT.
  public var compoundSelectTerms: Int
  /// The highest depth of an expression tree.
  public var expressionDepth: Int
  /// The highest number of columns of a table or result.
  public var columns: Int

  /// Creates limits; the defaults are those of SQLite before 3.32.
  public init(
    parameters: Int = 999, sqlBytes: Int = 1_000_000, batchStatements: Int = .max, compoundSelectTerms: Int = 500,
    expressionDepth: Int = 1000, columns: Int = 2000
  ) {
    self.parameters = parameters
    self.sqlBytes = sqlBytes
    self.batchStatements = batchStatements
    self.compoundSelectTerms = compoundSelectTerms
    self.expressionDepth = expressionDepth
    self.columns = columns
  }
}
