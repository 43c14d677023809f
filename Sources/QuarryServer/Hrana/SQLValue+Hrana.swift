#if Server
internal import Quarry
internal import QuarryWire

extension SQLValue {
  /// Reads a value. Messages never repeat it.
  init(hrana value: JSONValue) throws(HranaViolation) {
    switch value["type"]?.string {
    case "null": self = .null
    case "integer":
      guard let number = value["value"]?.string.flatMap({ Int64($0) }) else {
        throw HranaViolation("an integer is a string of digits within 64 bits")
      }
      self = .integer(number)
    case "float":
      guard let number = value["value"]?.double, number.isFinite else {
        throw HranaViolation("a float is a finite number")
      }
      self = .real(number)
    case "text":
      guard let text = value["value"]?.string else { throw HranaViolation("a text is a string") }
      self = .text(text)
    case "blob":
      guard let bytes = value["base64"]?.string.flatMap({ Base64.decode($0) }) else {
        throw HranaViolation("a blob is base64 in the standard alphabet")
      }
      self = .blob(bytes)
    default: throw HranaViolation("unknown or missing type of value")
    }
  }
}

extension JSONWriter {
  /// Writes a cell.
  ///
  /// - Throws: `.decoding` if a text isn't UTF-8, which JSON can't hold.
  mutating func hrana(_ cell: SQLCell) throws {
    switch cell.storageClass {
    case .null: raw(#"{"type":"null"}"#)
    case .integer: raw(#"{"type":"integer","value":"\#(cell.integerIfPresent ?? 0)"}"#)
    case .real:
      let number = cell.realIfPresent ?? 0
      raw(#"{"type":"float","value":\#(number.isFinite ? "\(number)" : "null")}"#)
    case .text:
      let text: String
      do {
        text = try cell.textIfPresent() ?? ""
      } catch {
        throw DatabaseError(.decoding, "a text is not UTF-8, which this protocol cannot carry; read it as a blob")
      }
      beginObject()
      member("type", "text")
      member("value", text)
      endObject()
    case .blob:
      beginObject()
      member("type", "blob")
      key("base64")
      cell.withBytes { base64($0, pads: false) }
      endObject()
    }
  }

  /// Writes the rows of a batch, each as `[value, …]`.
  mutating func hranaRow(_ batch: SQLRowBatch, _ row: Int) throws {
    beginArray()
    for column in 0..<batch.columnCount { try hrana(batch.cell(row: row, column: column)) }
    endArray()
  }

  /// Writes the columns of a result.
  mutating func hrana(_ columns: [ColumnDescription]) {
    array { writer in
      for column in columns {
        writer.object {
          $0.member("name", column.name)
          $0.member("decltype", column.declaredType)
        }
      }
    }
  }

  /// Writes an error.
  mutating func hrana(_ failure: ServerFailure) {
    object {
      $0.member("message", failure.hranaMessage)
      $0.member("code", failure.hranaCode)
      // More than other servers tell; clients leave out what they do not know.
      if let engineCode = failure.engineCode { $0.member("extended_code", engineCode) }
      if failure.outcome != .notApplied {
        $0.member("outcome", failure.outcome == .applied ? "applied" : "unknown")
      }
    }
  }
}
#endif
