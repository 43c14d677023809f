/// A report for a terminal.
struct TextReport {
  private let report: ConformanceReport

  init(_ report: ConformanceReport) { self.report = report }

  var text: String {
    report.drivers.map(text(of:)).joined(separator: "\n") + report.summaryLine + "\n"
  }

  private func text(of driver: DriverReport) -> String {
    let engine = driver.engine
    let name =
      engine.cipherVersion.map { "\(engine.name) \($0) (SQLite \(engine.version))" } ?? "SQLite \(engine.version)"
    var lines = ["\(driver.driver.url) · \(name) · suite \(driver.suite.version) · seed \(driver.suite.seed)"]
    lines += table(of: driver)
    lines += driver.cases.filter(\.status.isFailure).flatMap(Self.lines(of:))
    lines += skipped(in: driver)
    for area in driver.areasBelowMinimum {
      lines.append("\(area.rawValue): fewer assertions than its minimum of \(area.minimumAssertions)")
    }
    if isWhole(driver), driver.isBelowMinimum {
      lines.append("fewer cases passed than the minimum of \(DriverReport.minimumPasses) for a complete run")
    }
    let slowest = driver.cases.filter { $0.milliseconds != nil }
      .sorted { ($0.milliseconds ?? 0) > ($1.milliseconds ?? 0) }.prefix(10)
    if !slowest.isEmpty { lines.append("slowest:") }
    lines += slowest.map { "  \(Self.padded(Self.time($0.milliseconds), 9)) \($0.id) \($0.title)" }
    lines.append("level: \(driver.level)")
    let totals = driver.totals
    if totals.partial > 0 {
      lines.append("\(totals.partial) passed cases ran only in part; see --format applicability for the reasons")
    }
    lines.append(
      "\(totals.passed) passed, \(totals.failed) failed, \(totals.skipped) skipped; \(totals.assertions) assertions")
    return lines.joined(separator: "\n") + "\n"
  }

  private func isWhole(_ driver: DriverReport) -> Bool { driver.cases.count == driver.suite.cases }

  /// The cases that didn't run, by reason.
  private func skipped(in driver: DriverReport) -> [String] {
    let skipped = driver.cases.filter { $0.status == .notApplicable }
    let groups = Dictionary(grouping: skipped) { $0.note ?? "unknown reason" }
    return groups.sorted { ($0.value.count, $1.key) > ($1.value.count, $0.key) }.map { reason, cases in
      let ids = cases.prefix(6).map(\.id).joined(separator: ", ") + (cases.count > 6 ? ", …" : "")
      return "skipped \(cases.count): \(reason) (\(ids))"
    }
  }

  private func table(of driver: DriverReport) -> [String] {
    let header = Self.row(["area", "pass", "fail", "skip", "assertions", "time"], "")
    return [header]
      + driver.areas.map { area in
        let results = driver.cases(in: area)
        let totals = DriverReport.Totals(of: results)
        let time = results.contains { $0.milliseconds != nil } ? results.reduce(0) { $0 + ($1.milliseconds ?? 0) } : nil
        return Self.row(
          [
            area.rawValue, "\(totals.passed)", "\(totals.failed)", "\(totals.skipped)", "\(totals.assertions)",
            Self.time(time),
          ], area.title)
      }
  }

  private static func row(_ cells: [String], _ title: String) -> String {
    let widths = [6, 5, 5, 5, 11, 10]
    let texts = zip(cells, widths).enumerated().map { index, cell in
      index == 0 ? cell.0 + String(repeating: " ", count: max(cell.1 - cell.0.count, 0)) : padded(cell.0, cell.1)
    }
    return texts.joined() + (title.isEmpty ? "" : "  " + title)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 0)) + text
  }

  private static func time(_ milliseconds: Double?) -> String {
    guard let milliseconds else { return "" }
    return "\(Double(Int(milliseconds * 10)) / 10) ms"
  }

  /// All details of a failure.
  static func lines(of result: CaseResult) -> [String] {
    var lines = ["✗ \(result.id) \(result.title) · \(result.mark), \(result.half) half · \(result.status.rawValue)"]
    for omission in result.omissions ?? [] { lines.append("    left out: \(omission)") }
    if let note = result.note { lines.append("    \(note)") }
    if let measured = result.measured { lines.append("    \(measured)") }
    for failure in result.failures {
      lines.append("    \(failure.step). \(failure.message) (\(failure.source))")
      if let sql = failure.sql { lines.append("       sql:      \(sql)") }
      if let expected = failure.expected { lines.append("       expected: \(expected)") }
      if let actual = failure.actual { lines.append("       actual:   \(actual)") }
    }
    if let command = result.reproduce { lines.append("    repeat: \(command)") }
    return lines
  }
}
