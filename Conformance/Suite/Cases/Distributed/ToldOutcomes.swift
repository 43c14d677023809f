internal import Quarry

/// The reported outcomes of numbered writes, for comparing them with the final content of the database.
final class ToldOutcomes: Sendable {
  /// The reported outcome.
  private enum Told: Sendable { case done, failed, unknown }

  private let told = Protected<[Int64: Told]>([:])

  /// Makes a write and records its outcome.
  ///
  /// - Returns: The error, or `nil`.
  @discardableResult
  func write(_ number: Int64, _ body: () async throws -> some Any) async -> DatabaseError? {
    let error = await RemoteCases.failure(body)
    let outcome: Told =
      switch error?.outcome {
      case nil, .applied: .done
      case .notApplied: .failed
      case .unknown: .unknown
      }
    told.withLock { $0[number] = outcome }
    return error
  }

  /// Records an earlier write as done.
  func presume(done number: Int64) { told.withLock { $0[number] = .done } }

  /// The number of writes reported as done.
  var doneCount: Int { count(.done) }

  /// The number of writes.
  var count: Int { told.withLock { $0.count } }

  private func count(_ wanted: Told) -> Int { told.withLock { $0.values.count { $0 == wanted } } }

  /// The counts, in words.
  var summary: String { "\(doneCount) writes done, \(count(.unknown)) unknown, \(count(.failed)) failed" }

  /// Asserts that each write has its reported outcome. A done one exists completely and once, a failed one doesn't
  /// exist, an unknown one can be either, and none exists in part.
  ///
  /// - Parameters:
  ///   - found: The number of rows of each write.
  ///   - parts: The number of rows of a complete write.
  func check(_ found: [Int64: Int64], parts: Int64, in test: CaseContext) {
    let told = told.withLock { $0 }
    let wrong = told.sorted { $0.key < $1.key }.compactMap { number, outcome -> String? in
      let rows = found[number] ?? 0
      let isRight =
        switch outcome {
        case .done: rows == parts
        case .failed: rows == 0
        case .unknown: rows == 0 || rows == parts
        }
      return isRight ? nil : "of write \(number) the caller was told \(outcome), and \(rows) rows are there"
    }
    test.expectEqual(
      Array(wrong.prefix(10)), [],
      "every write is as its caller was told, with \(parts) rows or none; wrong: \(wrong.count)")
    test.expectEqual(found.keys.count { told[$0] == nil }, 0, "nothing is there that nobody wrote")
  }

  /// Returns the number of rows of a table for each number in its column `n`.
  static func found(in table: String, _ executor: some SQLExecutor, _ test: CaseContext) async throws -> [Int64: Int64]
  {
    let text = SQLFragment(raw: "SELECT n, count(*) FROM \(SQLIdentifier.quote(table)) GROUP BY n")
    var found: [Int64: Int64] = [:]
    for row in try await test.rows(executor, text) {
      if case .integer(let number)? = row.first, case .integer(let count)? = row.last { found[number] = count }
    }
    return found
  }
}
