/// An error of a database: what happened, where, and whether the call took effect.
///
/// An error never contains bound values, keys or tokens. Match on ``code``, which is the same on every driver. The
/// engine's own number is in ``engineCode``.
///
/// ```swift
/// do {
///   try await database.insert(artist)
/// } catch let error as DatabaseError where error.code == .constraintUnique {
///   // the name is taken
/// }
/// ```
public struct DatabaseError: Error, Sendable {
  /// The class of the error, which is the same on every driver.
  public var code: Code
  /// The engine's extended result code; `nil` if the error isn't the engine's.
  public var engineCode: EngineCode?
  /// What happened and what to do, in one or two sentences. It never contains bound values.
  public var message: String
  /// The SQL text of the statement, with placeholders instead of values.
  public var sql: String?
  /// The byte offset in ``sql`` of the token that the error is about; `nil` if it isn't known.
  public var offset: Int?
  /// The position of the failing statement in a script or batch, from 0.
  public var statementIndex: Int?
  /// The number of the failing entry of a batch, from 1; `nil` outside batches, and if a server doesn't report it.
  public var batchEntry: Int?
  /// What is known about the effect of the failed call.
  public var outcome: Outcome
  /// Whether the same call can be made again without doing the work twice, and can succeed then.
  ///
  /// If the error ended a transaction (``isTransactionOpen`` is `false`), repeat the whole transaction. A statement
  /// that failed in a transaction that is still open can't be repeated alone.
  public var isRetrySafe: Bool
  /// Whether the transaction of the call is still open; `nil` if it isn't known.
  public var isTransactionOpen: Bool?
  /// The missing capability of the driver, if the call failed because of it. Nothing took effect then.
  public var missing: MissingCapability?
  /// The error that caused this one.
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

  /// What is known about the effect of a failed call.
  public enum Outcome: Sendable, Hashable {
    /// The call had no effect.
    case notApplied
    /// The call took effect, although it reports an error.
    case applied
    /// The answer was lost, so the call may have taken effect.
    case unknown
  }
}

extension DatabaseError: CustomStringConvertible {
  /// One line with the message, the statement and, at the end, the code.
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
