/// The list of all cases, and of all identifiers that are not used any more.
public struct ConformanceCatalog: Sendable {
  /// The cases in the order of areas and numbers.
  public let cases: [ConformanceCase]
  /// The retired ones.
  public let retired: [RetiredCase]
  /// The ones that come later.
  public let upcoming: [UpcomingCase]
  private let positions: [String: Int]

  /// Creates a list.
  public init(cases: [ConformanceCase], retired: [RetiredCase] = [], upcoming: [UpcomingCase] = []) {
    self.cases = cases
    self.retired = retired
    self.upcoming = upcoming
    positions = Dictionary(cases.indices.map { (cases[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The case with an identifier.
  public subscript(id: String) -> ConformanceCase? { positions[id].map { cases[$0] } }

  /// The place of a case in the list.
  func position(of id: String) -> Int { positions[id] ?? .max }
}
