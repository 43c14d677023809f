#if Command
internal import Quarry
internal import QuarryCopy
internal import QuarryWire

/// The results of a tour.
struct TourReport: Sendable {
  /// One driver of the tour.
  struct Participant: Sendable {
    var name: String
    var scheme: String
    var engine: DatabaseEngine
    /// Whether its results distinguish a whole REAL from an INTEGER.
    var tellsNumbersApart = true
  }

  /// The result of a driver in a step.
  struct Result: Sendable {
    var form: TourForm
    var digest: ContentDigest?
    var elapsed: Duration?
    /// The reason why the step failed, except for a missing feature.
    var failure: String?
    /// Whether the result distinguishes a whole REAL from an INTEGER. If not, numbers are compared by their value.
    var isExact = true
  }

  /// One step on every driver.
  struct Line: Sendable {
    var title: String
    var results: [Result]

    /// The results.
    var answers: [ContentDigest] { results.compactMap(\.digest) }
    /// Whether all results are equal, and nothing failed.
    var isEqual: Bool {
      !results.contains { $0.failure != nil } && Set(results.filter(\.isExact).compactMap(\.digest)).count <= 1
        && Set(answers.map { [UInt64($0.rows), $0.hash.byValue] }).count <= 1
    }
    /// The conclusion, in a few words.
    var verdict: String {
      if results.contains(where: { $0.failure != nil }) { return "failed" }
      guard isEqual else { return "DIFFERENT" }
      return answers.count == results.count ? "equal" : answers.isEmpty ? "refused" : "equal (\(answers.count))"
    }
  }

  var participants: [Participant]
  var lines: [Line] = []
  /// The number of rows of the data set.
  var rows: Int
  var elapsed: Duration = .zero

  /// Whether all results are equal everywhere.
  var isEqual: Bool { lines.allSatisfy(\.isEqual) }
  /// The steps whose results differ, or that failed.
  var unequalTitles: [String] { lines.filter { !$0.isEqual }.map(\.title) }
}

// MARK: - Text

extension TourReport {
  /// Writes the report as readable text.
  func write(to console: Console) {
    var engines = TextTable(["driver", "engine", "source", "database"])
    for one in participants {
      engines.append([one.scheme, one.engine.description, String(one.engine.sourceID.prefix(19)), one.name])
    }
    console.output(engines.render(for: console))
    console.print()
    let table = table(isCompact: false)
    let isCompact = console.width.map { table.isWider(than: $0) } ?? false
    console.output((isCompact ? self.table(isCompact: true) : table).render(for: console))
    if isCompact {
      console.print(console.styled("Times in ms. * lowered to an exactly equivalent form; - refused", .dim))
    }
    for line in lines { writeNotes(of: line, isCompact: isCompact, to: console) }
    for one in participants where !one.tellsNumbersApart {
      console.print(
        console.styled(
          "\(one.scheme): its answers do not tell a whole REAL from an INTEGER, so numbers are compared by value", .dim)
      )
    }
    console.print()
    console.print(summary(console))
  }

  private func table(isCompact: Bool) -> TextTable {
    var table = TextTable(
      ["", "step", "rows", "answers"] + columnTitles, alignments: [.right, .left, .right, .left])
    for (index, line) in lines.enumerated() {
      let rows = line.answers.first.map { Grouped.text($0.rows) } ?? ""
      let style: TextStyle? = line.isEqual ? (line.verdict == "refused" ? .yellow : .green) : .red
      let cells = [
        TextTable.Cell("\(index + 1)"), TextTable.Cell(line.title), TextTable.Cell(rows),
        TextTable.Cell(line.verdict, style),
      ]
      table.append(cells + line.results.map { Self.cell($0, isCompact: isCompact) })
    }
    return table
  }

  /// Writes what doesn't fit into the table: failures, different results, and in the compact table the reasons of
  /// missing features.
  private func writeNotes(of line: Line, isCompact: Bool, to console: Console) {
    for (participant, result) in zip(participants, line.results) {
      let place = "\(line.title), \(participant.scheme): "
      if let failure = result.failure { console.print(place + console.styled(failure, .red)) }
      if isCompact, case .refused = result.form { console.print(place + result.form.text) }
      if !line.isEqual, let digest = result.digest {
        console.print(place + "\(digest.rows) rows, digest \(digest.hash)")
      }
    }
  }

  /// The column titles. Only the scheme if it is unique.
  private var columnTitles: [String] {
    JSONResultWriter.unique(participants.map(\.scheme))
  }

  private static func cell(_ result: Result, isCompact: Bool) -> TextTable.Cell {
    if result.failure != nil { return TextTable.Cell("failed", .red) }
    let style: TextStyle? =
      switch result.form {
      case .native: nil
      case .lowered: .yellow
      case .refused: .dim
      }
    guard let elapsed = result.elapsed else { return TextTable.Cell(isCompact ? "-" : result.form.text, style) }
    let time = DisplayWidth.pad(Fixed.text(elapsed.milliseconds, places: 1), to: isCompact ? 6 : 8, right: true)
    if isCompact { return TextTable.Cell("\(time)\(result.form == .lowered ? "*" : " ")", style) }
    return TextTable.Cell(DisplayWidth.pad(result.form.text, to: 7) + time + " ms", style)
  }

  private func summary(_ console: Console) -> String {
    let answers = lines.reduce(0) { $0 + $1.answers.count }
    let time = Fixed.text(elapsed.seconds, places: 1)
    let start = "\(Grouped.text(rows)) rows, \(answers) answers on \(participants.count) drivers in \(time) s: "
    if isEqual {
      let isExact = participants.allSatisfy(\.tellsNumbersApart)
      return start + console.styled("equal everywhere\(isExact ? ", bit for bit" : "").", .green)
    }
    return start + console.styled("NOT equal everywhere.", .red)
  }
}

// MARK: - JSON

extension TourReport {
  /// The report with stable keys.
  var json: JSONValue {
    .object([
      ("equal", .bool(isEqual)), ("rows", JSONValue(rows)), ("seconds", .double(elapsed.seconds)),
      (
        "drivers",
        .array(
          participants.map { one in
            .object([
              ("url", .string(one.name)), ("driver", .string(one.scheme)),
              ("product", .string(one.engine.product.rawValue)), ("version", .string(one.engine.version.description)),
              ("cipherVersion", JSONValue(one.engine.cipherVersion?.description)),
              ("sourceID", .string(one.engine.sourceID)), ("tellsNumbersApart", .bool(one.tellsNumbersApart)),
            ])
          })
      ),
      ("steps", .array(lines.map(json))),
    ])
  }

  private func json(_ line: Line) -> JSONValue {
    let results = zip(participants, line.results).map { participant, result in
      JSONValue.object([
        ("driver", .string(participant.scheme)), ("form", .string(result.form.word)),
        ("reason", { if case .refused(let reason) = result.form { .string(reason) } else { .null } }()),
        ("rows", JSONValue(result.digest?.rows)), ("digest", JSONValue(result.digest?.hash.description)),
        ("milliseconds", result.elapsed.map { .double($0.milliseconds) } ?? .null),
        ("error", JSONValue(result.failure)),
      ])
    }
    return .object([("title", .string(line.title)), ("equal", .bool(line.isEqual)), ("results", .array(results))])
  }
}
#endif
