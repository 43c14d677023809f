import Quarry
import QuarryRemote
import TestSupport
import Testing

/// What authors of drivers for other services use.
@Suite struct PiecesForDriversTests {
  private static let values: [SQLValue] = [.null, .integer(.min), .real(-0.0), "a\0b", .blob([]), .blob([0, 255])]

  /// Rows of the right width are kept, bit for bit and wherever they are; others leave nothing behind.
  @Test(arguments: [1, 63, 64, 200], [0, 1, 5]) func rowsAreKeptOrDropped(_ count: Int, _ wrongWidth: Int) {
    var store = RowStore(columnCount: Self.values.count)
    func append(_ cells: some Sequence<SQLValue>) {
      for cell in cells {
        switch cell {
        case .null: store.appendNull()
        case .integer(let integer): store.append(integer)
        case .real(let real): store.append(real)
        case .text(let text): store.append(text)
        case .blob(let blob): store.append(blob)
        }
      }
    }
    for _ in 0..<count {
      append(Self.values.prefix(wrongWidth))
      var isWhole = store.endRow()
      #expect(!isWhole)
      append(Self.values)
      isWhole = store.endRow()
      #expect(isWhole)
    }
    #expect(store.rowCount == count)
    let batch = SQLRowBatch()
    batch.removeAllRows(columnCount: Self.values.count)
    store.copy(-5..<count + 5, into: batch)
    #expect(batch.rowCount == count)
    for row in 0..<count {
      for (column, value) in Self.values.enumerated() {
        #expect(store.value(row: row, column: column)?.isIdentical(to: value) == true)
        #expect((try? batch.cell(row: row, column: column).value().isIdentical(to: value)) == true)
      }
    }
    for (row, column) in [(-1, 0), (0, -1), (count, 0), (0, 6)] {
      #expect(store.value(row: row, column: column) == nil)
    }
  }

  @Test func nodesAreAskedInOrder() {
    let none = NodeList([])
    none.failed("http://a")
    none.answered("http://a")
    #expect(none.inOrder == [])
    let nodes = NodeList(["http://a", "http://b"])
    nodes.failed("http://b")
    #expect(nodes.inOrder == ["http://a", "http://b"], "it was not the one that is asked first")
    nodes.failed("http://a")
    #expect(nodes.inOrder == ["http://b", "http://a"])
    nodes.add(["http://a", "http://c"])
    nodes.answered("http://c")
    #expect(nodes.inOrder == ["http://c", "http://a", "http://b"])
  }

  /// A write that may have been sent once stays unknown, whatever the last try says; a read does not.
  @Test(arguments: [true, false]) func triesOfAnyCall(_ isFirstUnknown: Bool) async throws {
    let policy = RetryPolicy(attempts: 3, firstDelay: .zero, maximumDelay: .zero)
    let error = try await databaseError {
      try await policy.retrying { (attempt, left) async throws(CallFailure) -> Int in
        #expect(left > .zero)
        let isUnknown = isFirstUnknown && attempt == 1
        throw CallFailure(
          DatabaseError(
            isUnknown ? .outcomeUnknown : .cannotOpen, "try \(attempt)", outcome: isUnknown ? .unknown : .notApplied),
          mayRetry: true)
      }
    }
    #expect(error.message == "try 3")
    #expect(error.outcome == (isFirstUnknown ? .unknown : .notApplied))
    #expect(error.code == (isFirstUnknown ? .outcomeUnknown : .cannotOpen))
    let found = try await policy.retrying { (attempt, _) async throws(CallFailure) -> Int in
      guard attempt == 3 else { throw CallFailure(DatabaseError(.busy, "later"), mayRetry: true) }
      return attempt
    }
    #expect(found == 3)
  }

  /// A source that counts what it is asked.
  private final class Source: WholeAnswerSource {
    var asked: [String] = []

    nonisolated(nonsending) func answer(
      to statement: SQLStatementText, _ values: [SQLValue]
    ) async throws(DatabaseError) -> StatementAnswer {
      asked.append(statement.sql)
      var rows = RowStore(columnCount: 1)
      for value in values {
        if case .integer(let integer) = value { rows.append(integer) } else { rows.appendNull() }
        guard rows.endRow() else { throw DatabaseError(.protocolViolation, "a row has another width") }
      }
      return StatementAnswer(columns: [ColumnDescription(name: "x")], rows: rows)
    }
  }

  @Test func aStatementIsSentWithItsFirstStep() async throws {
    let source = Source()
    let text = try #require(SQLStatementText(firstOf: "/* a */ SELECT :a, ?; SELECT 2"))
    let statement = WholeAnswerStatement(text, on: source)
    #expect(statement.parameterNames == [":a", nil] && statement.isReadOnly && statement.columns.isEmpty)
    for _ in 0..<2 {
      try statement.start([1, 2])
      let batch = SQLRowBatch()
      #expect(try await statement.step(into: batch, limit: 1) == .more)
      #expect(statement.columns.map(\.name) == ["x"] && batch.columnCount == 1)
      batch.removeAllRows(columnCount: 1)
      guard case .done = try await statement.step(into: batch, limit: 1) else {
        Issue.record("there are two rows")
        return
      }
      #expect(batch.cell(row: 0, column: 0).integerIfPresent == 2)
      statement.reset()
    }
    #expect(source.asked == [text.sql, text.sql], "once for each execution")
    statement.finalize()
  }
}
