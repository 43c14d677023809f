/// Inserts records, or updates the rows that already exist.
///
/// ```swift
/// SQLUpsert(person)                                                        // by primary key, all columns
/// SQLInsert(person).onConflict(Person.name).doUpdate()                     // all written columns
/// SQLInsert(person).onConflict(Person.name).doUpdate(Person.age)           // one column
/// SQLInsert(person).onConflict(Person.name).doUpdate { row, new in row.visits = row.visits + new.visits }
/// SQLInsert(person).onConflict(Person.name).doNothing()
/// ```
///
/// Only conflicts with the target are handled. Every other broken constraint is an error, and NULL never conflicts.
///
/// On an engine without ON CONFLICT, Quarry runs equivalent statements in a savepoint. If a trigger, a CHECK or a
/// conflict clause of the table would make them differ, the command throws `.unsupportedFeature`.
///
/// Source: <https://sqlite.org/lang_upsert.html>.
public struct SQLUpsert<Record: SQLEncodable>: SQLCommand {
  let records: SQLRecordList<Record>
  let conflict: SQLUpsertConflict
  /// The schema of the table. If `nil`, the one that the record's type names.
  var schema: String?

  /// Creates an upsert of one record by its primary key. All columns that the record writes are stored.
  public init(_ record: Record) { self.init(SQLInsert(record), .primaryKey) }

  /// Creates an upsert of any number of records by their primary keys, in order, together or not at all.
  public init(_ records: [Record]) { self.init(SQLInsert(records), .primaryKey) }

  init(_ insert: SQLInsert<Record>, _ conflict: SQLUpsertConflict) {
    records = insert.records
    schema = insert.schema
    self.conflict = conflict
  }

  /// Renders the upsert.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the command isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func machine(
    for context: SQLGenerationContext
  ) throws(DatabaseError) -> SQLStepMachine<Never, SQLChangeResult> {
    try SQLUpsertPlan(upsert: self, returning: nil, context: context).machine { $0.result }
  }
}

/// Inserts or updates records and returns the stored rows. Rows that weren't changed are not returned.
public struct SQLUpsertReturning<Record: SQLEncodable, Row: Sendable>: SQLCommand {
  let upsert: SQLUpsert<Record>
  let returning: SQLReturning<Row>

  /// Renders the upsert.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the command isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Row, [Row]> {
    try SQLUpsertPlan(upsert: upsert, returning: returning, context: context).machine { $0.rows }
  }
}

extension SQLUpsert {
  /// Returns the same upsert, which also returns values of each inserted or updated row.
  public func returning<Row>(_ returning: SQLReturning<Row>) -> SQLUpsertReturning<Record, Row> {
    SQLUpsertReturning(upsert: self, returning: returning)
  }

  /// Returns the same upsert, which also returns one column of each inserted or updated row.
  public func returning<Value: SQLValueConvertible>(
    _ column: SQLColumn<Value>
  ) -> SQLUpsertReturning<Record, Value> {
    SQLUpsertReturning(upsert: self, returning: .column(column))
  }

  /// Returns the same upsert, which also returns columns of each inserted or updated row.
  public func returning<each Value: SQLValueConvertible>(
    _ columns: repeat SQLColumn<each Value>
  ) -> SQLUpsertReturning<Record, (repeat each Value)> {
    SQLUpsertReturning(upsert: self, returning: .columns(repeat each columns))
  }
}

extension SQLUpsert where Record: SQLDecodable {
  /// Returns the same upsert, which also returns the inserted or updated records as stored.
  public func returningRecords() -> SQLUpsertReturning<Record, Record> { returning(.records) }
}

extension SQLInsert {
  /// Selects the unique columns to handle conflicts on. With no columns, handles conflicts on any unique constraint.
  ///
  /// - Parameter target: The columns of one unique constraint, or none.
  public func onConflict<each Value: SQLValueConvertible>(
    _ target: repeat SQLColumn<each Value>
  ) -> SQLConflictTarget<Record> {
    var columns: [SQLColumnDefinition] = []
    for column in repeat each target { columns.append(column.definition) }
    return SQLConflictTarget(insert: self, target: columns)
  }
}

/// An insert with the unique columns to handle conflicts on. Choose the action with a method.
public struct SQLConflictTarget<Record: SQLEncodable>: Sendable {
  let insert: SQLInsert<Record>
  let target: [SQLColumnDefinition]

  /// Keeps the existing row unchanged (`DO NOTHING`).
  public func doNothing() -> SQLUpsert<Record> {
    SQLUpsert(insert, conflict(.nothing))
  }

  /// Updates the existing row with the columns that the record writes (`DO UPDATE`).
  ///
  /// - Parameter columns: The columns to update. With no columns, all columns that the record writes are updated.
  public func doUpdate<each Value: SQLValueConvertible>(
    _ columns: repeat SQLColumn<each Value>
  ) -> SQLUpsert<Record> {
    var definitions: [SQLColumnDefinition] = []
    for column in repeat each columns { definitions.append(column.definition) }
    return SQLUpsert(insert, conflict(definitions.isEmpty ? .updateWritten : .updateColumns(definitions)))
  }

  /// Updates the existing row by assignments (`DO UPDATE`).
  ///
  /// - Parameters:
  ///   - set: A closure that makes the assignments. It gets the existing row, and the columns of the row that wasn't
  ///     inserted.
  ///   - condition: A condition on the existing rows to update. Other rows don't change.
  public func doUpdate(
    set: (inout SQLAssignments<Record>, SQLExcluded<Record>) -> Void,
    where condition: ((SQLExcluded<Record>) -> SQLPredicate)? = nil
  ) -> SQLUpsert<Record> {
    let excluded = SQLExcluded<Record>(
      identity: SQLSyntax.SourceIdentity(token: SQLSyntax.SourceIdentity.nextToken(), index: 0))
    var assignments = SQLAssignments<Record>()
    set(&assignments, excluded)
    return SQLUpsert(
      insert,
      conflict(.assign(assignments.assignments, condition?(excluded).syntax, token: excluded.identity.token)))
  }

  private func conflict(_ action: SQLUpsertConflict.Action) -> SQLUpsertConflict {
    SQLUpsertConflict(target: .columns(target), action: action, algorithm: insert.algorithm)
  }
}

/// The columns of the row that couldn't be inserted (`excluded`).
@dynamicMemberLookup
public struct SQLExcluded<Record: SQLMapped>: Sendable {
  let identity: SQLSyntax.SourceIdentity

  /// A column of the row that couldn't be inserted.
  public subscript<Value>(dynamicMember column: KeyPath<Record.Type, SQLColumn<Value>>) -> SQLExpression<Value> {
    self[Record.self[keyPath: column]]
  }

  /// A column of the row that couldn't be inserted.
  public subscript<Value>(column: SQLColumn<Value>) -> SQLExpression<Value> {
    SQLExpression(syntax: .column(identity, column.definition), coding: column.coding)
  }
}

/// The action for a conflict, and the target.
struct SQLUpsertConflict: Sendable {
  enum Target: Sendable {
    case primaryKey
    case columns([SQLColumnDefinition])
  }

  enum Action: Sendable {
    case nothing
    case updateWritten
    case updateColumns([SQLColumnDefinition])
    case assign([SQLAssignment], SQLSyntax.Expression?, token: UInt64)
  }

  var target: Target
  var action: Action
  var algorithm: SQLConflictAlgorithm?

  static let primaryKey = SQLUpsertConflict(target: .primaryKey, action: .updateWritten)
}
