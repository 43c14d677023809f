/// Transactions, savepoints, isolation.
enum TransactionCases: CaseList {
  static let cases: [ConformanceCase] =
    outcomes + engineEnds + savepoints + savepointNames + contents + kinds + bodies + files + processes + isolation
    + remote + rollbackJournal + retries + batches
}

/// An error for leaving a body.
package struct LeaveBody: Error, Equatable {
  var number = 0

  package init(number: Int = 0) { self.number = number }
}
