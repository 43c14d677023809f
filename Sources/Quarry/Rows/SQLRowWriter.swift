/// Collects the values of one mapped value's columns.
public struct SQLRowWriter<Record: SQLMapped> {
  /// One value for each column of the table; `nil` for a column without a value.
  @inlinable public var values: [SQLValue?] { stored }
  /// The first error about a value that can't be stored. The call that uses the row throws it.
  public private(set) var error: DatabaseError?
  @usableFromInline var stored: [SQLValue?]
  @usableFromInline let table: SQLTable
  @usableFromInline var next = 0

  /// Creates an empty row of a table.
  public init() {
    table = Record.table
    stored = Array(repeating: nil, count: table.columns.count)
  }

  /// Sets the value of a column: `row[Self.name] = name`. `nil` in an optional column writes NULL.
  ///
  /// The subscript can't be read.
  public subscript<Value>(column: SQLColumn<Value>) -> Value {
    @available(*, unavailable, message: "a row writer only takes values")
    get { preconditionFailure("unreachable: the compiler refuses every call of this getter") }
    @inlinable set { set(column, to: newValue) }
  }

  /// Sets the value of a column.
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

  /// Sets a column to NULL, even if its Swift type isn't optional.
  public mutating func setNull<Value>(_ column: SQLColumn<Value>) {
    guard let index = requiredPosition(of: column.definition) else { return }
    stored[index] = .null
  }

  /// Removes the value of a column, so that an insert uses the column's default.
  public mutating func useDefault<Value>(_ column: SQLColumn<Value>) {
    guard let index = requiredPosition(of: column.definition) else { return }
    stored[index] = nil
  }

  /// Sets the values of all columns.
  mutating func set(_ values: [SQLValue?]) { stored = values }

  /// Keeps the first error.
  mutating func fail(_ error: DatabaseError) {
    if self.error == nil { self.error = error }
  }

  /// Keeps an error about a value that can't be stored. A type's own error can contain the value, so only its kind is
  /// used.
  @usableFromInline mutating func refuse(
    _ column: SQLColumnDefinition, _ type: any Any.Type, _ error: any Error
  ) {
    let why = (error as? SQLConversionError)?.description ?? "\(type) can't be converted"
    fail(DatabaseError(.valueOutOfRange, "column \"\(table.name)\".\"\(column.name)\": \(why)", underlying: error))
  }

  @usableFromInline mutating func requiredPosition(of column: SQLColumnDefinition) -> Int? {
    if let index = position(of: column) { return index }
    fail(
      DatabaseError(
        .unknownColumn,
        "\(Record.self) writes the column \"\(column.name)\", which its table \"\(table.name)\" doesn't list; "
          + "add it to the table's columns"))
    return nil
  }

  private func position(of column: SQLColumnDefinition) -> Int? {
    table.columns.firstIndex { $0 === column }
      ?? table.columns.firstIndex { SQLIdentifier.areEqual($0.name, column.name) }
  }
}
