internal import LineProtocol
internal import Quarry

/// Asks a server what it can do, over its first connection.
struct LineProbe: AsynchronousFeatureProbeTarget {
  private let line: LineCalls
  /// Whether errors come with the position of what is wrong.
  private let tellsOffsets: Bool

  nonisolated(nonsending) init(line: LineCalls) async throws(DatabaseError) {
    self.line = line
    tellsOffsets = try await line.answer(to: .check(sql: "SELECT nothing_of_this_name"), .reads).failure?.offset != nil
  }

  nonisolated(nonsending) func rows(of queries: [String]) async throws(DatabaseError) -> [[[SQLValue]]?] {
    var results: [[[SQLValue]]?] = []
    for query in queries {
      let answer = try await line.answer(to: .run(sql: query, values: [], rows: .max), .reads)
      let width = max(1, answer.columns?.count ?? 0)
      let values = answer.cells.map { if case .value(let value) = $0 { value } else { SQLValue.null } }
      let rows = stride(from: 0, to: values.count, by: width).map { Array(values[$0..<min($0 + width, values.count)]) }
      results.append(answer.failure == nil ? rows : nil)
    }
    return results
  }

  nonisolated(nonsending) func prepares(_ statements: [String]) async throws(DatabaseError) -> [Bool] {
    let answer = try await line.answer(to: .verify(sql: statements), .reads)
    guard let isValid = answer.isValid, isValid.count == statements.count else {
      throw DatabaseError(.protocolViolation, "the server did not tell of every statement whether it can be prepared")
    }
    return isValid
  }

  /// What the driver refuses, no server can be asked for.
  func letsThrough(_ statement: String) -> Bool {
    guard let text = SQLStatementText(firstOf: statement) else { return true }
    return text.verb != .attach && text.verb != .detach
  }

  func knows(_ feature: SQLFeature) -> Bool? {
    switch feature {
    // What a function of the library tells in this process, an answer tells here.
    case .apiErrorOffset: tellsOffsets
    // It would write outside of the folder: the server refuses to run it, and not to prepare it.
    case .vacuumInto: false
    default: nil
    }
  }
}
