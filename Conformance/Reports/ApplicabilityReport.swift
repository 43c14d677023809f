/// The cases that don't apply to each driver, with the reasons, as Markdown.
///
/// A passed case proves only what ran of it, so this report lists the rest. It contains no times or addresses: the same
/// run produces the same file on every machine.
struct ApplicabilityReport {
  private let report: ConformanceReport

  init(_ report: ConformanceReport) { self.report = report }

  var text: String {
    summary + report.drivers.map(page).joined()
  }

  private var summary: String {
    var text = "| driver | engine | passed | in part | not applicable | failed | assertions |\n"
    text += "|---|---|--:|--:|--:|--:|--:|\n"
    for driver in report.drivers {
      let totals = driver.totals
      text += "| \(driver.driver.name) | \(engine(driver)) | \(totals.passed) | \(totals.partial) | "
      text += "\(totals[.notApplicable]) | \(totals.failed) | \(totals.assertions) |\n"
    }
    return text
  }

  private func page(_ driver: DriverReport) -> String {
    var text = "\n## \(driver.driver.name), \(engine(driver))\n"
    let inapplicable = driver.cases.filter { $0.status == .notApplicable }
    text += list("Cases that don't apply", inapplicable) { [$0.note ?? "no recorded reason"] }
    text += list("Cases that passed in part, and what was left out", driver.cases.filter(\.isPartial)) {
      $0.omissions ?? []
    }
    return text
  }

  /// Puts cases with the same reasons on one line.
  private func list(_ title: String, _ results: [CaseResult], _ reasons: (CaseResult) -> [String]) -> String {
    if results.isEmpty { return "" }
    var order: [String] = []
    var groups: [String: [CaseResult]] = [:]
    for result in results {
      let reason = reasons(result).map(Self.escaped).joined(separator: "; ")
      if groups[reason] == nil { order.append(reason) }
      groups[reason, default: []].append(result)
    }
    var text = "\n### \(title): \(results.count)\n\n| cases | reason |\n|---|---|\n"
    for reason in order {
      text += "| \((groups[reason] ?? []).map(\.id).joined(separator: ", ")) | \(reason) |\n"
    }
    return text
  }

  private func engine(_ driver: DriverReport) -> String {
    driver.engine.cipherVersion.map { "\(driver.engine.name) \($0) (SQLite \(driver.engine.version))" }
      ?? "\(driver.engine.name) \(driver.engine.version)"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\n", with: " ").replacing("|", with: "\\|")
  }
}
