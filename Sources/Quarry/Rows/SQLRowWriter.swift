/// Collects the values of one mapped value's columns.
public struct SQLRowWriter<Record: SQLMapped> {
  /// One value for each column of the table; `nil` for a column that got none.
  @inlinable public var values: [SQLValue?] { stored }
  /// The first value that could not be stored; reported by the call that uses the row.
  public private(set) var error: DatabaseError?
  @usableFromInline var stored: [SQLValue?]
  @usableFromInline let table: SQLTable
  @usableFromInline var next = 0

  /// Creates an empty row of a table.
  public init() {
    table = Record.table
    stored = Array(repeating: nil, count: table.columns.count)
  }

  /// Gives a value to a column: `row[Self.name] = name`. `nil` in an optional column writes NULL.
  ///
  /// A row that is being written cannot be read; the compiler refuses the getter.
  public subscript<Value>(column: SQLColumn<Value>) -> Value {
    @available(*, unavailable, message: "a row writer only takes values")
    get { preconditionFailure("unreachable: the compiler refuses every call of this getter") }
    @inlinable set { set(column, to: newValue) }
  }

  /// Gives a value to a column.
  @inlinable public mutating func set<Value>(_ column: SQLColumn<Value>, to value: Value) {
    var index = next
    if index >= table.columnIdentities.count || table.columnIdentities[index] != ObjectIdentifier(column.definition) {
      guard let found = requiredPosition(of: column.definition) else { return }
      index = found
    }
    next = index &+ 1
    do {
      stored[index] = try value.sqlValue(coding: column.coding)
    } catch {
      refuse(column.definition, Value.self, error)
    }
  }

  /// Gives NULL to a column, also where an insert would otherwise leave it out.
  public mutating func setNull<Value>(_ column: SQLColumn<Value>) {
    guard let index = requiredPosition(of: column.definition) else { return }
    stored[index] = .null
  }

  /// Leaves a column out, so that an insert uses its default.
  public mutating func useDefault<Value>(_ column: SQLColumn<Value>) {
    guard let index = requiredPosition(of: column.definition) else { return }
    stored[index] = nil
  }

  /// Takes the values of all columns at once.
  mutating func set(_ values: [SQLValue?]) { stored = values }

  /// Remembers the first error.
  mutating func fail(_ error: DatabaseError) {
    if self.error == nil { self.error = error }
  }

  /// Remembers that a value could not be stored. A type's own error may show the value: only its kind is told.
  @usableFromInline mutating func refuse(
    _ column: SQLColumnDefinition, _ type: any Any.Type, _ error: any Error
  ) {
    let why = (error as? SQLConversionError)?.description ?? "\(type) does not convert"
    fail(DatabaseError(.valueOutOfRange, "column \"\(table.name)\".\"\(column.name)\": \(why)", underlying: error))
  }

  @usableFromInline mutating func requiredPosition(of column: SQLColumnDefinition) -> Int? {
    if let index = position(of: column) { return index }
    fail(
      DatabaseError(
        .unknownColumn,
        "\(Record.self) writes the column \"\(column.name)\", which its table \"\(table.name)\" does not list; "
          + "add it to the table's columns"))
    return nil
  }

  private func position(of column: SQLColumnDefinition) -> Int? {
    table.columns.firstIndex { $0 === column }
      ?? table.columns.firstIndex { SQLIdentifier.areEqual($0.name, column.name) }
  }
}
