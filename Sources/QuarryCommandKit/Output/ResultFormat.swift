internal import ArgumentParser
internal import Quarry

/// How results are written.
enum ResultFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
  case table
  case json
  case csv
}

/// Writes the results of statements as they come.
protocol ResultWriter {
  /// A statement begins that has these result columns.
  mutating func begin(columns: [String])
  /// The rows of a batch.
  mutating func write(_ batch: SQLRowBatch)
  /// The statement has ended.
  ///
  /// - Parameter changedRows: how many rows it changed; nil for a statement that changes none.
  mutating func end(changedRows: Int64?)
  /// The last statement has ended, or one has failed.
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
