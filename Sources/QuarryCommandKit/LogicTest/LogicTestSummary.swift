#if Command
internal import Quarry
internal import QuarrySQLLogicTest
internal import QuarryWire

/// The results of all files on all drivers.
struct LogicTestSummary: Sendable {
  /// The results of the files on one driver.
  struct Part: Sendable {
    var driver: String
    var engine: String
    var files = 0
    var passed = 0
    var failed = 0
    var skipped = 0
    /// The failures, each with its file.
    var failures: [(file: String, failure: LogicTestFailure)] = []

    init(_ target: LogicTestTarget) {
      driver = target.name
      engine = target.engine
    }

    mutating func add(_ report: LogicTestReport) {
      files += 1
      passed += report.passed
      failed += report.failed
      skipped += report.skipped
      failures += report.failures.map { (report.file, $0) }
    }
  }

  /// One part for each driver.
  var parts: [Part]
  /// Files that couldn't be read.
  var unreadable: [String] = []
  /// The total duration.
  var duration = Duration.zero

  /// The exit code of the command.
  var exit: CommandExit {
    if !unreadable.isEmpty { return .usage }
    return parts.contains { $0.failed > 0 } ? .failure : .success
  }
}

extension LogicTestSummary {
  /// The maximum number of values of a result to show.
  private static let shownValues = 8

  /// The command that repeats a failure alone.
  static func command(_ file: String, _ failure: LogicTestFailure, driver: String) -> String {
    let line = failure.location.file == file ? " --line \(failure.location.line)" : ""
    return "quarry slt \(ShellWord.quoted(file)) --driver \(ShellWord.quoted(driver))\(line)"
  }

  /// Writes the summary as readable text.
  ///
  /// - Parameter limit: The maximum number of failures of each driver to show in full.
  func write(to console: Console, limit: Int) {
    for part in parts {
      for (file, failure) in part.failures.prefix(limit) {
        console.print(
          "\(console.styled("FAILED", .red)) \(failure.location)  \(failure.reason)  (\(part.driver))")
        console.print("  SQL       \(CellText.visible(failure.sql))")
        Self.write("expected", failure.expected, failure.actual, to: console)
        Self.write("actual", failure.actual, failure.expected, to: console)
        console.print("  again     \(Self.command(file, failure, driver: part.driver))")
        console.print()
      }
      if part.failed > min(limit, part.failures.count) {
        console.print("… and \(Grouped.text(part.failed - min(limit, part.failures.count), "failure")) more\n")
      }
    }
    for part in parts {
      let state = part.failed == 0 ? console.styled("passed", .green) : console.styled("FAILED", .red)
      console.print(
        "\(state)  \(part.driver)  \(part.engine): \(Grouped.text(part.passed + part.failed, "record")) of "
          + "\(Grouped.text(part.files, "file")), \(Grouped.text(part.failed)) failed, "
          + "\(Grouped.text(part.skipped)) skipped")
    }
    console.print("\(Fixed.text(duration.seconds, places: 2)) s")
  }

  /// Writes the values around the first one that differs.
  private static func write(_ title: String, _ values: [String], _ others: [String], to console: Console) {
    let name = DisplayWidth.pad(title, to: 8)
    guard values.count != 1 else { return console.print("  \(name)  \(CellText.visible(values[0]))") }
    var first = zip(values, others).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    if first == nil { first = min(values.count, others.count) }
    let start = max(0, min((first ?? 0) - shownValues / 2, values.count - shownValues))
    let shown = values.dropFirst(start).prefix(shownValues).map(CellText.visible)
    let isWhole = shown.count == values.count
    let range = isWhole ? "" : ", from number \(start + 1)"
    console.print("  \(name)  \(Grouped.text(values.count, "value"))\(range): \(shown.joined(separator: " | "))")
  }

  /// The summary as JSON.
  var json: JSONValue {
    .object([
      ("exitCode", .integer(Int64(exit.rawValue))),
      ("seconds", .double(duration.seconds)),
      ("unreadable", .array(unreadable.map { .string($0) })),
      ("drivers", .array(parts.map(Self.json))),
    ])
  }

  private static func json(_ part: Part) -> JSONValue {
    .object([
      ("driver", .string(part.driver)), ("engine", .string(part.engine)), ("files", JSONValue(part.files)),
      ("passed", JSONValue(part.passed)), ("failed", JSONValue(part.failed)), ("skipped", JSONValue(part.skipped)),
      (
        "failures",
        .array(
          part.failures.map { file, failure in
            .object([
              ("file", .string(failure.location.file)), ("line", JSONValue(failure.location.line)),
              ("reason", .string(failure.reason)), ("sql", .string(failure.sql)),
              ("expected", .array(failure.expected.map { .string($0) })),
              ("actual", .array(failure.actual.map { .string($0) })),
              ("again", .string(command(file, failure, driver: part.driver))),
            ])
          })
      ),
    ])
  }
}
#endif
