/// The tests of the suite itself: broken drivers are noticed, nothing passes without running, and reports agree.
enum SuiteCases: CaseList {
  static let cases = mutants + bookkeeping + runs

  /// Returns a sample of cases. Cases that examine other cases leave out those that do the same.
  static func sample(of count: Int, for test: CaseContext) -> Set<String> {
    var generator = test.generator("sample")
    let usual = ConformanceCatalog.current.cases.filter {
      $0.mark == .core && $0.area != .suite && $0.area != .concurrency && $0.timeLimit <= .seconds(10)
    }
    return Set(usual.shuffled(using: &generator).prefix(count).map(\.id))
  }
}
