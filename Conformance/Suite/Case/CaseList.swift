/// A part of the list of cases.
protocol CaseList {
  /// The cases.
  static var cases: [ConformanceCase] { get }
  /// Identifiers that are no longer used.
  static var retired: [RetiredCase] { get }
  /// Identifiers whose cases come later.
  static var upcoming: [UpcomingCase] { get }
}

extension CaseList {
  static var retired: [RetiredCase] { [] }
  static var upcoming: [UpcomingCase] { [] }
}
