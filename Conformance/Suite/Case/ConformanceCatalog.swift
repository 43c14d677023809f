/// All cases, and all identifiers that are no longer used.
public struct ConformanceCatalog: Sendable {
  /// The cases in the order of areas and numbers.
  public let cases: [ConformanceCase]
  /// The retired cases.
  public let retired: [RetiredCase]
  /// The cases of later versions.
  public let upcoming: [UpcomingCase]
  private let positions: [String: Int]

  /// Creates a catalog.
  public init(cases: [ConformanceCase], retired: [RetiredCase] = [], upcoming: [UpcomingCase] = []) {
    self.cases = cases
    self.retired = retired
    self.upcoming = upcoming
    positions = Dictionary(cases.indices.map { (cases[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The case with an identifier, or `nil` if there is none.
  public subscript(id: String) -> ConformanceCase? { positions[id].map { cases[$0] } }

  /// Returns the position of a case in the catalog.
  func position(of id: String) -> Int { positions[id] ?? .max }
}
