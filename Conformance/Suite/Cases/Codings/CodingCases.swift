internal import Quarry

/// Codings in expressions: what is computed in SQL equals what Swift computes, or is refused.
enum CodingCases: CaseList {
  static let cases: [ConformanceCase] =
    comparisons + choices + changes + arithmetic + forms + functions + integers
  static let page = "Quarry: SQLValueCoding"
}

extension ConformanceCase {
  /// A case that tries every coding.
  ///
  /// - Parameters:
  ///   - mark: who has to pass the case.
  ///   - samples: the codings.
  ///   - trial: tries one coding in a database that all share.
  init(
    _ id: String, _ title: String, _ description: String, mark: CaseMark = .core,
    samples: [any CodedSample.Type] = CodedSamples.all,
    _ trial: @escaping @Sendable (any CodedSample.Type, CaseContext, Database) async throws -> Void
  ) {
    self.init(id, title, mark, CodingCases.page, description, timeLimit: .seconds(120)) { test in
      let database = try await test.database()
      for sample in samples { try await trial(sample, test, database) }
    }
  }
}
