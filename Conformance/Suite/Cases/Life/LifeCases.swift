/// Opening, identity, closing: what every author of a driver meets first.
enum LifeCases: CaseList {
  static let cases: [ConformanceCase] = opening + closing + identity + files + fileNames + memory + libraries + setup
}
