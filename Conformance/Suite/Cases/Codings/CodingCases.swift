internal import Quarry

/// Codings in expressions: SQL computes the same as Swift, or the query throws.
enum CodingCases: CaseList {
  static let cases: [ConformanceCase] =
    comparisons + choices + changes + arithmetic + forms + functions + integers
  static let page = "Quarry: SQLValueCoding"
}

extension ConformanceCase {
  /// A case that tries every coding.
  ///
  /// - Parameters:
  ///   - mark: Which drivers must pass the case.
  ///   - samples: The codings.
  ///   - trial: Tries one coding in a database that all codings share.
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
