/// Stores a record or a draft, whether it is new or not, and returns the stored row.
///
/// ```swift
/// var note = try await database.save(Note(id: 0, text: "Buy milk"))   // inserts, and assigns a key
/// note.text = "Buy oat milk"
/// note = try await database.save(note)                                // updates
/// ```
///
/// A record or draft is inserted if its key is missing, or if its integer key is 0. Any other record is inserted, or
/// updates the row with the same primary key. A conflict with any other unique constraint is an error.
public struct SQLSave<Record: SQLCodable>: SQLCommand {
  fileprivate var insert: SQLInsert<Record>

  /// Creates a command that stores a record.
  ///
  /// - Parameter record: The record to store.
  public init(_ record: Record) { insert = SQLInsert(record) }

  /// Creates a command that stores a draft.
  ///
  /// - Parameter draft: The draft to store.
  public init<Draft: SQLDraft>(_ draft: Draft) where Draft.Record == Record { insert = SQLInsert(draft) }

  /// Renders the command.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` if the table declares no primary key. The output throws
  ///   `.rowNotFound` if a trigger ignored the record.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Record, Record> {
    let name = table.name
    let stored: (SQLStepState<Record>) throws(DatabaseError) -> Record = { (state) throws(DatabaseError) in
      guard let row = state.rows.first else {
        throw DatabaseError(.rowNotFound, "nothing was stored in \"\(name)\": a trigger ignored the record")
      }
      return row
    }
    if try isNew() { return try insert.returningRecords().machine(for: context, result: stored) }
    return try SQLUpsertPlan(upsert: upsert, returning: .records, context: context).machine(stored)
  }

  fileprivate var upsert: SQLUpsert<Record> { SQLUpsert(insert, .primaryKey) }

  /// Whether the record has no key yet.
  fileprivate func isNew() throws(DatabaseError) -> Bool {
    let key = table.primaryKeyColumns
    guard !key.isEmpty else {
      throw DatabaseError(
        .invalidQuery,
        "saving a \(Record.self) needs a primary key, and the table \"\(table.name)\" declares none; insert it instead")
    }
    let values = try insert.records.columnValues(0)
    return key.contains { column in
      guard let position = table.position(of: column), let value = values[position] else { return true }
      return value.isNull || (position == table.facts.rowIDPosition && value == .integer(0))
    }
  }
}

extension SQLSave: SQLSchemaChoosing {
  var schema: String? {
    get { insert.schema }
    set { insert.schema = newValue }
  }

  /// Returns the same command for the table of another schema, such as an attached database.
  ///
  /// - Parameter schema: The name of the schema. If `nil`, the schema of the record's type.
  public func inSchema(_ schema: String?) -> Self { choosing(schema) }
}

/// Stores a record as ``SQLSave`` does, without returning the stored record.
struct SQLSaveUnread<Record: SQLCodable>: SQLCommand {
  let save: SQLSave<Record>

  func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Never, SQLChangeResult> {
    try save.isNew() ? save.insert.machine(for: context) : save.upsert.machine(for: context)
  }
}
