/// Security: injection, limits, settings, files and what is told to whom.
enum SecurityCases: CaseList {
  static let cases: [ConformanceCase] = injection + settings + limits + files + disclosure + remote
}
