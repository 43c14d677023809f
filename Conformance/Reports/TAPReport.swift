/// A report as TAP 14 (<https://testanything.org/tap-version-14-specification.html>).
struct TAPReport {
  private let report: ConformanceReport

  init(_ report: ConformanceReport) { self.report = report }

  var text: String {
    let results = report.drivers.flatMap { driver in driver.cases.map { (driver.driver.url, $0) } }
    var lines = ["TAP version 14", "1..\(results.count)"]
    for (index, (url, result)) in results.enumerated() {
      lines.append(line(index + 1, url, result))
      if result.isPartial { lines += (result.omissions ?? []).map { "# left out: \(Self.escaped($0))" } }
      if result.status.isFailure { lines += diagnostics(result) }
    }
    lines.append("# \(report.summaryLine)")
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(_ number: Int, _ url: String, _ result: CaseResult) -> String {
    let point = "\(number) - \(Self.escaped("\(url) \(result.id) \(result.title)"))"
    let note = Self.escaped(result.note ?? "")
    switch result.status {
    case .pass: return "ok \(point)"
    case .notApplicable: return "ok \(point) # SKIP \(note)"
    case .deviated: return "not ok \(point) # TODO \(note)"
    case .provisionalFail: return "not ok \(point) # TODO provisional"
    case .fixed: return "not ok \(point) (unexpected pass)"
    default: return "not ok \(point) (\(result.status.rawValue))"
    }
  }

  private func diagnostics(_ result: CaseResult) -> [String] {
    ["  ---", "  details: |"] + TextReport.lines(of: result).map { "    \($0.replacing("\n", with: " "))" } + ["  ..."]
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("#", with: "\\#").replacing("\n", with: " ")
  }
}
