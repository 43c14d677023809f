import Quarry

/// Reads the answers of a server in one pass, with failures in the words of the protocol.
struct HranaReader {
  private var reader: JSONReader
  /// The largest number of a change that was read.
  private(set) var largestNumber: UInt64?

  init(_ bytes: [UInt8]) { reader = JSONReader(bytes) }

  mutating func next() throws(HranaMalformed) -> JSONToken {
    do throws(JSONError) { return try reader.required() } catch { throw HranaMalformed(error.description) }
  }

  mutating func tree() throws(HranaMalformed) -> JSONTree {
    do throws(JSONError) { return try reader.tree() } catch { throw HranaMalformed(error.description) }
  }

  mutating func skip() throws(HranaMalformed) {
    do throws(JSONError) { try reader.skip() } catch { throw HranaMalformed(error.description) }
  }

  /// Makes sure that nothing follows.
  mutating func finish() throws(HranaMalformed) {
    do throws(JSONError) { _ = try reader.next() } catch { throw HranaMalformed(error.description) }
  }

  /// Reads an object whose members come in any order; those that the body does not know it must skip.
  mutating func members(
    of what: String, _ body: (inout HranaReader, String) throws(HranaMalformed) -> Void
  ) throws(HranaMalformed) {
    guard try next() == .beginObject else { throw HranaMalformed("\(what) is no object") }
    while case .key(let name) = try next() { try body(&self, name) }
  }

  /// A string that may be null.
  mutating func optionalString(_ name: String) throws(HranaMalformed) -> String? {
    switch try next() {
    case .string(let text): return text
    case .null: return nil
    default: throw HranaMalformed("\(name) is no string")
    }
  }

  // MARK: Parts of an answer

  /// The values of a row, added to those that came before; gives their number.
  mutating func values(into values: inout [SQLValue]) throws(HranaMalformed) -> Int {
    guard try next() == .beginArray else { throw HranaMalformed("a row is no list") }
    return try valuesAfterBegin(into: &values)
  }

  private mutating func valuesAfterBegin(into values: inout [SQLValue]) throws(HranaMalformed) -> Int {
    var count = 0
    while true {
      let token = try next()
      if token == .endArray { return count }
      guard token == .beginObject else { throw HranaMalformed("a value is no object") }
      var type: String?
      var value: JSONTree?
      var base64: String?
      while case .key(let name) = try next() {
        switch name {
        case "type": type = try tree().string
        case "value": value = try tree()
        case "base64": base64 = try tree().string
        default: try skip()
        }
      }
      values.append(try HranaValue.value(type, value, base64))
      count += 1
    }
  }

  /// What a statement gave.
  mutating func statementResult() throws(HranaMalformed) -> HranaStatementResult {
    var columns: [ColumnDescription]?
    var rows: (cells: [SQLValue], count: Int, width: Int)?
    var affected: Int64?
    var lastRowID: Int64 = 0
    var number: UInt64?
    try members(of: "a result") { (reader, name) throws(HranaMalformed) in
      switch name {
      case "cols": columns = try reader.columns()
      case "rows": rows = try reader.rows()
      case "affected_row_count":
        if case .integer(let number) = try reader.tree() { affected = number }
      case "last_insert_rowid": lastRowID = try reader.rowID()
      case "replication_index": number = try reader.noteNumber(try reader.tree())
      default: try reader.skip()
      }
    }
    guard let columns else { throw HranaMalformed("a result has no columns") }
    guard let rows else { throw HranaMalformed("a result has no rows") }
    guard rows.count == 0 || rows.width == columns.count else {
      throw HranaMalformed("a row has another number of values than there are columns")
    }
    guard let affected, affected >= 0 else { throw HranaMalformed("a result has no affected_row_count") }
    return HranaStatementResult(
      columns: columns, cells: rows.cells, rowCount: rows.count,
      effect: StatementResult(affectedRows: affected, lastInsertedRowID: lastRowID),
      number: number)
  }

  /// The number of the newest change, which is a string, or a number in the answers of some servers.
  @discardableResult
  mutating func noteNumber(_ value: JSONTree?) throws(HranaMalformed) -> UInt64? {
    let number: UInt64?
    switch value {
    case nil, .null: return nil
    case .integer(let integer): number = UInt64(exactly: integer)
    case .string(let text): number = UInt64(text)
    default: number = nil
    }
    guard let number else { throw HranaMalformed("replication_index is no number") }
    largestNumber = max(largestNumber ?? 0, number)
    return number
  }

  private mutating func columns() throws(HranaMalformed) -> [ColumnDescription] {
    guard try next() == .beginArray else { throw HranaMalformed("a result has no columns") }
    var all: [ColumnDescription] = []
    while true {
      let token = try next()
      if token == .endArray { return all }
      guard token == .beginObject else { throw HranaMalformed("a column is no object") }
      var column = ColumnDescription(name: "")
      while case .key(let name) = try next() {
        switch name {
        case "name": column.name = try optionalString(name) ?? ""
        case "decltype": column.declaredType = try optionalString(name)
        default: try skip()
        }
      }
      all.append(column)
    }
  }

  private mutating func rows() throws(HranaMalformed) -> (cells: [SQLValue], count: Int, width: Int) {
    guard try next() == .beginArray else { throw HranaMalformed("a result has no rows") }
    var rows: (cells: [SQLValue], count: Int, width: Int) = ([], 0, 0)
    while true {
      let token = try next()
      if token == .endArray { return rows }
      guard token == .beginArray else { throw HranaMalformed("a row is no list") }
      let width = try valuesAfterBegin(into: &rows.cells)
      guard rows.count == 0 || width == rows.width else {
        throw HranaMalformed("a row has another number of values than there are columns")
      }
      rows.width = width
      rows.count += 1
    }
  }

  /// A rowid, which is a string, or a number in the cursor of some servers.
  private mutating func rowID() throws(HranaMalformed) -> Int64 {
    switch try next() {
    case .null: return 0
    case .integer(let number): return number
    case .string(let text):
      if let number = Int64(text) { return number }
    default: break
    }
    throw HranaMalformed("last_insert_rowid is no integer")
  }
}
