/// Inserts a draft without a key, and inserts or updates the row of one that has a key. Its output is the stored record.
///
/// ```swift
/// let artist = try await database.run(SQLSaveDraft(draft))
/// ```
///
/// Only the primary key decides: another unique column that conflicts is an error. An integer key of 0 is no key.
public struct SQLSaveDraft<Record: SQLCodable>: SQLCommand {
  private let insert: SQLInsert<Record>

  /// Creates the command.
  public init<Draft: SQLDraft>(_ draft: Draft) where Draft.Record == Record { insert = SQLInsert(draft) }

  private init(_ insert: SQLInsert<Record>) { self.insert = insert }

  /// The same command on the table of another schema, such as an attached database.
  ///
  /// - Parameter schema: The name of the schema; `nil` for that of the record's type.
  public func inSchema(_ schema: String?) -> Self { Self(insert.inSchema(schema)) }

  /// Renders the command.
  ///
  /// Its output fails with `.rowNotFound` if a trigger ignored the draft.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Record, Record> {
    guard try hasKey() else { return try insert.returningRecord().machine(for: context) }
    let name = insert.table.name
    let upsert = SQLUpsert(insert, .primaryKey)
    return try SQLUpsertPlan(upsert: upsert, returning: .records, context: context).machine {
      (state) throws(DatabaseError) in
      guard let record = state.rows.first else {
        throw DatabaseError(.rowNotFound, "Nothing was saved in \"\(name)\": a trigger ignored the draft")
      }
      return record
    }
  }

  /// Whether every column of the primary key gets a value.
  private func hasKey() throws(DatabaseError) -> Bool {
    let table = insert.table
    let row = SQLInsertRow(try insert.records.columnValues(0), of: table)
    let key = table.primaryKeyColumns
    guard !key.isEmpty else {
      throw DatabaseError(
        .invalidQuery, "Saving a draft of \(Record.self) needs a primary key; the table \"\(table.name)\" declares none"
      )
    }
    return key.allSatisfy { column in
      row.positions.firstIndex { table.columns[$0] === column }.map { !row.values[$0].isNull } ?? false
    }
  }
}
