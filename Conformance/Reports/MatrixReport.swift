/// A report of one driver on several engines as Markdown: areas × engines, and the features that each engine lacks.
///
/// It contains the names of engines, but no URLs or times: the same run produces the same file on every machine.
struct MatrixReport {
  private let report: ConformanceReport

  init(_ report: ConformanceReport) { self.report = report }

  var text: String {
    areas + features + failures
  }

  private var names: [String] {
    report.drivers.map { driver in
      let engine = driver.engine
      let name = engine.cipherVersion.map { "SQLCipher \($0) (SQLite \(engine.version))" } ?? "SQLite \(engine.version)"
      // A file of an engine in this process goes without saying.
      let isPlain = [.local, .file].allSatisfy { (kind: DriverKind) in driver.driver.kinds.contains(kind.rawValue) }
      return isPlain ? name : "\(name), \(driver.driver.name)"
    }
  }

  private var areas: String {
    let drivers = report.drivers
    var text = "| area | " + names.joined(separator: " | ") + " |\n"
    text += "|---" + String(repeating: "|---", count: drivers.count) + "|\n"
    for area in ConformanceArea.allCases where drivers.contains(where: { $0.areas.contains(area) }) {
      let cells = drivers.map { MarkdownReport.cell($0.cases(in: area)) }
      text += "| \(area.rawValue): \(area.title) | \(cells.joined(separator: " | ")) |\n"
    }
    text += "| **assertions** | " + drivers.map { "\($0.totals.assertions)" }.joined(separator: " | ") + " |\n"
    let counts = drivers.map { driver in
      "\(driver.engine.features) native, \(driver.engine.lowered.count) lowered, \(driver.engine.refused.count) refused"
    }
    text += "| **features** | " + counts.joined(separator: " | ") + " |\n"
    text += "| **level** | " + drivers.map(\.level).joined(separator: " | ") + " |\n\n"
    return text + "✓ passed, including ○ with the feature absent and refused, and ◐ in part; ✗ failed; "
      + "– not for this kind of driver; △ known deviation.\n"
  }

  private var features: String {
    var text =
      "\n## Lowered and unsupported features\n\nFeatures that at least one engine lacks. ✓ native, ↓ lowered "
    text += "to an equivalent form, · unsupported: an error before anything is sent.\n\n"
    text += "| feature | " + names.joined(separator: " | ") + " |\n"
    text += "|---" + String(repeating: "|:-:", count: report.drivers.count) + "|\n"
    let lacking = Set(report.drivers.flatMap { $0.engine.lowered + $0.engine.refused })
    for feature in lacking.sorted() {
      let cells = report.drivers.map { driver in
        driver.engine.lowered.contains(feature) ? "↓" : driver.engine.refused.contains(feature) ? "·" : "✓"
      }
      text += "| \(feature) | \(cells.joined(separator: " | ")) |\n"
    }
    return text
  }

  private var failures: String {
    let failed = zip(names, report.drivers).flatMap { name, driver in
      driver.cases.filter(\.status.isFailure).map { "- \(name): \($0.id) \($0.title): \($0.status.rawValue)" }
    }
    return failed.isEmpty ? "" : "\n## What failed\n\n" + failed.joined(separator: "\n") + "\n"
  }
}
