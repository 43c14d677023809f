/// Aggregates, windows, common table expressions and compound SELECT.
enum AggregateCases: CaseList {
  static let cases: [ConformanceCase] = plain + compound + common + windows + gated
}
