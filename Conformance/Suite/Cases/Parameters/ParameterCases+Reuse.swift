import Quarry

extension ParameterCases {
  static let reuse: [ConformanceCase] = [
    ConformanceCase(
      "BIND-21", "one statement that is run 1000 times gives 1000 right answers", .core,
      "https://sqlite.org/c3ref/reset.html",
      "Each execution MUST answer from its own values, whatever their kinds."
    ) { test in
      let database = try await test.database()
      let values = (0..<1000).map { index -> SQLValue in
        switch index % 5 {
        case 0: .integer(Int64(index))
        case 1: .real(Double(index) + 0.5)
        case 2: .text(String(repeating: "x", count: index))
        case 3: .blob(Array(repeating: UInt8(truncatingIfNeeded: index), count: index % 50))
        default: .null
        }
      }
      var answers: [[SQLValue]] = []
      for value in values {
        answers += try await test.rows(database, SQLFragment(raw: "SELECT ?", values: [value]))
      }
      test.expectIdentical(answers, values.map { [$0] }, "1000 answers to one text")
      guard test.section("in a session", requires: .local) else { return }
      let prepared = try await database.read { (session: SQLSession) in
        let statement = try session.prepare("SELECT :value")
        return try values.flatMap { try statement.rows(["value": $0]).map(\.values) }
      }
      test.expectIdentical(prepared, values.map { [$0] }, "1000 answers of one prepared statement")
    },
    ConformanceCase(
      "BIND-22", "a Swift value that was bound may change afterwards", .core, "Quarry: SQLFragment",
      "A bound value MUST be the one that was given, whatever becomes of the variable, in every statement."
    ) { test in
      let database = try await test.database()
      var text = String(repeating: "long enough for the heap ", count: 4)
      var bytes = Array(text.utf8)
      let (originalText, originalBytes) = (text, bytes)
      let first: SQLFragment = "SELECT \(text), \(bytes)"
      let second: SQLFragment = "SELECT 2, \(text), \(bytes)"
      text.append("changed")
      bytes[0] = 0
      await test.expectRows(database, first, [[.text(originalText), .blob(originalBytes)]])
      await test.expectRows(database, second, [[2, .text(originalText), .blob(originalBytes)]])
      await test.expectRows(database, "SELECT \(text), \(bytes)", [[.text(text), .blob(bytes)]], "the changed values")
      guard test.section("two statements that had begun", requires: .local) else { return }
      let rows = try await database.read { (session: SQLSession) in
        var text = originalText
        let (one, two) = (try session.prepare("SELECT ?"), try session.prepare("SELECT ? || ''"))
        try one.start([.text(text)])
        try two.start([.text(text)])
        text.append("changed")
        try session.execute(SQLFragment(raw: "SELECT ?", values: [.text(text)]))
        return [try one.next()?.values ?? [], try two.next()?.values ?? []]
      }
      test.expectIdentical(rows, [[.text(originalText)], [.text(originalText)]], "two statements that had begun")
    },
    ConformanceCase(
      "BIND-23", "a large bound value is released when the statement has ended", .core,
      "https://sqlite.org/c3ref/bind_blob.html",
      "1000 executions with a value of 1 MiB, 200 over a network, MUST NOT keep the memory of so many.",
      timeLimit: .seconds(30)
    ) { test in
      let database = try await test.database()
      let text = String(repeating: "0123456789abcdef", count: 1 << 16)
      func run(_ count: Int) async throws -> Int64 {
        var sum: Int64 = 0
        for _ in 0..<count {
          let query = SQLFragment(raw: "SELECT length(?)", values: [.text(text)]).values(Int64.self)
          sum += try await database.fetchOne(query) ?? 0
        }
        return sum
      }
      test.expectEqual(try await run(10), 10 << 20, "the first ten")
      let before = ProcessMemory.resident()
      let count = test.isOf(.remote) ? 200 : 1000
      test.expectEqual(try await run(count), Int64(count) << 20, "many more")
      if let before, let after = ProcessMemory.resident() {
        // Other cases of the same process may need memory meanwhile: half of what would be lost is the bound.
        test.expect(after - before < count << 19, "the process did not grow by their memory")
      }
    },
  ]
}
