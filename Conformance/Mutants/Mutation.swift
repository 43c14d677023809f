import Quarry

/// One defect that a driver may have, built into a good driver to see whether the suite notices.
public struct Mutation: Sendable, Identifiable {
  /// A short name, as in `mutant:drops-last-row+sqlite:`.
  public let id: String
  /// What the broken driver does.
  public let title: String
  /// The area that has to notice.
  public let area: ConformanceArea
  /// A case that has to notice, so that a quick look is enough.
  public let killer: String
  /// Where the defect sits.
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

  /// Drivers of engines on several nodes, with defects that show nowhere else.
  public static var ofClusters: [Mutation] { distributed }

  /// Drivers over a network, with defects that show only when a call meets a fault on its way.
  public static var ofRemotes: [Mutation] { remotes }

  /// No defect at all: what fails on it fails because a driver is wrapped, and proves nothing.
  public static let none = Mutation("none", "nothing is broken", "LIFE-01") { _ in }

  /// The one with a name.
  public static func named(_ id: String) -> Mutation? {
    id == none.id ? none : (all + ofClusters + ofRemotes).first { $0.id == id }
  }
}

/// The places at which a mutant differs from the driver that it wraps. What is `nil` is left alone.
struct MutantHooks: Sendable {
  /// Text that is run on every new connection.
  var opening: String?
  /// Changes what the connection says it can do.
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
  /// What the statement says about itself.
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
  /// Whether a change of which nobody knows whether it took effect is made again, by its error.
  var repeats: (@Sendable (DatabaseError) -> Bool)?
  /// Changes the error of a statement or batch of which nobody knows whether it took effect; `nil` swallows it.
  var unknownOutcome: (@Sendable (DatabaseError) -> DatabaseError?)?
  /// Whether the statements of a batch are sent one by one.
  var splitsBatches = false
  /// Whether batches are applied in one call also where the driver has no such call.
  var hasBatches = false
  /// Changes the answers to the statements of a batch.
  var batchAnswers: (@Sendable ([BatchedAnswer]) -> [BatchedAnswer])?
  /// Whether statements are neither reset nor finalized.
  var leaksStatements = false
  /// What the connection says about its transaction.
  var status: (@Sendable (TransactionStatus) -> TransactionStatus)?
  /// Whether interrupts are dropped.
  var ignoresInterrupts = false
  /// Answers every statement itself, without asking the engine.
  var answer: FixedAnswer?
  /// Whether the function `abs` of a local engine ends the process when it is given the smallest integer.
  var crashesInFunction = false
  /// Changes what a statement says that it reads and writes, by its text.
  var effects: (@Sendable (StatementEffects?, String) -> StatementEffects?)?
  /// Whether a transaction seems to be over as soon as a statement in it has written.
  var announcesAtOnce = false
  /// Whether COMMIT is carried out only when the next statement comes.
  var delaysCommits = false
  /// Whether each query of a transaction sees a snapshot of its own.
  var renewsSnapshots = false
  /// Whether a query gives rows of some time ago now and then.
  var repeatsOldRows = false
  /// Whether nothing is told of what others change.
  var ignoresOthers = false
  /// How observing is broken, above every driver.
  var observation: ObservationDefect?
  /// Runs before a step, with the text of the statement.
  var beforeStep: (@Sendable (String) -> Void)?

  /// The answer of a driver that asks nobody.
  struct FixedAnswer: Sendable {
    var columns: [ColumnDescription]
    var rows: [[SQLValue]]
  }

  /// Whether rows have to be looked at.
  var changesRows: Bool { read != nil || rows != nil || remembersColumns || repeatsOldRows }
}
