package import Quarry

/// One line of a cursor's answer.
package enum HranaCursorLine: Sendable {
  /// The first line.
  case head(baton: String?, baseURL: String?)
  /// The columns of a step.
  case begin(step: Int, columns: [ColumnDescription])
  /// A row.
  case row([SQLValue])
  /// The end of a step.
  case end(StatementResult)
  /// The error of a step.
  case stepError(HranaServerError)
  /// The error of the whole batch, always the last line.
  case error(HranaServerError)
  /// Something that does not matter here.
  case other

  /// Reads a line.
  package init(_ bytes: [UInt8], isFirst: Bool) throws(HranaMalformed) {
    // Rows are nearly all lines, and mostly begin with their type.
    if !isFirst, let row = try HranaCursorLine.row(bytes) {
      self = .row(row)
      return
    }
    let tree = try HranaMalformed.tree(bytes)
    guard tree.members != nil else { throw HranaMalformed("a line is no object") }
    if isFirst {
      if let error = tree["error"], tree["type"]?.string == "error" {
        self = .error(try error.hranaError())
      } else {
        self = .head(baton: try tree.text("baton"), baseURL: try tree.text("base_url"))
      }
      return
    }
    switch tree["type"]?.string {
    case "step_begin":
      guard let step = tree["step"]?.integer else { throw HranaMalformed("a step has no number") }
      self = .begin(step: Int(clamping: step), columns: try tree.hranaColumns())
    case "step_end": self = .end(try tree.hranaEffect())
    case "step_error", "error":
      guard let error = tree["error"] else { throw HranaMalformed("a failed step has no error") }
      self = tree["type"]?.string == "error" ? .error(try error.hranaError()) : .stepError(try error.hranaError())
    case nil: throw HranaMalformed("a line has no type")
    default: self = .other
    }
  }

  /// The values of a line that is a row; `nil` for another line.
  private static func row(_ bytes: [UInt8]) throws(HranaMalformed) -> [SQLValue]? {
    var line = HranaReader(bytes)
    guard try line.next() == .beginObject else { return nil }
    var isRow = false
    var values: [SQLValue]?
    while case .key(let name) = try line.next() {
      switch name {
      case "type":
        guard try line.next() == .string("row") else { return nil }
        isRow = true
      case "row":
        var row: [SQLValue] = []
        _ = try line.values(into: &row)
        values = row
      default: try line.skip()
      }
    }
    try line.finish()
    guard isRow else { return nil }
    guard let values else { throw HranaMalformed("a row has no values") }
    return values
  }
}

extension JSONTree {
  fileprivate func text(_ name: String) throws(HranaMalformed) -> String? {
    guard let value = self[name], !value.isNull else { return nil }
    guard let string = value.string else { throw HranaMalformed("\(name) is no string") }
    return string
  }
}
