import Testing

@testable import Quarry

/// Leads machines by hand, with answers that the test makes up.
struct MachineScript {
  /// What an engine would answer to one statement.
  struct Answer {
    var rows: [[SQLValue]] = []
    var affectedRows: Int64 = 0
    var lastInsertedRowID: Int64 = 0
  }

  static let new = SQLGenerationContext(
    capabilities: DriverCapabilities(
      engine: KnownEngines.debian12, transactions: .interactive, limits: EngineLimits(parameters: 32766)))
  static let old = SQLGenerationContext(
    capabilities: DriverCapabilities(
      engine: KnownEngines.debian12Cipher, transactions: .interactive, limits: EngineLimits()))
  static let strict = SQLGenerationContext(capabilities: old.capabilities, policy: .strict)

  /// Runs a command on made-up answers; statements beyond them get an empty one.
  static func run<Command: SQLCommand>(
    _ command: Command, on context: SQLGenerationContext = new, _ answers: [Answer] = []
  ) throws -> (statements: [SQLFragment], isAtomicGroup: Bool, output: Command.Output) {
    var machine = try command.machine(for: context)
    var statements: [SQLFragment] = []
    while let statement = try machine.next() {
      let answer = statements.count < answers.count ? answers[statements.count] : Answer()
      statements.append(statement)
      let batch = Rows.batch(answer.rows)
      try withExtendedLifetime(batch) {
        var none: [Void] = []
        try batch.decodeRows(into: &none) { try machine.receive(&$0) }
      }
      try machine.finish(
        StatementResult(affectedRows: answer.affectedRows, lastInsertedRowID: answer.lastInsertedRowID))
    }
    return (statements, machine.isAtomicGroup, try machine.output())
  }

  /// The texts of the statements of a command.
  static func texts(
    _ command: some SQLCommand, on context: SQLGenerationContext = new, _ answers: [Answer] = []
  ) throws -> [String] { try run(command, on: context, answers).statements.map(\.sql) }

  /// The code with which a command is refused.
  static func refusal(_ command: some SQLCommand, on context: SQLGenerationContext = new) -> DatabaseError.Code? {
    do {
      _ = try command.machine(for: context)
      return nil
    } catch { return error.code }
  }
}

/// A record for the tests of changes.
struct CountedItem: SQLCodable, Equatable {
  var id: Int64
  var name: String?
  var count: Int64?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let name = SQLColumn<String?>("the \"name\"", unique: true)
  static let count = SQLColumn<Int64?>("count")
  static let double = SQLColumn<Int64?>("double", generated: SQLGeneratedColumn("\"count\" * 2"))
  static let table = SQLTable("Item", schema: "main", id, name, count, double)

  init(_ id: Int64, _ name: String?, _ count: Int64? = nil) {
    self.id = id
    self.name = name
    self.count = count
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    name = try row[Self.name]
    count = try row[Self.count]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.name] = name
    if let count { row[Self.count] = count }
  }
}
