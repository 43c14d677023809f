/// Parameters: how values reach their places, and what is refused before anything is sent.
enum ParameterCases: CaseList {
  static let cases: [ConformanceCase] =
    numbering + counts + names + places + refusals + lists + limits + reuse + secrets
}
