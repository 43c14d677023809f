/// Joins.
enum JoinCases: CaseList {
  static let cases: [ConformanceCase] = plain + conditions + shapes + outer + named
}
