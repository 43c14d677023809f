/// Upsert, RETURNING, UPDATE FROM.
enum UpsertCases: CaseList {
  static let cases: [ConformanceCase] = conflicts + returning + others
}
