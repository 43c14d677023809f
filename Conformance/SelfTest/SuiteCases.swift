/// The suite tests itself: broken drivers are noticed, nothing passes by not running, reports agree.
enum SuiteCases: CaseList {
  static let cases = mutants + bookkeeping + runs

  /// Cases that take a look at other cases leave those out that do the same.
  static func sample(of count: Int, for test: CaseContext) -> Set<String> {
    var generator = test.generator("sample")
    let usual = ConformanceCatalog.current.cases.filter {
      $0.mark == .core && $0.area != .suite && $0.area != .concurrency && $0.timeLimit <= .seconds(10)
    }
    return Set(usual.shuffled(using: &generator).prefix(count).map(\.id))
  }
}
