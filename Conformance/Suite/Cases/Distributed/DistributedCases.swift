/// Engines on several nodes.
enum DistributedCases: CaseList {
  static let cases: [ConformanceCase] = reads + writes + changes + transfers + statements

  static let upcoming: [UpcomingCase] = [
    UpcomingCase(
      "DIST-09", "embedded replica: local read after sync sees the remote write; sync is resumable after a kill")
  ]
}
