/// Something that every engine of SQLite does, and that a driver may lack: an open set.
///
/// A driver declares what it lacks in its ``DriverCapabilities``, and names it in the errors of calls that it refuses for
/// that reason. So a program can tell a refusal that it has to expect from one that it has not.
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
  /// Errors that tell what stayed of a statement that failed.
  public static let exactOutcomes = Self(rawValue: "exactOutcomes")
  /// What statements read and write, so that only changes of what was read are fetched anew.
  public static let statementEffects = Self(rawValue: "statementEffects")
  /// `ATTACH`.
  public static let attach = Self(rawValue: "attach")
  /// As many parameters, and as long a text, as SQLite takes.
  public static let longStatements = Self(rawValue: "longStatements")
  /// Texts and blobs as large as SQLite takes.
  public static let largeValues = Self(rawValue: "largeValues")
  /// Results with as many columns as SQLite takes, and names of any length.
  public static let wideResults = Self(rawValue: "wideResults")
  /// Batches of any number of statements.
  public static let longBatches = Self(rawValue: "longBatches")
  /// Settings, temporary tables and counters that a statement leaves on its connection for the next one.
  public static let connectionState = Self(rawValue: "connectionState")
  /// Statements of every kind: a server may keep settings and maintenance for itself.
  public static let everyStatement = Self(rawValue: "everyStatement")
  /// Writes whose effect differs from one node to the next, such as those that ask the clock.
  public static let nondeterministicWrites = Self(rawValue: "nondeterministicWrites")
  /// The exact value of every result: a protocol may lose which storage class a value has.
  public static let exactResults = Self(rawValue: "exactResults")
  /// Signing in with a token.
  public static let bearerTokens = Self(rawValue: "bearerTokens")
  /// Rows of reads in a batch that also writes.
  public static let readsAmongWrites = Self(rawValue: "readsAmongWrites")
}
