internal import Quarry
internal import QuarryWire

/// The results of statements: `{"columns":[…],"rows":[[…]],"rowsRead":…,"rowsWritten":…}`.
enum PerSQLAnswer {
  /// Reads the results of a batch.
  static func statements(_ reader: inout JSONReader) throws(PerSQLMismatch) -> [StatementAnswer] {
    do {
      guard try reader.required() == .beginArray else { throw PerSQLMismatch(what: "data is no array") }
      var answers: [StatementAnswer] = []
      while true {
        switch try reader.required() {
        case .endArray: return answers
        case .beginObject: answers.append(try members(&reader))
        default: throw PerSQLMismatch(what: "a result is no object")
        }
      }
    } catch let error as JSONError {
      throw PerSQLMismatch(error)
    } catch let error as PerSQLMismatch {
      throw error
    } catch {
      throw PerSQLMismatch(what: "it cannot be read")
    }
  }

  /// Reads the result of one statement.
  static func statement(_ reader: inout JSONReader) throws(PerSQLMismatch) -> StatementAnswer {
    do {
      guard try reader.required() == .beginObject else { throw PerSQLMismatch(what: "data is no object") }
      return try members(&reader)
    } catch let error as JSONError {
      throw PerSQLMismatch(error)
    } catch let error as PerSQLMismatch {
      throw error
    } catch {
      throw PerSQLMismatch(what: "it cannot be read")
    }
  }

  private static func members(_ reader: inout JSONReader) throws -> StatementAnswer {
    var answer = StatementAnswer()
    var hasRows = false
    var hasColumns = false
    // Rows that come before the columns, which say how many cells a row has.
    var early: JSONReader?
    while case .key = try reader.requiredEvent() {
      if reader.isText("columns") {
        hasColumns = true
        guard let names = try reader.value().array else { throw PerSQLMismatch(what: "columns is no array") }
        for name in names {
          guard let name = name.string else { throw PerSQLMismatch(what: "the name of a column is no string") }
          answer.columns.append(ColumnDescription(name: name))
        }
      } else if reader.isText("rows") {
        hasRows = true
        if hasColumns {
          answer.rows = try rows(&reader, answer.columns)
        } else {
          early = reader
          try reader.skip()
        }
      } else {
        try reader.skip()
      }
    }
    guard hasRows else { throw PerSQLMismatch(what: "a result has no rows") }
    if var early { answer.rows = try rows(&early, answer.columns) }
    return answer
  }

  private static func rows(_ reader: inout JSONReader, _ columns: [ColumnDescription]) throws -> RowStore {
    var rows = RowStore(columnCount: columns.count, source: reader.bytes)
    guard try reader.requiredEvent() == .beginArray else { throw PerSQLMismatch(what: "rows is no array") }
    while true {
      switch try reader.requiredEvent() {
      case .endArray: return rows
      case .beginArray: break
      default: throw PerSQLMismatch(what: "a row is no array")
      }
      while true {
        let event = try reader.requiredEvent()
        if case .endArray = event { break }
        try cell(event, reader, &rows, columns)
      }
      guard rows.endRow() else { throw PerSQLMismatch(what: "a row has not one cell for each column") }
    }
  }

  private static func cell(
    _ event: JSONEvent, _ reader: borrowing JSONReader, _ rows: inout RowStore, _ columns: [ColumnDescription]
  ) throws(PerSQLMismatch) {
    switch event {
    case .null: rows.appendNull()
    case .string: rows.append(textOf: reader)
    case .bool(let flag): rows.append(Int64(flag ? 1 : 0))
    case .number: try number(reader.number, &rows, columns)
    case .beginObject, .beginArray:
      throw PerSQLMismatch(
        refusal: "\(name(rows, columns)) holds a blob, which the service does not carry; select hex(…) instead",
        missing: .blobs)
    default:
      throw PerSQLMismatch(what: "\(name(rows, columns)) holds something that is no value")
    }
  }

  private static func number(
    _ token: JSONToken, _ rows: inout RowStore, _ columns: [ColumnDescription]
  ) throws(PerSQLMismatch) {
    switch token {
    case .double(let real) where real.isFinite:
      // Up to 2^63 it may be an integer that was rounded; beyond, it can only be a real.
      guard !(0x1p53...0x1p63).contains(real.magnitude) else { throw rounded(rows, columns) }
      rows.append(real)
    case .integer(let integer):
      guard integer.magnitude <= 1 << 53 - 1 else { throw rounded(rows, columns) }
      rows.append(integer)
    default:
      throw PerSQLMismatch(what: "\(name(rows, columns)) holds something that is no value")
    }
  }

  private static func rounded(_ rows: RowStore, _ columns: [ColumnDescription]) -> PerSQLMismatch {
    PerSQLMismatch(
      refusal: "\(name(rows, columns)) holds a number from 2^53 on, which the service may have rounded; "
        + "select CAST(… AS TEXT) instead", missing: .exactIntegers)
  }

  private static func name(_ rows: RowStore, _ columns: [ColumnDescription]) -> String {
    let index = rows.openCells
    return columns.indices.contains(index) ? "the column \"\(columns[index].name)\"" : "a column"
  }
}
