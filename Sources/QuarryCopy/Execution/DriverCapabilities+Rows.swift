package import Quarry

extension DriverCapabilities {
  /// Whether a transaction can be held open between calls.
  package var holdsTransactions: Bool { transactions == .interactive }

  /// Whether results distinguish a whole REAL from an INTEGER. JSON numbers don't.
  package var tellsNumbersApart: Bool { exactIntegers }

  /// The maximum number of statements of a command. If each of them is part of a batch, the query for its changed
  /// rows takes a place too.
  package var statementsPerCommand: Int { max(1, min(1_000, holdsTransactions ? .max : limits.batchStatements / 2)) }

  /// Returns the maximum number of rows in one statement, for a number of columns.
  package func rowsPerStatement(columns: Int) -> Int { max(1, min(64, limits.parameters / max(columns, 1))) }

  /// The maximum number of rows in one inserting command, for a number of columns.
  package func rowsPerCommand(columns: Int) -> Int {
    min(1_000, rowsPerStatement(columns: columns) * statementsPerCommand)
  }
}

extension Array {
  /// The elements in parts of at most a number.
  package func parts(of count: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: self.count, by: Swift.max(count, 1)).map { self[$0..<Swift.min($0 + count, self.count)] }
  }
}
