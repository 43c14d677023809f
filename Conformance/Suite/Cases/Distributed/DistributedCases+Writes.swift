import Quarry

extension DistributedCases {
  /// Writes on any node.
  static let writes: [ConformanceCase] = [
    ConformanceCase(
      "DIST-02", "write to a follower: forwarded or redirected, never lost, never applied twice", .driver(.dist),
      "Quarry: a write is done once, whichever node is asked",
      "Writes that are sent to any node, many at a time, MUST each take effect exactly once.", timeLimit: .seconds(60)
    ) { test in
      let cluster = try await test.cluster()
      let truth = try await test.database(holding: [
        "CREATE TABLE log (node TEXT, n INTEGER)", "CREATE TABLE counter (n INTEGER)",
        "INSERT INTO counter VALUES (0)",
      ])
      let count: Int64 = 30
      try await withThrowingTaskGroup(of: Void.self) { group in
        for node in cluster.nodes {
          let database = try await test.database(in: cluster, at: node)
          group.addTask {
            for number in 1...count {
              let inserted = try await database.execute("INSERT INTO log VALUES (\(node), \(number))")
              test.expectEqual(inserted.affectedRows, 1, "\(node): one row is inserted")
              let counted = try await database.execute("UPDATE counter SET n = n + 1")
              test.expectEqual(counted.affectedRows, 1, "\(node): one row is changed")
            }
          }
        }
        try await group.waitForAll()
      }
      await test.expectRows(
        truth, "SELECT node, count(*), count(DISTINCT n), sum(n) FROM log GROUP BY node ORDER BY node",
        cluster.nodes.sorted().map {
          [.text($0), .integer(count), .integer(count), .integer(count * (count + 1) / 2)]
        },
        "every write is there once")
      await test.expectValue(
        truth, "SELECT n FROM counter", .integer(count * Int64(cluster.nodes.count)), "no change is lost or repeated")
      for node in cluster.nodes {
        let copy = try await test.copy(of: node, in: cluster)
        await test.expectEventually(
          copy, "SELECT count(*) FROM log", [[.integer(count * Int64(cluster.nodes.count))]], "\(node) has all rows")
      }
    },
    ConformanceCase(
      "DIST-07", "`lastInsertRowID` and `changes` come from the node that applied the write", .driver(.dist),
      "https://sqlite.org/c3ref/last_insert_rowid.html",
      "The result of a write MUST be about this write, whichever node is asked and whatever else is written.",
      timeLimit: .seconds(60)
    ) { test in
      let cluster = try await test.cluster()
      _ = try await test.database(holding: [
        "CREATE TABLE own (id INTEGER PRIMARY KEY, node TEXT, n INTEGER)",
        "CREATE TABLE other (id INTEGER PRIMARY KEY)",
      ])
      let other = try await test.database(in: cluster)
      for (place, node) in cluster.nodes.enumerated() {
        let database = try await test.database(in: cluster, at: node)
        for number in 1...10 as ClosedRange<Int64> {
          let id = Int64(place) * 1_000_000_007 + number * 7
          let named = try await database.execute("INSERT INTO own VALUES (\(id), \(node), \(number))")
          test.expectEqual(named.lastInsertedRowID, id, "\(node): the row's own number")
          test.expectEqual(named.affectedRows, 1, "\(node): one row")
          // Another client's write comes between.
          try await other.execute("INSERT INTO other VALUES (\(id + 1_000_000))")
          let chosen = try await database.execute("INSERT INTO own (node, n) VALUES (\(node), \(-number))")
          test.expectEqual(chosen.lastInsertedRowID, id + 1, "\(node): the number that the engine has chosen")
          try await database.execute("DELETE FROM own WHERE id = \(id + 1)")
        }
        let changed = try await database.execute("UPDATE own SET n = n + 1 WHERE node = \(node)")
        test.expectEqual(changed.affectedRows, 10, "\(node): all rows of the node")
        try await other.execute("INSERT INTO other VALUES (\(Int64(place) + 1))")
        let none = try await database.execute("UPDATE own SET n = n + 1 WHERE node = 'nobody'")
        test.expectEqual(none.affectedRows, 0, "\(node): no row")
        let deleted = try await database.execute("DELETE FROM own WHERE node = \(node) AND n > 9")
        test.expectEqual(deleted.affectedRows, 2, "\(node): two rows")
      }
    },
  ]
}
