import Quarry

/// A defect that is built into a good driver, to test whether the suite notices it.
public struct Mutation: Sendable, Identifiable {
  /// A short name, as in `mutant:drops-last-row+sqlite:`.
  public let id: String
  /// What the broken driver does.
  public let title: String
  /// The area that must notice it.
  public let area: ConformanceArea
  /// A case that must notice it, for a quick check.
  public let killer: String
  /// The position of the defect.
  let hooks: MutantHooks

  init(_ id: String, _ title: String, _ killer: String, _ change: (inout MutantHooks) -> Void) {
    self.id = id
    self.title = title
    self.killer = killer
    area = ConformanceArea(ofCase: killer)
    var hooks = MutantHooks()
    change(&hooks)
    self.hooks = hooks
  }

  /// All of them.
  public static var all: [Mutation] {
    answers + values + rows + statements + transactions + batches + errors + claims + observation + relations + ends
  }

  /// Defects that only show on engines with several nodes.
  public static var ofClusters: [Mutation] { distributed }

  /// Defects of network drivers that only show when a call meets a fault.
  public static var ofRemotes: [Mutation] { remotes }

  /// No defect. A failure on this mutant is caused by wrapping a driver, and proves nothing.
  public static let none = Mutation("none", "nothing is broken", "LIFE-01") { _ in }

  /// Returns the mutation with a name, or `nil` if there is none.
  public static func named(_ id: String) -> Mutation? {
    id == none.id ? none : (all + ofClusters + ofRemotes).first { $0.id == id }
  }
}

/// The differences between a mutant and the driver that it wraps. `nil` changes nothing.
struct MutantHooks: Sendable {
  /// Text that is run on every new connection.
  var opening: String?
  /// Changes the capabilities of the connection.
  var capabilities: (@Sendable (inout DriverCapabilities) -> Void)?
  /// Changes the text of a statement.
  var sql: (@Sendable (String) -> String)?
  /// Whether everything after the first statement of a text counts as part of it.
  var ignoresTail = false
  /// Changes a bound value; the second argument is the value of the execution before.
  var bind: (@Sendable (SQLValue, SQLValue?) -> SQLValue)?
  /// Changes all bound values together.
  var binds: (@Sendable ([SQLValue]) -> [SQLValue])?
  /// Changes a value that was read.
  var read: (@Sendable (SQLValue) -> SQLValue)?
  /// Changes the rows of a batch; the second argument tells whether it is the last batch.
  var rows: (@Sendable ([[SQLValue]], Bool, [ColumnDescription]) -> [[SQLValue]])?
  /// Changes the description of the columns.
  var columns: (@Sendable ([ColumnDescription]) -> [ColumnDescription])?
  /// Whether the columns of a text are those of the first time that it was prepared.
  var remembersColumns = false
  /// Changes the names of the parameters.
  var parameterNames: (@Sendable ([String?]) -> [String?])?
  /// Changes whether the statement reports that it only reads.
  var isReadOnly: (@Sendable (Bool) -> Bool)?
  /// Changes the counts; the second argument holds those of the statement before.
  var result: (@Sendable (StatementResult, StatementResult) -> StatementResult)?
  /// Changes the counts of the statements that follow an insert that failed.
  var resultAfterFailure: (@Sendable (StatementResult) -> StatementResult)?
  /// Changes the counts of a statement, by its text.
  var resultOfText: (@Sendable (StatementResult, String) -> StatementResult)?
  /// Whether inserts are sent twice.
  var repeatsInserts = false
  /// Changes an error; `nil` swallows it. The last argument holds the values that were bound.
  var failure: (@Sendable (DatabaseError, String, [SQLValue]) -> DatabaseError?)?
  /// Whether a change with an unknown outcome is repeated, by its error.
  var repeats: (@Sendable (DatabaseError) -> Bool)?
  /// Changes the error of a statement or batch with an unknown outcome; `nil` swallows it.
  var unknownOutcome: (@Sendable (DatabaseError) -> DatabaseError?)?
  /// Whether the statements of a batch are sent one by one.
  var splitsBatches = false
  /// Whether batches are applied in one call also where the driver has no such call.
  var hasBatches = false
  /// Changes the answers to the statements of a batch.
  var batchAnswers: (@Sendable ([BatchedAnswer]) -> [BatchedAnswer])?
  /// Whether statements are neither reset nor finalized.
  var leaksStatements = false
  /// Changes the transaction status of the connection.
  var status: (@Sendable (TransactionStatus) -> TransactionStatus)?
  /// Whether interrupts are dropped.
  var ignoresInterrupts = false
  /// Answers every statement itself, without asking the engine.
  var answer: FixedAnswer?
  /// Whether the function `abs` of a local engine ends the process when it is given the smallest integer.
  var crashesInFunction = false
  /// Changes the effects that a statement reports, by its text.
  var effects: (@Sendable (StatementEffects?, String) -> StatementEffects?)?
  /// Whether a transaction seems to be over as soon as a statement in it has written.
  var announcesAtOnce = false
  /// Whether COMMIT is carried out only when the next statement comes.
  var delaysCommits = false
  /// Whether each query of a transaction sees a new snapshot.
  var renewsSnapshots = false
  /// Whether a query sometimes returns old rows.
  var repeatsOldRows = false
  /// Whether changes by others aren't reported.
  var ignoresOthers = false
  /// The defect of observations, for every driver.
  var observation: ObservationDefect?
  /// Runs before a step, with the text of the statement.
  var beforeStep: (@Sendable (String) -> Void)?

  /// The answer of a driver that never asks an engine.
  struct FixedAnswer: Sendable {
    var columns: [ColumnDescription]
    var rows: [[SQLValue]]
  }

  /// Whether rows have to be looked at.
  var changesRows: Bool { read != nil || rows != nil || remembersColumns || repeatsOldRows }
}
