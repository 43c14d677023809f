import Quarry
internal import QuarryWire

/// One line of a cursor's response.
enum HranaCursorLine: Sendable {
  /// The first line.
  case head(baton: String?, baseURL: String?)
  /// The columns of a step.
  case begin(step: Int, columns: [ColumnDescription])
  /// A row.
  case row
  /// The end of a step.
  case end(StatementResult)
  /// The error of a step.
  case stepError(HranaServerError)
  /// The error of the whole batch, always the last line.
  case error(HranaServerError)
  /// A line that isn't needed here.
  case other

  /// Reads a line. The cells of a row are added to `rows`, without ending the row.
  init(_ bytes: [UInt8], isFirst: Bool, rows: inout RowStore) throws(HranaMalformed) {
    // Rows are nearly all lines, and mostly begin with their type.
    if !isFirst, try HranaCursorLine.isRow(bytes, &rows) {
      self = .row
      return
    }
    let tree: JSONValue
    do throws(JSONError) { tree = try JSONValue(bytes) } catch { throw HranaMalformed(error.description) }
    guard tree.members != nil else { throw HranaMalformed("a line is no object") }
    if isFirst {
      if let error = tree["error"], tree["type"]?.string == "error" {
        self = .error(try error.hranaError())
      } else {
        self = .head(baton: try tree.optionalString("baton"), baseURL: try tree.optionalString("base_url"))
      }
      return
    }
    switch tree["type"]?.string {
    case "step_begin":
      guard let step = tree["step"]?.integer else { throw HranaMalformed("a step has no number") }
      self = .begin(step: Int(clamping: step), columns: try (tree["cols"] ?? .null).hranaColumns())
    case "step_end": self = .end(try tree.hranaEffect())
    case "step_error", "error":
      guard let error = tree["error"] else { throw HranaMalformed("a failed step has no error") }
      self = tree["type"]?.string == "error" ? .error(try error.hranaError()) : .stepError(try error.hranaError())
    case nil: throw HranaMalformed("a line has no type")
    default: self = .other
    }
  }

  /// Whether a line is a row.
  private static func isRow(_ bytes: [UInt8], _ rows: inout RowStore) throws(HranaMalformed) -> Bool {
    var line = HranaReader(bytes)
    guard case .beginObject = try line.next() else { return false }
    var isRow = false
    var hasCells = false
    while case .key(let name) = try line.next() {
      switch name {
      case "type":
        guard case .string("row") = try line.next() else { return false }
        isRow = true
      case "row":
        rows.removeAll()
        try line.cells(into: &rows)
        hasCells = true
      default: try line.skip()
      }
    }
    try line.finish()
    guard isRow else { return false }
    guard hasCells else { throw HranaMalformed("a row has no values") }
    return true
  }
}
