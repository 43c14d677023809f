internal import Quarry

extension RemoteCases {
  static let order: [ConformanceCase] = [
    ConformanceCase(
      "REM-35", "answers that come in another order than the calls belong to their calls", .driver(.remote),
      "https://www.rfc-editor.org/rfc/rfc9112#section-9.3",
      "An answer MUST be taken for the answer to its own call, whichever call is answered first.",
      timeLimit: .seconds(120)
    ) { test in
      let truth = try await test.database(holding: ["CREATE TABLE log (n INTEGER PRIMARY KEY, mark TEXT)"])
      let proxy = try test.faultServer()
      var databases: [Database] = []
      for _ in 0..<4 { databases.append(try await test.database(through: proxy)) }
      for database in databases { _ = try await test.rows(database, "SELECT count(*) FROM log") }
      let held = Protected<[Gate]>([])
      let most = Protected(0)
      proxy.play { request, _ in
        guard request.text.contains("'reordered'") else { return .pass }
        let gate = Gate()
        held.withLock { $0.append(gate) }
        return .hold(gate)
      }
      // The last answer that is held goes first, once no further one comes.
      let opener = Task {
        while !Task.isCancelled {
          let before = held.withLock { $0.count }
          try await Task.sleep(for: .milliseconds(20))
          let gates = held.withLock { gates in
            defer { if gates.count == before { gates = [] } }
            return gates.count == before ? gates : []
          }
          most.withLock { $0 = max($0, gates.count) }
          for gate in gates.reversed() {
            gate.open()
            try await Task.sleep(for: .milliseconds(5))
          }
        }
      }
      defer { opener.cancel() }
      for round in 0..<5 {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for (index, database) in databases.enumerated() {
            let number = Int64(round * databases.count + index)
            group.addTask {
              let result = try await database.execute("INSERT INTO log VALUES (\(number), 'reordered')")
              test.expectEqual(result.affectedRows, 1, "the insert of \(number)")
              let own: SQLFragment = "SELECT n, 'reordered' FROM log WHERE n = \(number)"
              await test.expectRows(database, own, [[.integer(number), "reordered"]], "the row \(number)")
            }
          }
          try await group.waitForAll()
        }
      }
      opener.cancel()
      proxy.play(.pass)
      test.expect(most.withLock { $0 } > 1, "several answers were held at once")
      await test.expectRows(truth, "SELECT count(*), sum(n), count(DISTINCT n) FROM log", [[20, 190, 20]])
      for database in databases { await test.expectUsable(database) }
    }
  ]
}
