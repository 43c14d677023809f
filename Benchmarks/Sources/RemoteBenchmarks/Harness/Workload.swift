/// What is timed.
enum Workload: Sendable, Hashable {
  /// Requests one after the other.
  case oneAtATime(Int)
  /// Requests, so many at once.
  case atOnce(Int, requests: Int)
  /// One answer of many rows.
  case rows(Int)

  static func all(_ options: Options) -> [Workload] {
    [
      .oneAtATime(options.requests), .atOnce(options.atOnce, requests: options.requests * 8), .rows(options.rows),
    ]
  }

  var title: String {
    switch self {
    case .oneAtATime: "1 at a time"
    case .atOnce(let count, _): "\(count) at once"
    case .rows(let count): "\(count) rows"
    }
  }
}

/// The SQL that everybody sends, and what must come back.
enum Question {
  static let id: Int64 = 4_711
  static let lookup = "SELECT name FROM item WHERE id = ?"
  static let name = "name of 4711"
  static let nameBytes = Array(name.utf8)
  static let table = "SELECT id, name, score, count FROM item ORDER BY id"

  /// The request of one lookup, as Quarry's driver sends it.
  static let lookupBody = Array(
    (#"{"baton":null,"requests":[{"type":"execute","stmt":{"sql":"\#(lookup)","#
      + #""args":[{"type":"integer","value":"\#(id)"}],"want_rows":true}},{"type":"close"}]}"#).utf8)

  /// The request for all rows.
  static let tableBody = Array(
    #"{"baton":null,"batch":{"steps":[{"stmt":{"sql":"\#(table)","want_rows":true}}]}}"#.utf8)

  /// Makes the table.
  static func script(rows: Int) -> [String] {
    [
      "DROP TABLE IF EXISTS item",
      "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, score REAL, count INTEGER NOT NULL)",
      "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < \(max(rows, 5_000))) "
        + "INSERT INTO item SELECT i, 'name of ' || i, CASE WHEN i % 5 = 0 THEN NULL ELSE i / 8.0 END, i % 100 FROM c",
    ]
  }
}

/// A row of the large answer.
struct Item: Sendable {
  var id: Int64
  var name: String
  var score: Double?
  var count: Int64

  /// What rows must add up to.
  static func check(_ items: [Item], rows: Int) throws {
    var isRight = items.count == rows
    for (item, number) in zip(items, 1...) {
      let score: Double? = number % 5 == 0 ? nil : Double(number) / 8
      isRight = isRight && item.id == Int64(number) && item.count == Int64(number % 100)
      isRight = isRight && item.name == "name of \(number)" && item.score == score
    }
    guard isRight else { throw BenchmarkError(what: "the rows are wrong") }
  }
}
