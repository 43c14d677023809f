/// Parameters: how values are bound, and what throws before anything is sent.
enum ParameterCases: CaseList {
  static let cases: [ConformanceCase] =
    numbering + counts + names + places + refusals + lists + limits + reuse + secrets
}
