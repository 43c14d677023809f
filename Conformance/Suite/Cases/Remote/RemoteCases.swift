/// Remote drivers behind the suite's own server, which plays faults.
enum RemoteCases: CaseList {
  static let cases: [ConformanceCase] =
    reaching + answers + content + statuses + writes + commits + tokens + streams + crossings + order
}
