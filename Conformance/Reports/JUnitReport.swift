/// A report as JUnit XML: one suite for each area of each driver.
struct JUnitReport {
  private let report: ConformanceReport

  init(_ report: ConformanceReport) { self.report = report }

  var text: String {
    let totals = report.totals
    var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    xml += "<testsuites name=\"quarry-conformance\"\(Self.counts(totals))>\n"
    for driver in report.drivers {
      for area in driver.areas { xml += suite(area, driver) }
    }
    return xml + "</testsuites>\n"
  }

  private func suite(_ area: ConformanceArea, _ driver: DriverReport) -> String {
    let results = driver.cases(in: area)
    let totals = DriverReport.Totals(of: results)
    let name = Self.attribute("\(driver.driver.url) \(area.rawValue)")
    var xml = "  <testsuite name=\"\(name)\"\(Self.counts(totals))>\n    <properties>\n"
    for (key, value) in [
      ("engine", driver.engine.version), ("suite", driver.suite.version), ("seed", "\(driver.suite.seed)"),
      ("assertions", "\(totals.assertions)"),
    ] {
      xml += "      <property name=\"\(key)\" value=\"\(Self.attribute(value))\"/>\n"
    }
    xml += "    </properties>\n"
    for result in results { xml += testCase(result, name) }
    return xml + "  </testsuite>\n"
  }

  private func testCase(_ result: CaseResult, _ suite: String) -> String {
    let time = result.milliseconds.map { " time=\"\($0 / 1000)\"" } ?? ""
    let name = Self.attribute("\(result.id) \(result.title)")
    let start =
      "    <testcase classname=\"\(suite)\" name=\"\(name)\" assertions=\"\(result.assertions)\"\(time)"
    guard let outcome = outcome(result) else { return start + "/>\n" }
    return start + ">\n      \(outcome)\n    </testcase>\n"
  }

  private func outcome(_ result: CaseResult) -> String? {
    let note = Self.attribute(result.note ?? "")
    let details = Self.content(TextReport.lines(of: result).joined(separator: "\n"))
    switch result.status {
    case .pass:
      return result.omissions.map { "<system-out>\(Self.content($0.joined(separator: "\n")))</system-out>" }
    case .notApplicable: return "<skipped message=\"\(note)\"/>"
    case .deviated: return "<skipped message=\"deviation: \(note)\"/>"
    case .provisionalFail: return "<skipped message=\"provisional\"/>"
    case .fixed: return "<failure type=\"unexpected-pass\" message=\"\(note)\">\(details)</failure>"
    case .fail, .overclaimed, .underclaimed:
      let message = Self.attribute(result.failures.first?.message ?? note)
      return "<failure type=\"\(result.status.rawValue)\" message=\"\(message)\">\(details)</failure>"
    case .crash, .timeout, .notRun, .empty:
      return "<error type=\"\(result.status.rawValue)\" message=\"\(note)\">\(details)</error>"
    }
  }

  /// The numbers of a suite. Errors are failures of the run itself, and failures are those of the driver.
  private static func counts(_ totals: DriverReport.Totals) -> String {
    let errors = [CaseStatus.crash, .timeout, .notRun, .empty].reduce(0) { $0 + totals[$1] }
    let tests = totals.passed + totals.failed + totals.skipped
    return
      " tests=\"\(tests)\" failures=\"\(totals.failed - errors)\" errors=\"\(errors)\" skipped=\"\(totals.skipped)\""
  }

  private static func attribute(_ text: String) -> String {
    content(text).replacing("\"", with: "&quot;").replacing("\n", with: "&#10;")
  }

  /// Text with markup escaped and without characters that XML 1.0 forbids.
  private static func content(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\t", "\n", "\r": escaped.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0xfffe || scalar.value == 0xffff: escaped += "\u{fffd}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
