/// Updates the stored row of a record, found by its primary key.
///
/// ```swift
/// try context.run(SQLUpdateRecord(artist))
/// try context.run(SQLUpdateRecord(artist, only: Artist.name))
/// ```
///
/// The update doesn't change the key, generated columns, and columns for which the record has no value. If a table
/// has only key columns, nothing is updated, and the number of affected rows says whether the row exists.
public struct SQLUpdateRecord<Record: SQLEncodable>: SQLCommand {
  private let record: Record
  private let columns: [SQLColumnDefinition]?
  private let algorithm: SQLConflictAlgorithm?
  /// The schema of the table. If `nil`, the one that the record's type names.
  var schema: String?

  /// Creates an update of all columns.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - algorithm: The action if the record breaks a constraint. If `nil`, the update fails.
  public init(_ record: Record, or algorithm: SQLConflictAlgorithm? = nil) {
    self.record = record
    self.algorithm = algorithm
    columns = nil
  }

  /// Creates an update of some columns.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - columns: The columns to update.
  ///   - algorithm: The action if the record breaks a constraint. If `nil`, the update fails.
  public init<each Value: SQLValueConvertible>(
    _ record: Record, only columns: repeat SQLColumn<each Value>, or algorithm: SQLConflictAlgorithm? = nil
  ) {
    var definitions: [SQLColumnDefinition] = []
    for column in repeat each columns { definitions.append(column.definition) }
    self.record = record
    self.algorithm = algorithm
    self.columns = definitions
  }

  init(_ record: Record, columns: [SQLColumnDefinition]) {
    self.record = record
    self.columns = columns
    algorithm = nil
  }

  /// Renders the update.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the command isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func machine(
    for context: SQLGenerationContext
  ) throws(DatabaseError) -> SQLStepMachine<Never, SQLChangeResult> {
    let (positions, values, condition) = try parts(context)
    if positions.isEmpty {
      let step = SQLStep<Never>(existence(condition), receive: { state, _ in state.result.affectedRows = 1 })
      return SQLStepMachine(isAtomicGroup: false, first: step) { $0.result }
    }
    let table = table
    let key = SQLStatementTexts.Key(kind: .update, positions: positions, algorithm: algorithm)
    let text = table.cache.text(for: key) {
      let names = positions.map { SQLIdentifier.quote(table.columns[$0].name) + " = ?" }.joined(separator: ", ")
      return "UPDATE \(algorithm.map { "OR \($0.rawValue) " } ?? "")\(table.target) SET \(names) WHERE \(condition.sql)"
    }
    let statement = SQLFragment(raw: text, values: values + condition.values)
    return SQLStepMachine(isAtomicGroup: false, first: SQLStep(statement, changesRows: true)) { $0.result }
  }

  private func existence(_ condition: SQLFragment) -> SQLFragment {
    var query = SQLFragment(raw: "SELECT 1 FROM \(table.target) WHERE ")
    query.append(condition)
    return query
  }

  /// The columns to assign, their values, and the condition that finds the row.
  fileprivate func parts(
    _ context: SQLGenerationContext
  ) throws(DatabaseError) -> (positions: [Int], values: [SQLValue], condition: SQLFragment) {
    let table = table
    let stamps = try SQLStamps(table, context)
    var values = try record.columnValues()
    for (position, value) in stamps.updated { values[position] = value }
    let condition = try Record.keyCondition(values, for: "updating")
    let key = table.primaryKeyColumns
    var wanted: Set<ObjectIdentifier>?
    if let columns {
      var chosen: Set<ObjectIdentifier> = []
      for column in columns {
        let column = try table.require(column)
        if column.generated != nil || key.contains(where: { $0 === column }) {
          throw DatabaseError(
            .invalidQuery, "updating a \(Record.self) can't assign \"\(column.name)\": it is generated, or in the key")
        }
        chosen.insert(ObjectIdentifier(column))
      }
      for (position, _) in stamps.updated { chosen.insert(ObjectIdentifier(table.columns[position])) }
      wanted = chosen
    }
    var positions: [Int] = []
    var assigned: [SQLValue] = []
    for (position, column) in table.columns.enumerated() {
      guard let value = values[position], column.generated == nil, column.stamp != .created,
        !key.contains(where: { $0 === column }), wanted?.contains(ObjectIdentifier(column)) ?? true
      else { continue }
      positions.append(position)
      assigned.append(value)
    }
    return (positions, assigned, condition)
  }
}

/// Updates the stored row of a record and returns the stored values, or `nil` if there is no such row.
public struct SQLUpdateRecordReturning<Record: SQLEncodable, Row: Sendable>: SQLCommand {
  fileprivate let update: SQLUpdateRecord<Record>
  fileprivate let returning: SQLReturning<Row>
  fileprivate let algorithm: SQLConflictAlgorithm?

  /// Renders the update.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the command isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Row, Row?> {
    let (positions, values, condition) = try update.parts(context)
    let table = update.table
    if positions.isEmpty {
      let step = returning.readStep(table, where: condition) { _ in }
      return SQLStepMachine(isAtomicGroup: false, first: step) { $0.rows.first }
    }
    let statement = SQLUpdateStatement(
      table: table, algorithm: algorithm,
      assignments: zip(positions, values).map { position, value in
        SQLUpdateStatement.Assignment(
          column: table.columns[position], value: SQLFragment(raw: "?", values: [value]))
      }, condition: condition)
    return try statement.machine(for: context, returning: returning) { $0.rows.first }
  }
}

extension SQLUpdateRecord {
  /// Returns the same update, which also returns values of the updated row.
  public func returning<Row>(_ returning: SQLReturning<Row>) -> SQLUpdateRecordReturning<Record, Row> {
    SQLUpdateRecordReturning(update: self, returning: returning, algorithm: algorithm)
  }
}

extension SQLUpdateRecord where Record: SQLDecodable {
  /// Returns the same update, which also returns the stored record.
  public func returningRecord() -> SQLUpdateRecordReturning<Record, Record> { returning(.records) }
}
