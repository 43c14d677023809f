import Quarry
internal import QuarryWire

/// Reads the responses of a server in one pass, with errors in the protocol's terms.
struct HranaReader {
  private var reader: JSONReader
  /// The largest number of a change that was read.
  private(set) var largestNumber: UInt64?

  init(_ bytes: [UInt8]) { reader = JSONReader(bytes) }

  mutating func next() throws(HranaMalformed) -> JSONToken {
    do throws(JSONError) { return try reader.required() } catch { throw HranaMalformed(error.description) }
  }

  mutating func value() throws(HranaMalformed) -> JSONValue {
    do throws(JSONError) { return try reader.value() } catch { throw HranaMalformed(error.description) }
  }

  mutating func skip() throws(HranaMalformed) {
    do throws(JSONError) { try reader.skip() } catch { throw HranaMalformed(error.description) }
  }

  /// Makes sure that nothing follows.
  mutating func finish() throws(HranaMalformed) {
    do throws(JSONError) { _ = try reader.next() } catch { throw HranaMalformed(error.description) }
  }

  /// Reads an object whose members come in any order. The body must skip members that it doesn't know.
  mutating func members(
    of what: String, _ body: (inout HranaReader, String) throws(HranaMalformed) -> Void
  ) throws(HranaMalformed) {
    guard case .beginObject = try next() else { throw HranaMalformed("\(what) is no object") }
    try membersAfterBegin(body)
  }

  private mutating func membersAfterBegin(
    _ body: (inout HranaReader, String) throws(HranaMalformed) -> Void
  ) throws(HranaMalformed) {
    while case .key(let name) = try next() { try body(&self, name) }
  }

  /// A string that can be null.
  mutating func optionalString(_ name: String) throws(HranaMalformed) -> String? {
    switch try next() {
    case .string(let text): return text
    case .null: return nil
    default: throw HranaMalformed("\(name) is no string")
    }
  }

  // MARK: Results

  /// The result of a statement.
  mutating func statementResult() throws(HranaMalformed) -> HranaStatementResult {
    guard case .beginObject = try next() else { throw HranaMalformed("a result is no object") }
    return try statementResultAfterBegin()
  }

  mutating func statementResultAfterBegin() throws(HranaMalformed) -> HranaStatementResult {
    var columns: [ColumnDescription]?
    var rows: RowStore?
    // Rows that come before the columns, which say how many cells a row has.
    var early: HranaReader?
    var affected: Int64?
    var lastRowID: Int64 = 0
    var number: UInt64?
    try membersAfterBegin { (reader, name) throws(HranaMalformed) in
      switch name {
      case "cols": columns = try reader.value().hranaColumns()
      case "rows":
        if let columns {
          rows = try reader.rows(columns.count)
        } else {
          early = reader
          try reader.skip()
        }
      case "affected_row_count": affected = try reader.value().integer
      case "last_insert_rowid": lastRowID = try reader.value().hranaRowID()
      case "replication_index": number = try reader.noteNumber(try reader.value())
      default: try reader.skip()
      }
    }
    guard let columns else { throw HranaMalformed("a result has no columns") }
    if rows == nil { rows = try early?.rows(columns.count) }
    guard let rows else { throw HranaMalformed("a result has no rows") }
    guard let affected, affected >= 0 else { throw HranaMalformed("a result has no affected_row_count") }
    return HranaStatementResult(
      columns: columns, rows: rows, effect: StatementResult(affectedRows: affected, lastInsertedRowID: lastRowID),
      number: number)
  }

  /// The number of the newest change: a string, or a number in the responses of some servers.
  @discardableResult
  mutating func noteNumber(_ value: JSONValue) throws(HranaMalformed) -> UInt64? {
    let number: UInt64?
    switch value {
    case .null: return nil
    case .integer(let integer): number = UInt64(exactly: integer)
    case .string(let text): number = UInt64(text)
    default: number = nil
    }
    guard let number else { throw HranaMalformed("replication_index is no number") }
    largestNumber = max(largestNumber ?? 0, number)
    return number
  }
}

// MARK: - Rows

extension HranaReader {
  private mutating func rows(_ columnCount: Int) throws(HranaMalformed) -> RowStore {
    guard case .beginArray = try next() else { throw HranaMalformed("a result has no rows") }
    var rows = RowStore(columnCount: columnCount)
    while true {
      switch try next() {
      case .endArray: return rows
      case .beginArray: try cellsAfterBegin(into: &rows)
      default: throw HranaMalformed("a row is no list")
      }
      guard rows.endRow() else { throw HranaMalformed.rowOfAnotherWidth }
    }
  }

  /// The cells of a row, without ending the row.
  mutating func cells(into rows: inout RowStore) throws(HranaMalformed) {
    guard case .beginArray = try next() else { throw HranaMalformed("a row is no list") }
    try cellsAfterBegin(into: &rows)
  }

  private mutating func cellsAfterBegin(into rows: inout RowStore) throws(HranaMalformed) {
    while true {
      switch try next() {
      case .endArray: return
      case .beginObject: break
      default: throw HranaMalformed("a value is no object")
      }
      var type: String?
      var value: JSONToken?
      var base64: String?
      while case .key(let name) = try next() {
        switch name {
        case "type": type = try string()
        case "value": value = try scalar()
        case "base64": base64 = try string()
        default: try skip()
        }
      }
      try cell(type, value, base64, into: &rows)
    }
  }

  /// Adds a cell; the types of the protocol are exact.
  ///
  /// - Throws: ``HranaMalformed/lostInfinity`` if the server couldn't write a float.
  private func cell(
    _ type: String?, _ value: JSONToken?, _ base64: String?, into rows: inout RowStore
  ) throws(HranaMalformed) {
    switch (type, value) {
    case ("null", _): rows.appendNull()
    case ("integer", .string(let text)?):
      guard let integer = Int64(text) else { throw HranaMalformed.noInteger }
      rows.append(integer)
    case ("integer", _): throw HranaMalformed.noInteger
    case ("float", .double(let real)?): rows.append(real)
    case ("float", .integer(let integer)?): rows.append(Double(integer))
    // Infinities come as null, without their sign.
    case ("float", .null?): throw HranaMalformed.lostInfinity
    case ("float", _): throw HranaMalformed("a float is no number")
    case ("text", .string(let text)?): rows.append(text)
    case ("text", _): throw HranaMalformed("a text is no string")
    case ("blob", _):
      guard let bytes = base64.flatMap({ Base64.decode($0) }) else {
        throw HranaMalformed("a blob is not written in base64")
      }
      rows.append(bytes)
    default: throw HranaMalformed("a value has no known type")
    }
  }

  private mutating func string() throws(HranaMalformed) -> String? {
    if case .string(let text) = try scalar() { text } else { nil }
  }

  /// The next value. Of a list or an object, it returns only the beginning, but reads all of it.
  private mutating func scalar() throws(HranaMalformed) -> JSONToken {
    let token = try next()
    switch token {
    case .beginArray, .beginObject:
      let inner = reader.depth
      while reader.depth >= inner { _ = try next() }
    default: break
    }
    return token
  }
}

extension HranaMalformed {
  /// The error for a value that the protocol can't send.
  static let lostInfinity = HranaMalformed("it holds an infinity, which this protocol cannot carry")
  static let rowOfAnotherWidth = HranaMalformed("a row has another number of values than there are columns")
  static let noInteger = HranaMalformed("an integer is not written as a string of digits")
}
