/// Statements, scripts and results: the effect of a text, and what is reported about it.
enum StatementCases: CaseList {
  static let cases: [ConformanceCase] =
    running + refused + splitting + columns + rows + counts + prepared + results
    + edges
}
