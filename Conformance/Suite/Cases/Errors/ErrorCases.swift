/// Errors: their classes, their codes, and what they tell.
enum ErrorCases: CaseList {
  static let cases: [ConformanceCase] = contents + statements + constraints + codes + streams + texts
}
