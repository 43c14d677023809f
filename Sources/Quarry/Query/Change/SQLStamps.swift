/// The time that one command fills columns with; see ``SQLColumnStamp``.
@usableFromInline struct SQLStamps: Sendable {
  /// The columns with a time; `nil` for most tables.
  let filled: Filled?

  /// The columns of one table that are filled.
  final class Filled: Sendable {
    /// The time in each column's coding, by position.
    let values: [Int: SQLValue]
    let columns: [SQLColumnDefinition]

    init(_ values: [Int: SQLValue], _ columns: [SQLColumnDefinition]) {
      self.values = values
      self.columns = columns
    }
  }

  /// Takes the time, where a table has columns for it.
  ///
  /// - Throws: ``DatabaseError`` with code `.valueOutOfRange` if a column's coding can't store the time.
  @usableFromInline init(_ table: SQLTable, _ context: SQLGenerationContext) throws(DatabaseError) {
    guard !table.facts.stampPositions.isEmpty else {
      filled = nil
      return
    }
    let now = context.now()
    var values: [Int: SQLValue] = [:]
    for position in table.facts.stampPositions {
      let column = table.columns[position]
      do {
        values[position] = try column.conversion?.encode(now)
      } catch {
        throw DatabaseError(
          .valueOutOfRange, "the time for the column \"\(column.name)\" can't be stored", underlying: error)
      }
    }
    filled = Filled(values, table.columns)
  }

  /// Fills the columns of a row that is inserted.
  func fill(_ row: [SQLValue?]) -> [SQLValue?] {
    guard let filled else { return row }
    var row = row
    for (position, value) in filled.values { row[position] = value }
    return row
  }

  /// The columns that an update fills, with the time.
  var updated: [(position: Int, value: SQLValue)] {
    guard let filled else { return [] }
    return filled.values.filter { filled.columns[$0.key].stamp == .updated }.sorted { $0.key < $1.key }
      .map { (position: $0.key, value: $0.value) }
  }

  /// Assignments of the time to the columns that an update fills and does not assign itself.
  func assignments(beside others: [SQLUpdateStatement.Assignment]) -> [SQLUpdateStatement.Assignment] {
    guard let filled else { return [] }
    return updated.compactMap { position, value in
      let column = filled.columns[position]
      guard !others.contains(where: { $0.column === column }) else { return nil }
      return SQLUpdateStatement.Assignment(column: column, value: SQLFragment(raw: "?", values: [value]))
    }
  }
}
