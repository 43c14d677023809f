/// Predicates.
enum PredicateCases: CaseList {
  static let cases: [ConformanceCase] =
    comparison + logic + membership + subqueries + patterns + choices + conversion + gated
}
