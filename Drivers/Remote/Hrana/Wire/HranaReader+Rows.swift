import Quarry
internal import QuarryWire

extension HranaReader {
  /// The result of a statement.
  mutating func statementResult() throws(HranaMalformed) -> HranaStatementResult {
    try beginObject("a result")
    return try statementResultAfterBegin()
  }

  mutating func statementResultAfterBegin() throws(HranaMalformed) -> HranaStatementResult {
    var result = PartialResult()
    try readMembers(of: &result)
    return try whole(result)
  }

  /// The result of a statement, from its rows on.
  mutating func statementResult(after columns: [ColumnDescription]) throws(HranaMalformed) -> HranaStatementResult {
    var result = PartialResult()
    result.columns = columns
    result.rows = try rows(columns.count)
    try readMembers(of: &result)
    return try whole(result)
  }

  private struct PartialResult {
    var columns: [ColumnDescription]?
    var rows: RowStore?
    /// The reader at rows that come before the columns, which say how many cells a row has.
    var early: HranaReader?
    var affected: Int64?
    var lastRowID: Int64 = 0
    var number: UInt64?
    /// Whether nothing but columns was read.
    var isNew: Bool { rows == nil && early == nil && affected == nil && lastRowID == 0 && number == nil }
  }

  private mutating func readMembers(of result: inout PartialResult) throws(HranaMalformed) {
    rowsPlace = nil
    var start: (place: JSONPlace, columns: [ColumnDescription])?
    while try nextMember() {
      if isText("cols") {
        result.columns = try self.columns()
      } else if isText("rows") {
        rowsCount += 1
        if let columns = result.columns {
          if rowsCount == 1, result.isNew { start = (reader.currentPlace, columns) }
          result.rows = try self.rows(columns.count)
        } else {
          result.early = self
          try skip()
        }
      } else if isText("affected_row_count") {
        result.affected = try integer()
      } else if isText("last_insert_rowid") {
        result.lastRowID = try rowID()
      } else if isText("replication_index") {
        result.number = try self.number()
      } else {
        try skip()
      }
    }
    if rowsCount == 1, let start { rowsPlace = (start.place, start.columns, reader.offset) }
  }

  private mutating func whole(_ result: PartialResult) throws(HranaMalformed) -> HranaStatementResult {
    guard let columns = result.columns else { throw HranaMalformed("a result has no columns") }
    var rows = result.rows
    if rows == nil, var early = result.early { rows = try early.rows(columns.count) }
    guard let rows else { throw HranaMalformed("a result has no rows") }
    guard let affected = result.affected, affected >= 0 else {
      throw HranaMalformed("a result has no affected_row_count")
    }
    return HranaStatementResult(
      columns: columns, rows: rows,
      effect: StatementResult(affectedRows: affected, lastInsertedRowID: result.lastRowID), number: result.number)
  }

  mutating func rows(_ columnCount: Int) throws(HranaMalformed) -> RowStore {
    guard case .beginArray = try next() else { throw HranaMalformed("a result has no rows") }
    var rows = RowStore(columnCount: columnCount, source: reader.bytes)
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
  mutating func cells(into row: inout some HranaRow) throws(HranaMalformed) {
    guard case .beginArray = try next() else { throw HranaMalformed("a row is no list") }
    try cellsAfterBegin(into: &row)
  }

  private mutating func cellsAfterBegin(into row: inout some HranaRow) throws(HranaMalformed) {
    while true {
      switch try next() {
      case .endArray: return
      case .beginObject: try cellAfterBegin(into: &row)
      default: throw HranaMalformed("a value is no object")
      }
    }
  }

  private enum CellType { case null, integer, float, text, blob }

  /// Adds a cell; the types of the protocol are exact.
  ///
  /// - Throws: ``HranaMalformed/lostInfinity`` if the server couldn't write a float.
  private mutating func cellAfterBegin(into row: inout some HranaRow) throws(HranaMalformed) {
    var type: CellType?
    var value: (event: JSONEvent, text: JSONText)?
    var base64: String?
    while try nextMember() {
      if isText("type") {
        type = try cellType()
      } else if isText("value") {
        value = (try scalar(), reader.lastText)
      } else if isText("base64") {
        if case .string = try scalar() { base64 = reader.string } else { base64 = nil }
      } else {
        try skip()
      }
    }
    if let value { reader.recall(value.text) }
    switch (type, value?.event) {
    case (.null, _): row.appendNull()
    case (.integer, .string?):
      guard let integer = reader.spelledInteger else { throw HranaMalformed.noInteger }
      row.append(integer)
    case (.integer, _): throw HranaMalformed.noInteger
    case (.float, .number?):
      switch reader.number {
      case .integer(let integer): row.append(Double(integer))
      case .double(let real): row.append(real)
      default: throw HranaMalformed("a float is no number")
      }
    // Infinities come as null, without their sign.
    case (.float, .null?): throw HranaMalformed.lostInfinity
    case (.float, _): throw HranaMalformed("a float is no number")
    case (.text, .string?): reader.withText { row.append(text: $0, at: reader.textPlace) }
    case (.text, _): throw HranaMalformed("a text is no string")
    case (.blob, _):
      guard let bytes = base64.flatMap({ Base64.decode($0) }) else {
        throw HranaMalformed("a blob is not written in base64")
      }
      row.append(bytes)
    case (nil, _): throw HranaMalformed("a value has no known type")
    }
  }

  private mutating func cellType() throws(HranaMalformed) -> CellType? {
    guard case .string = try scalar() else { return nil }
    if isText("text") { return .text }
    if isText("integer") { return .integer }
    if isText("null") { return .null }
    if isText("float") { return .float }
    return isText("blob") ? .blob : nil
  }
}

extension HranaMalformed {
  /// The error for a value that the protocol can't send.
  static let lostInfinity = HranaMalformed("it holds an infinity, which this protocol cannot carry")
  static let rowOfAnotherWidth = HranaMalformed("a row has another number of values than there are columns")
  static let noInteger = HranaMalformed("an integer is not written as a string of digits")
}
