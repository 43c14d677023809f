internal import Quarry
internal import QuarryRemote
internal import QuarryWire

/// The rows of a result as the real server writes them, with what its binding to SQLite makes of values.
struct StandInRows {
  private let columns: [ColumnDescription]
  private let writesArrays: Bool
  private var types: [String]
  private var hasTypes = false
  private var rows: [String] = []

  /// - Parameter writesArrays: whether blobs are arrays of numbers instead of base64.
  init(_ columns: [ColumnDescription], writesArrays: Bool) {
    self.columns = columns
    self.writesArrays = writesArrays
    types = columns.map { $0.declaredType?.lowercased() ?? "" }
  }

  /// A value as it goes into an answer, with the name of its type.
  private enum Written {
    case null
    case value(String, type: String)
  }

  /// Adds rows.
  ///
  /// - Throws: `.encoding` for an infinity, which no answer can say.
  mutating func append(_ batch: SQLRowBatch) throws(DatabaseError) {
    for row in 0..<batch.rowCount {
      var cells: [Written] = []
      for column in columns.indices {
        let value: SQLValue
        let cell = batch.cell(row: row, column: column)
        // Bytes that are no text are replaced, as the server's language does.
        do { value = try cell.value() } catch { value = .text(cell.withBytes { String(decoding: $0, as: UTF8.self) }) }
        cells.append(try written(value, columns[column].declaredType?.lowercased() ?? "", types[column]))
      }
      rows.append(
        "["
          + cells.map { cell in
            switch cell {
            case .null: "null"
            case .value(let text, _): text
            }
          }.joined(separator: ",") + "]")
      guard !hasTypes else { continue }
      hasTypes = true
      // A column without a type gets that of its value in the first row; behind a NULL it keeps none.
      for column in columns.indices where types[column].isEmpty {
        guard case .value(_, let type) = cells[column] else { continue }
        types[column] = type
      }
    }
  }

  var json: String {
    let names = columns.map { StandInText.string($0.name) }.joined(separator: ",")
    let kinds = types.map { StandInText.string($0) }.joined(separator: ",")
    let values = rows.isEmpty ? "" : #","values":[\#(rows.joined(separator: ","))]"#
    return #"{"columns":[\#(names)],"types":[\#(kinds)]\#(values)}"#
  }

  /// - Parameters:
  ///   - declared: the declared type, which the binding looks at.
  ///   - type: the type of the column so far, which the server looks at.
  private func written(_ value: SQLValue, _ declared: String, _ type: String) throws(DatabaseError) -> Written {
    let isMoment = ["date", "datetime", "timestamp"].contains(declared)
    switch value {
    case .null: return .null
    case .integer(let integer):
      if declared == "boolean" { return .value(integer > 0 ? "true" : "false", type: "boolean") }
      guard isMoment else { return .value("\(integer)", type: "integer") }
      let seconds = integer.magnitude > 1_000_000_000_000 ? Double(integer) / 1000 : Double(integer)
      return .value(StandInText.string(StandInText.moment(seconds)), type: "text")
    case .real(let real):
      guard let text = StandInText.number(real) else {
        throw DatabaseError(.encoding, "json: unsupported value: \(real > 0 ? "+Inf" : "-Inf")")
      }
      return .value(text, type: "real")
    case .text(let text):
      guard isMoment else { return .value(StandInText.string(text), type: "text") }
      return .value(StandInText.string(StandInText.moment(of: text) ?? StandInText.noMoment), type: "text")
    case .blob(let bytes):
      if StandInRows.isText(type) {
        return .value(StandInText.string(String(decoding: bytes, as: UTF8.self)), type: "text")
      }
      if !writesArrays { return .value("\"\(Base64.encode(bytes))\"", type: "blob") }
      return .value("[" + bytes.map { String($0) }.joined(separator: ",") + "]", type: "blob")
    }
  }

  /// Whether blobs of a column are written as texts.
  private static func isText(_ type: String) -> Bool {
    ["", "text", "json"].contains(type)
      || ["varchar", "varying character", "nchar", "native character", "nvarchar", "clob"].contains {
        type.hasPrefix($0)
      }
  }
}
