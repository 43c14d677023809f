/// JSON.
enum JSONCases: CaseList {
  static let cases: [ConformanceCase] = reading + texts + writing + tables + operators + inputs + typed
  static let page = "https://sqlite.org/json1.html"
}
