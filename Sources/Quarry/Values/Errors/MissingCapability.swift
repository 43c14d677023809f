/// A capability that every SQLite engine has, and that a driver can lack. The set is open.
///
/// A driver declares what it lacks in its ``DriverCapabilities``. If a call fails for that reason,
/// ``DatabaseError/missing`` contains the capability. A program can so tell an expected error from an unexpected one.
///
/// ```swift
/// do {
///   try await database.insert(picture)
/// } catch let error as DatabaseError where error.missing == .blobs {
///   // this service stores no blobs
/// }
/// ```
public struct MissingCapability: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The name, such as `blobs`.
  public let rawValue: String
  /// Creates a capability from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The name.
  public var description: String { rawValue }

  /// A transaction that stays open over several calls.
  public static let interactiveTransactions = Self(rawValue: "interactiveTransactions")
  /// Integers from 2^53 on, exactly.
  public static let exactIntegers = Self(rawValue: "exactIntegers")
  /// Blobs.
  public static let blobs = Self(rawValue: "blobs")
  /// Infinities.
  public static let infinities = Self(rawValue: "infinities")
  /// Zero bytes in texts.
  public static let zeroBytes = Self(rawValue: "zeroBytes")
  /// Errors that report which changes of a failed statement were kept.
  public static let exactOutcomes = Self(rawValue: "exactOutcomes")
  /// What statements read and write, so that an observation fetches only after changes of what it reads.
  public static let statementEffects = Self(rawValue: "statementEffects")
  /// `ATTACH`.
  public static let attach = Self(rawValue: "attach")
  /// As many parameters, and as long a text, as SQLite supports.
  public static let longStatements = Self(rawValue: "longStatements")
  /// Texts and blobs as large as SQLite supports.
  public static let largeValues = Self(rawValue: "largeValues")
  /// Results with as many columns as SQLite supports, and column names of any length.
  public static let wideResults = Self(rawValue: "wideResults")
  /// Batches of any number of statements.
  public static let longBatches = Self(rawValue: "longBatches")
  /// Settings, temporary tables and counters that last on a connection.
  public static let connectionState = Self(rawValue: "connectionState")
  /// Statements of every kind. A server can reserve settings and maintenance for itself.
  public static let everyStatement = Self(rawValue: "everyStatement")
  /// Writes whose effect differs from node to node, such as those that read the clock.
  public static let nondeterministicWrites = Self(rawValue: "nondeterministicWrites")
  /// The exact value of every result. A protocol can lose the storage class of a value.
  public static let exactResults = Self(rawValue: "exactResults")
  /// Signing in with a token.
  public static let bearerTokens = Self(rawValue: "bearerTokens")
  /// Rows of reads in a batch that also writes.
  public static let readsAmongWrites = Self(rawValue: "readsAmongWrites")
}
