/// What went wrong, where, and what it means for the data.
///
/// An error never contains bound values, keys or tokens. Match on ``code``, which is the same on every driver; the
/// engine's own number stays available in ``engineCode``.
///
/// ```swift
/// do {
///   try await database.insert(artist)
/// } catch let error as DatabaseError where error.code == .constraintUnique {
///   // the name is taken
/// }
/// ```
public struct DatabaseError: Error, Sendable {
  /// The portable class of the error.
  public var code: Code
  /// The engine's extended result code, where an engine was asked.
  public var engineCode: EngineCode?
  /// One sentence for people: what happened and what to do. Never contains bound values.
  public var message: String
  /// The SQL text that was running, with placeholders instead of values.
  public var sql: String?
  /// The byte offset in ``sql`` of the token that the engine complains about, where the engine says.
  public var offset: Int?
  /// The position of the failing statement in a script or batch, from 0.
  public var statementIndex: Int?
  /// The number of the failing entry of a batch, from 1; `nil` elsewhere, and where a server does not tell it.
  public var batchEntry: Int?
  /// What is known about the effect of the call that failed.
  public var outcome: Outcome
  /// Whether the same call may be made again without doing the work twice, and may succeed then.
  ///
  /// After an error that has ended a transaction (``isTransactionOpen`` is `false`) the call is the whole transaction. A
  /// statement that failed inside a transaction that is still open can't be repeated alone.
  public var isRetrySafe: Bool
  /// Whether the transaction in which the error happened is still open, where that is known.
  public var isTransactionOpen: Bool?
  /// What the driver lacks, where it refused the call for that; nothing was done then.
  public var missing: MissingCapability?
  /// The error below this one.
  public var underlying: (any Error)?

  /// Creates an error.
  public init(
    _ code: Code, _ message: String, engineCode: EngineCode? = nil, sql: String? = nil, offset: Int? = nil,
    statementIndex: Int? = nil, outcome: Outcome = .notApplied, isRetrySafe: Bool = false,
    isTransactionOpen: Bool? = nil, missing: MissingCapability? = nil, underlying: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.engineCode = engineCode
    self.sql = sql
    self.offset = offset
    self.statementIndex = statementIndex
    self.outcome = outcome
    self.isRetrySafe = isRetrySafe
    self.isTransactionOpen = isTransactionOpen
    self.missing = missing
    self.underlying = underlying
  }

  /// What is known about the effect of a call that failed.
  public enum Outcome: Sendable, Hashable {
    /// Nothing of the call took effect.
    case notApplied
    /// The call took effect, although it reports an error.
    case applied
    /// The answer was lost: the call may or may not have taken effect.
    case unknown
  }
}

extension DatabaseError: CustomStringConvertible {
  /// One line: message, statement and, at the end, the code.
  public var description: String {
    var text = DatabaseError.singleLine(message)
    if let batchEntry {
      text += " (entry \(batchEntry) of the batch)"
    } else if let statementIndex {
      text += " (statement \(statementIndex + 1))"
    }
    if let sql { text += " in: " + DatabaseError.shortened(DatabaseError.singleLine(sql)) }
    if outcome == .unknown { text += "; it is unknown whether the call took effect" }
    text += " [\(code.rawValue)"
    if let engineCode { text += " \(engineCode.rawValue)" }
    return text + "]"
  }

  private static func singleLine(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }

  private static func shortened(_ text: String) -> String {
    text.utf8.count <= 400 ? text : String(text.prefix(400)) + "…"
  }
}
