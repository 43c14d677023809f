/// Ordering, LIMIT and collation.
enum OrderingCases: CaseList {
  static let cases: [ConformanceCase] = terms + limits + collations + readers
}
