/// Opening, identity and closing: the first cases for authors of a driver.
enum LifeCases: CaseList {
  static let cases: [ConformanceCase] = opening + closing + identity + files + fileNames + memory + libraries + setup
}
