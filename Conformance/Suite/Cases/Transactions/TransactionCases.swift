/// Transactions, savepoints, isolation.
enum TransactionCases: CaseList {
  static let cases: [ConformanceCase] =
    outcomes + engineEnds + savepoints + savepointNames + contents + kinds + bodies + files + processes + isolation

  static let upcoming: [UpcomingCase] = [
    UpcomingCase(
      "TXN-32",
      "an interactive transaction survives 50 round trips and is rolled back by the server's timeout with a typed error"
    ),
    UpcomingCase("TXN-33", "a batch with conditions is atomic as declared"),
  ]
}

/// An error of a case's own, to leave a body with.
struct LeaveBody: Error, Equatable {
  var number = 0
}
