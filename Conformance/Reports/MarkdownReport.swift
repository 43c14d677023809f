/// A report as Markdown: areas × drivers, followed by all failures.
struct MarkdownReport {
  private let report: ConformanceReport

  init(_ report: ConformanceReport) { self.report = report }

  var text: String {
    let drivers = report.drivers
    var text = "| area | " + drivers.map { "`\($0.driver.url)`" }.joined(separator: " | ") + " |\n"
    text += "|---" + String(repeating: "|---", count: drivers.count) + "|\n"
    text += "| engine | " + drivers.map(Self.engine).joined(separator: " | ") + " |\n"
    let areas = ConformanceArea.allCases.filter { area in drivers.contains { $0.areas.contains(area) } }
    for area in areas {
      let cells = drivers.map { Self.cell($0.cases(in: area)) }
      text += "| \(area.rawValue): \(area.title) | \(cells.joined(separator: " | ")) |\n"
    }
    text += "| **assertions** | " + drivers.map { "\($0.totals.assertions)" }.joined(separator: " | ") + " |\n"
    text += "| **level** | " + drivers.map(\.level).joined(separator: " | ") + " |\n\n"
    text +=
      "✓ passed, including ○ with the feature absent and refused, and ◐ in part; ✗ failed; – not for this kind of driver; "
    text += "△ known deviation.\n"
    text += failures + slowest
    return text + "\n\(report.summaryLine)\n"
  }

  private var failures: String {
    report.drivers.map { driver in
      let failed = driver.cases.filter { $0.status.isFailure || $0.status == .deviated }
      if failed.isEmpty { return "" }
      let items = failed.map { "- " + TextReport.lines(of: $0).joined(separator: "\n  ") }
      return "\n`\(driver.driver.url)`:\n\n" + items.joined(separator: "\n") + "\n"
    }.joined()
  }

  private var slowest: String {
    let all = report.drivers.flatMap { driver in driver.cases.map { (driver.driver.url, $0) } }
      .filter { $0.1.milliseconds != nil }.sorted { ($0.1.milliseconds ?? 0) > ($1.1.milliseconds ?? 0) }
    if all.isEmpty { return "" }
    let items = all.prefix(10).map { "- \(Int($0.1.milliseconds ?? 0)) ms: `\($0.0)` \($0.1.id) \($0.1.title)" }
    return "\nThe ten slowest cases:\n\n" + items.joined(separator: "\n") + "\n"
  }

  private static func engine(_ driver: DriverReport) -> String {
    driver.engine.cipherVersion.map { "\(driver.engine.name) \($0) (SQLite \(driver.engine.version))" }
      ?? "SQLite \(driver.engine.version)"
  }

  /// One cell: the numbers of cases that passed, of absent halves, failures, inapplicable cases and deviations.
  static func cell(_ results: [CaseResult]) -> String {
    let totals = DriverReport.Totals(of: results)
    let absent = results.count { $0.status == .pass && $0.half == CaseHalf.absent.name }
    var parts: [String] = []
    let details = [absent > 0 ? "○ \(absent)" : nil, totals.partial > 0 ? "◐ \(totals.partial)" : nil].compactMap(
      \.self)
    if totals.passed > 0 {
      parts.append("✓ \(totals.passed)" + (details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"))
    }
    if totals.failed > 0 { parts.append("✗ \(totals.failed)") }
    if totals[.notApplicable] > 0 { parts.append("– \(totals[.notApplicable])") }
    if totals[.deviated] > 0 { parts.append("△ \(totals[.deviated])") }
    return parts.isEmpty ? "empty" : parts.joined(separator: " ")
  }
}
