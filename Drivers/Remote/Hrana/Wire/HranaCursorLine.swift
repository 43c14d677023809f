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

  private enum Kind { case begin, row, end, stepError, error, other }

  /// Reads a line. The cells of a row are added to `row`, without ending the row.
  init(_ line: HranaReader, isFirst: Bool, row: inout some HranaRow) throws(HranaMalformed) {
    var line = line
    try line.beginObject("a line")
    var kind: Kind?
    // Cells that come before the type of the line, which says whether they are ones.
    var early: HranaReader?
    var hasCells = false
    var (baton, baseURL): (String?, String?)
    var step: Int64?
    var columns: [ColumnDescription]?
    var affected: Int64?
    var lastRowID: Int64 = 0
    var error: JSONValue?
    while try line.nextMember() {
      if line.isText("type") {
        kind = try HranaCursorLine.kind(&line)
      } else if line.isText("row"), kind == .row {
        try line.cells(into: &row)
        hasCells = true
      } else if line.isText("row"), kind == nil {
        early = line
        try line.skip()
      } else if line.isText("baton"), isFirst {
        baton = try line.optionalString("baton")
      } else if line.isText("base_url"), isFirst {
        baseURL = try line.optionalString("base_url")
      } else if line.isText("step") {
        step = try line.integer()
      } else if line.isText("cols"), kind ?? .begin == .begin {
        columns = try line.columns()
      } else if line.isText("affected_row_count") {
        affected = try line.integer()
      } else if line.isText("last_insert_rowid"), kind ?? .end == .end {
        lastRowID = try line.rowID()
      } else if line.isText("error") {
        error = try line.value()
      } else {
        try line.skip()
      }
    }
    try line.finish()
    if isFirst {
      if let error, kind == .error {
        self = .error(try error.hranaError())
      } else {
        self = .head(baton: baton, baseURL: baseURL)
      }
      return
    }
    switch kind {
    case .row:
      if var early {
        try early.cells(into: &row)
        hasCells = true
      }
      guard hasCells else { throw HranaMalformed("a row has no values") }
      self = .row
    case .begin:
      guard let step else { throw HranaMalformed("a step has no number") }
      guard let columns else { throw HranaMalformed("a result has no columns") }
      self = .begin(step: Int(clamping: step), columns: columns)
    case .end:
      guard let affected, affected >= 0 else { throw HranaMalformed("a result has no affected_row_count") }
      self = .end(StatementResult(affectedRows: affected, lastInsertedRowID: lastRowID))
    case .stepError, .error:
      guard let error else { throw HranaMalformed("a failed step has no error") }
      self = kind == .error ? .error(try error.hranaError()) : .stepError(try error.hranaError())
    case .other: self = .other
    case nil: throw HranaMalformed("a line has no type")
    }
  }

  /// The kind of a line; `nil` for what is no string.
  private static func kind(_ line: inout HranaReader) throws(HranaMalformed) -> Kind? {
    guard case .string = try line.scalar() else { return nil }
    if line.isText("row") { return .row }
    if line.isText("step_begin") { return .begin }
    if line.isText("step_end") { return .end }
    if line.isText("step_error") { return .stepError }
    return line.isText("error") ? .error : .other
  }
}
