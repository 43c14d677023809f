/// Collects the values of one mapped value's columns.
public struct SQLRowWriter<Record: SQLMapped>: ~Copyable {
  /// One value for each column of the table; `nil` for a column without a value.
  public var values: [SQLValue?] {
    guard let bound else { return stored }
    guard bound.openRow == base else { return table.columns.map { _ in nil } }
    return table.columns.indices.map { bound.value(at: base + $0) }
  }
  /// The first error about a value that can't be stored. The call that uses the row throws it.
  public internal(set) var error: DatabaseError?
  /// The values, unless they are written to a statement's parameters.
  @usableFromInline var stored: [SQLValue?]
  /// The parameters that the values are written to.
  @usableFromInline let bound: BoundValues?
  // Sound: it's `bound`, which lives as long as this writer. A reference that is counted would be for each column.
  @usableFromInline let unretained: Unmanaged<BoundValues>?
  /// The index of the parameter of the first column.
  @usableFromInline var base: Int
  @usableFromInline let table: SQLTable
  @usableFromInline var next = 0

  /// Creates an empty row of a table.
  public init() {
    table = Record.table
    stored = Array(repeating: nil, count: table.columns.count)
    bound = nil
    unretained = nil
    base = 0
  }

  /// Creates an empty row whose values are appended to a statement's parameters: one for each column of the table.
  @inlinable init(appendingTo bound: BoundValues) {
    table = Record.table
    stored = []
    self.bound = bound
    unretained = .passUnretained(bound)
    base = bound.beginRow(table.columnIdentities.count)
  }

  /// Begins another row of the same parameters.
  @inlinable mutating func beginRow(in bound: BoundValues) {
    next = 0
    base = bound.beginRow(table.columnIdentities.count)
  }

  /// Whether the values were written to these parameters, and not to a row that a record put in the place of this one.
  @inlinable func wrote(to bound: BoundValues, from base: Int) -> Bool { self.bound === bound && self.base == base }

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
    let index = next
    guard let bound = unretained, bound._withUnsafeGuaranteedRef({ $0.openRow }) == base,
      index < table.columnIdentities.count, table.columnIdentities[index] == ObjectIdentifier(column.definition)
    else { return setAnywhere(column, to: value) }
    next = index &+ 1
    do {
      try value.write(to: BoundValues.Cell(bound, base &+ index), coding: column.coding)
    } catch {
      refuse(column.definition, Value.self, error)
    }
  }

  /// Sets the value of a column that isn't the next one, or of a row that isn't written to parameters.
  @inlinable @inline(never) mutating func setAnywhere<Value>(_ column: SQLColumn<Value>, to value: Value) {
    guard let index = requiredPosition(of: column.definition) else { return }
    next = index &+ 1
    do {
      if let bound {
        guard bound.openRow == base else { return }
        try value.write(to: BoundValues.Cell(.passUnretained(bound), base &+ index), coding: column.coding)
      } else {
        stored[index] = try value.sqlValue(coding: column.coding)
      }
    } catch {
      refuse(column.definition, Value.self, error)
    }
  }

  /// Sets a column to NULL, even if its Swift type isn't optional.
  public mutating func setNull<Value>(_ column: SQLColumn<Value>) {
    guard let index = requiredPosition(of: column.definition) else { return }
    setStored(index, .null)
  }

  /// Removes the value of a column, so that an insert uses the column's default.
  public mutating func useDefault<Value>(_ column: SQLColumn<Value>) {
    guard let index = requiredPosition(of: column.definition) else { return }
    setStored(index, nil)
  }

  /// Sets the values of all columns.
  mutating func set(_ values: [SQLValue?]) {
    for (index, value) in values.enumerated() { setStored(index, value) }
  }

  private mutating func setStored(_ index: Int, _ value: SQLValue?) {
    guard let bound else { return stored[index] = value }
    guard bound.openRow == base else { return }
    if let value { bound.set(base + index, value) } else { bound.setAbsent(base + index) }
  }

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
    if next < table.columns.count, table.columns[next] === column { return next }
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
