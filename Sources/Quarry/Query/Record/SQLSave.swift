/// Stores a record, whether it is new or not, and returns the stored row.
///
/// ```swift
/// var note = try await database.save(Note(id: 0, text: "Buy milk"))   // inserts, and assigns a key
/// note.text = "Buy oat milk"
/// note = try await database.save(note)                                // updates
/// ```
///
/// A record whose key has no value, or whose integer key is 0, is inserted. Any other record is inserted, or updates the
/// row that has its primary key. A conflict with any other unique constraint is an error.
public struct SQLSave<Record: SQLCodable>: SQLCommand {
  let record: Record
  /// The schema of the table, where it is not the one that the record's type names.
  var schema: String?

  /// Creates the command.
  ///
  /// - Parameter record: The record to store.
  public init(_ record: Record) { self.record = record }

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
    if try isNew() {
      return try SQLInsert(record).inSchema(schema).returningRecords().machine(for: context, result: stored)
    }
    return try SQLUpsertPlan(upsert: SQLUpsert(record).inSchema(schema), returning: .records, context: context)
      .machine(stored)
  }

  /// Whether the record has no key yet.
  fileprivate func isNew() throws(DatabaseError) -> Bool {
    let key = table.primaryKeyColumns
    guard !key.isEmpty else {
      throw DatabaseError(
        .invalidQuery,
        "saving a \(Record.self) needs a primary key, and the table \"\(table.name)\" declares none; insert it instead")
    }
    let values = try record.columnValues()
    return key.contains { column in
      guard let position = table.position(of: column), let value = values[position] else { return true }
      return value.isNull || (position == table.facts.rowIDPosition && value == .integer(0))
    }
  }
}

extension SQLSave: SQLSchemaChoosing {
  /// The same command for the table of another schema, such as an attached database.
  ///
  /// - Parameter schema: The name of the schema; `nil` for that of the record's type.
  public func inSchema(_ schema: String?) -> Self { choosing(schema) }
}

/// Stores a record as ``SQLSave`` does, where nothing asks for what was stored.
struct SQLSaveUnread<Record: SQLCodable>: SQLCommand {
  let save: SQLSave<Record>

  func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Never, SQLChangeResult> {
    try save.isNew()
      ? try SQLInsert(save.record).inSchema(save.schema).machine(for: context)
      : try SQLUpsert(save.record).inSchema(save.schema).machine(for: context)
  }
}
