/// Statements, scripts, results: what a text does, and what is told about it.
enum StatementCases: CaseList {
  static let cases: [ConformanceCase] =
    running + refused + splitting + columns + rows + counts + prepared + results
    + edges
}
