#if Command
internal import ArgumentParser
internal import Quarry

/// The formats of results.
enum ResultFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case table
  case json
  case csv

  /// The help about values that aren't plain texts.
  static let help = """
    Values: in a table and in CSV, NULL is NULL and an empty field, an empty text '' and "", a blob x'00ff', and a text \
    that is not UTF-8 CAST(x'ff' AS TEXT); a text that looks like one of these is in quotes, and in CSV also one that \
    looks like a number. In JSON, integers keep all their digits, a blob is {"blob": "00ff"}, a text that is not UTF-8 \
    {"invalidText": "ff"}, and an infinity 9e999. On a terminal, a table shows control characters as pictures and cuts \
    wide cells with …; elsewhere nothing is cut.
    """
}

/// Writes the results of statements as they arrive.
protocol ResultWriter: Sendable {
  /// Begins a statement with these result columns.
  mutating func begin(columns: [String])
  /// Writes the rows of a batch.
  mutating func write(_ batch: SQLRowBatch)
  /// Ends a statement.
  ///
  /// - Parameter changedRows: The number of changed rows, or `nil` for a statement that changes none.
  mutating func end(changedRows: Int64?)
  /// Ends the output after the last statement, or after a failure.
  mutating func finish()
}

extension ResultFormat {
  /// A writer of the format.
  func writer(_ console: Console) -> any ResultWriter {
    switch self {
    case .table: TableResultWriter(console: console)
    case .json: JSONResultWriter(console: console)
    case .csv: CSVResultWriter(console: console)
    }
  }
}
#endif
