/// Constraints, what happens when a row breaks one, foreign keys, triggers.
enum ConstraintCases: CaseList {
  static let cases: [ConformanceCase] = conflicts + rules + keys + triggers + columns + facts
}
