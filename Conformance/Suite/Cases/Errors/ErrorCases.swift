/// Errors: their classes, their codes, and their content.
enum ErrorCases: CaseList {
  static let cases: [ConformanceCase] = contents + statements + constraints + codes + streams + texts
}
