/// Security: injection, limits, settings, files and disclosure.
enum SecurityCases: CaseList {
  static let cases: [ConformanceCase] = injection + settings + limits + files + disclosure + remote
}
