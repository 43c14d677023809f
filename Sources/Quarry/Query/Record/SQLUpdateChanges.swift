/// Updates the columns of a record whose stored values differ from those of an earlier copy.
///
/// ```swift
/// let old = try await database.require(Album.find(7))
/// var album = old
/// album.title = "Blue Train"
/// try await database.update(album, onlyChangedFrom: old)   // UPDATE "Album" SET "title" = ? WHERE "id" = ?
/// ```
///
/// Columns that others changed in the meantime keep their new values. If nothing differs, nothing is sent.
public struct SQLUpdateChanges<Record: SQLEncodable>: SQLCommand {
  let record: Record
  let old: Record
  /// The schema of the table. If `nil`, the one that the record's type names.
  var schema: String?

  /// Creates the update.
  ///
  /// - Parameters:
  ///   - record: The record with its new values.
  ///   - old: The record as it was read. Its key must be the same.
  public init(_ record: Record, onlyChangedFrom old: Record) {
    self.record = record
    self.old = old
  }

  /// Renders the update.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` if the records have different keys, or no key.
  public func machine(
    for context: SQLGenerationContext
  ) throws(DatabaseError) -> SQLStepMachine<Never, SQLChangeResult> {
    let (new, before) = (try record.columnValues(), try old.columnValues())
    let key = table.primaryKeyColumns
    for column in key {
      guard let position = table.position(of: column) else { continue }
      guard Self.areEqual(new[position], before[position]) else {
        throw DatabaseError(
          .invalidQuery,
          "the two copies of the \(Record.self) have different values of \"\(column.name)\", which is in the key; "
            + "compare copies of the same row")
      }
    }
    let changed = table.columns.indices.filter { position in
      let column = table.columns[position]
      return column.generated == nil && column.stamp == nil && new[position] != nil && !key.contains { $0 === column }
        && !Self.areEqual(new[position], before[position])
    }
    guard !changed.isEmpty else {
      _ = try Record.keyCondition(new, for: "updating")
      return SQLStepMachine(isAtomicGroup: false, first: nil) { $0.result }
    }
    return try SQLUpdateRecord(record, columns: changed.map { table.columns[$0] }).inSchema(schema)
      .machine(for: context)
  }

  private static func areEqual(_ left: SQLValue?, _ right: SQLValue?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left?, let right?): left.isIdentical(to: right)
    default: false
    }
  }
}

extension SQLUpdateChanges: SQLSchemaChoosing {
  /// Returns the same update in the table of another schema, such as an attached database.
  ///
  /// - Parameter schema: The name of the schema. If `nil`, the schema of the record's type.
  public func inSchema(_ schema: String?) -> Self { choosing(schema) }
}
