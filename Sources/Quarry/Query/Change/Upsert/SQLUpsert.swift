/// Inserts records, or changes the rows that are already there.
///
/// ```swift
/// SQLUpsert(person)                                                        // by primary key, all columns
/// SQLInsert(person).onConflict(Person.name).doUpdate()                     // all written columns
/// SQLInsert(person).onConflict(Person.name).doUpdate(Person.age)           // one column
/// SQLInsert(person).onConflict(Person.name).doUpdate { row, new in row.visits = row.visits + new.visits }
/// SQLInsert(person).onConflict(Person.name).doNothing()
/// ```
///
/// Only the target's uniqueness leads to the other action; every other broken constraint is an error, and NULL never
/// conflicts. An engine without ON CONFLICT gets equal statements in a savepoint; where a trigger, a CHECK or a conflict
/// clause of the table would make them differ, the command is refused.
///
/// Source: <https://sqlite.org/lang_upsert.html>.
public struct SQLUpsert<Record: SQLEncodable>: SQLCommand {
  let records: SQLRecordList<Record>
  let conflict: SQLUpsertConflict
  /// The schema of the table, where it is not the one that the record's type names.
  var schema: String?

  /// Creates an upsert of one record by its primary key: all columns that the record writes are stored.
  public init(_ record: Record) { self.init(SQLInsert(record), .primaryKey) }

  /// Creates an upsert of any number of records by their primary keys, in order, together or not at all.
  public init(_ records: [Record]) { self.init(SQLInsert(records), .primaryKey) }

  init(_ insert: SQLInsert<Record>, _ conflict: SQLUpsertConflict) {
    records = insert.records
    schema = insert.schema
    self.conflict = conflict
  }

  /// Renders the upsert.
  public func machine(
    for context: SQLGenerationContext
  ) throws(DatabaseError) -> SQLStepMachine<Never, SQLChangeResult> {
    try SQLUpsertPlan(upsert: self, returning: nil, context: context).machine { $0.result }
  }
}

/// Inserts or changes records and gives back what is stored then. A row that nothing happened to is not given back.
public struct SQLUpsertReturning<Record: SQLEncodable, Row: Sendable>: SQLCommand {
  let upsert: SQLUpsert<Record>
  let returning: SQLReturning<Row>

  /// Renders the upsert.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Row, [Row]> {
    try SQLUpsertPlan(upsert: upsert, returning: returning, context: context).machine { $0.rows }
  }
}

extension SQLUpsert {
  /// Returns the same upsert, returning values of each row that was inserted or updated.
  public func returning<Row>(_ returning: SQLReturning<Row>) -> SQLUpsertReturning<Record, Row> {
    SQLUpsertReturning(upsert: self, returning: returning)
  }

  /// Returns the same upsert, returning one column of each row that was inserted or updated.
  public func returning<Value: SQLValueConvertible>(
    _ column: SQLColumn<Value>
  ) -> SQLUpsertReturning<Record, Value> {
    SQLUpsertReturning(upsert: self, returning: .column(column))
  }

  /// Returns the same upsert, returning columns of each row that was inserted or updated.
  public func returning<each Value: SQLValueConvertible>(
    _ columns: repeat SQLColumn<each Value>
  ) -> SQLUpsertReturning<Record, (repeat each Value)> {
    SQLUpsertReturning(upsert: self, returning: .columns(repeat each columns))
  }
}

extension SQLUpsert where Record: SQLDecodable {
  /// Returns the same upsert, returning the records that were inserted or updated, as they are stored then.
  public func returningRecords() -> SQLUpsertReturning<Record, Record> { returning(.records) }
}

extension SQLInsert {
  /// Chooses the unique columns whose conflicts lead to another action than an error; without columns, any.
  public func onConflict<each Value: SQLValueConvertible>(
    _ target: repeat SQLColumn<each Value>
  ) -> SQLConflictTarget<Record> {
    var columns: [SQLColumnDefinition] = []
    for column in repeat each target { columns.append(column.definition) }
    return SQLConflictTarget(insert: self, target: columns)
  }
}

/// An insert with the columns whose conflicts lead to another action; choose the action.
public struct SQLConflictTarget<Record: SQLEncodable>: Sendable {
  let insert: SQLInsert<Record>
  let target: [SQLColumnDefinition]

  /// Leaves the row that is there as it is.
  public func doNothing() -> SQLUpsert<Record> {
    SQLUpsert(insert, conflict(.nothing))
  }

  /// Stores the columns that the record writes in the row that is there; with columns, only those.
  public func doUpdate<each Value: SQLValueConvertible>(
    _ columns: repeat SQLColumn<each Value>
  ) -> SQLUpsert<Record> {
    var definitions: [SQLColumnDefinition] = []
    for column in repeat each columns { definitions.append(column.definition) }
    return SQLUpsert(insert, conflict(definitions.isEmpty ? .updateWritten : .updateColumns(definitions)))
  }

  /// Changes the row that is there by assignments.
  ///
  /// - Parameters:
  ///   - set: Gets the assignments, which read the row that is there, and the columns of the row that was to be
  ///     inserted.
  ///   - condition: Which rows are changed; others stay as they are.
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

/// The columns of the row that was to be inserted.
@dynamicMemberLookup
public struct SQLExcluded<Record: SQLMapped>: Sendable {
  let identity: SQLSyntax.SourceIdentity

  /// A column of the row that was to be inserted.
  public subscript<Value>(dynamicMember column: KeyPath<Record.Type, SQLColumn<Value>>) -> SQLExpression<Value> {
    self[Record.self[keyPath: column]]
  }

  /// A column of the row that was to be inserted.
  public subscript<Value>(column: SQLColumn<Value>) -> SQLExpression<Value> {
    SQLExpression(syntax: .column(identity, column.definition), coding: column.coding)
  }
}

/// What happens on which conflict.
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
