internal import Quarry

/// What callers were told about writes that have numbers, to be compared with what is in the database in the end.
final class ToldOutcomes: Sendable {
  /// What a caller was told.
  private enum Told: Sendable { case done, failed, unknown }

  private let told = Protected<[Int64: Told]>([:])

  /// Makes a write and keeps what it says of itself.
  ///
  /// - Returns: the error, or `nil`.
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

  /// Takes a write for done that was made before.
  func presume(done number: Int64) { told.withLock { $0[number] = .done } }

  /// How many writes are said to be done.
  var doneCount: Int { count(.done) }

  /// How many writes there were.
  var count: Int { told.withLock { $0.count } }

  private func count(_ wanted: Told) -> Int { told.withLock { $0.values.count { $0 == wanted } } }

  /// The counts, in words.
  var summary: String { "\(doneCount) writes done, \(count(.unknown)) unknown, \(count(.failed)) failed" }

  /// Asserts that each write is as its caller was told: a done one there as a whole and once, a failed one not at all,
  /// an unknown one either way, and none of them in part.
  ///
  /// - Parameters:
  ///   - found: how many rows each write has.
  ///   - parts: how many rows a whole one has.
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

  /// How many rows of a table there are for each number in its column `n`.
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
