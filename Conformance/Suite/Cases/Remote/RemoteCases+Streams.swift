internal import Foundation
internal import Quarry

extension RemoteCases {
  static let streams: [ConformanceCase] = [
    ConformanceCase(
      "REM-16",
      "server restarts in the middle of a stream or an interactive transaction (stale baton): `.transactionLost`, next transaction works",
      .driver(.remote), "https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_3_SPEC.md",
      "A transaction that the server does not know any more MUST fail by type, and the next one MUST work.",
      timeLimit: .seconds(60)
    ) { test in
      guard test.has(.interactiveTransactions) else {
        throw test.notApplicable("every call is independent: the server keeps nothing that a restart would lose")
      }
      let truth = try await test.database(holding: ["CREATE TABLE log (x)"])
      let proxy = try test.faultServer()
      let database = try await test.database(through: proxy) { $0.attempts = 2 }
      _ = try await test.rows(database, rows)
      let key = try test.require(
        await streamKey(of: database, through: proxy), "the requests of a transaction carry the key of their stream")
      // A restarted server doesn't know earlier keys: another one has the same effect.
      let restarted = Fault.editRequest { request in
        var request = request
        request.body = WireJSON.edit(request.body) { value in
          guard case .object(let members) = value else { return value }
          return .object(
            members.map { member in
              guard member.name == key, case .string(let text) = member.value else { return member }
              return WireJSON.Member(name: key, value: .string("of-another-server-" + text.reversed()))
            })
        }
        return request
      }
      for number in [1, 2] {
        let error = await failure {
          try await database.write { transaction in
            try await transaction.execute("INSERT INTO log VALUES (1)")
            if number == 1 { proxy.play(restarted) }
            try await transaction.execute("INSERT INTO log VALUES (2)")
            // The commit itself finds no transaction.
            if number == 2 { proxy.play(restarted) }
          }
        }
        proxy.play(.pass)
        test.expectEqual(
          error?.code, .transactionState, "a transaction on a stale key: \(error.map { "\($0)" } ?? "no error")")
        test.expectEqual(error?.outcome, .notApplied, "nothing of it stays")
      }
      let count = try await test.value(truth, "SELECT count(*) FROM log")
      test.expectEqual(count, 0, "nothing stays")
      try await database.write { try await $0.execute("INSERT INTO log VALUES (3)") }
      await test.expectRows(truth, "SELECT x FROM log", [[3]], "the next transaction works")
      // Away in the middle: nothing listens, then everything is there again.
      let error = await failure {
        try await database.write { transaction in
          try await transaction.execute("INSERT INTO log VALUES (4)")
          proxy.play(.close(served: false))
          try await transaction.execute("INSERT INTO log VALUES (5)")
        }
      }
      proxy.play(.pass)
      test.expectEqual(error?.outcome, .notApplied, "away in the middle: \(error.map { "\($0)" } ?? "no error")")
      try await database.write { try await $0.execute("INSERT INTO log VALUES (6)") }
      await test.expectRows(truth, "SELECT x FROM log ORDER BY x", [[3], [6]], "the next transaction works")
      // A body that goes on after a read whose answer was cut, however large the answer is.
      for (number, rows) in [20, 200].enumerated() {
        let (first, second) = (Int64(10 + number * 2), Int64(11 + number * 2))
        let large = SQLFragment(
          raw: "WITH RECURSIVE count(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM count WHERE i < \(rows)) "
            + "SELECT replace(hex(zeroblob(32768)), '00', 'ab') FROM count")
        let error = await failure {
          try await database.write { transaction in
            try await transaction.execute("INSERT INTO log VALUES (\(first))")
            proxy.play(.bytes(keepsOpen: false) { Array($0.raw.prefix($0.raw.count > 100_000 ? 70_000 : .max)) })
            let reading = await test.reading(transaction, large)
            test.expect(reading.isError, "a cut answer of \(rows) rows inside a transaction")
            proxy.play(.pass)
            try await transaction.execute("INSERT INTO log VALUES (\(second))")
          }
        }
        let count = try await test.value(truth, "SELECT count(*) FROM log WHERE x IN (\(first), \(second))")
        test.expectEqual(
          count, .integer(error == nil ? 2 : 0), "all or nothing: \(error.map { "\($0)" } ?? "no error")")
        try await database.write { try await $0.execute("DELETE FROM log WHERE x > 6") }
      }
    },
    ConformanceCase(
      "REM-18",
      "result of 1,000,000 rows streams in constant memory, or is refused above the declared limit with a typed error",
      .driver(.remote), "Quarry: rows are read no faster than they are taken",
      "A long result MUST come whole in memory that does not grow with it, or be refused by type.",
      timeLimit: .seconds(180)
    ) { test in
      let database = try await test.database()
      let query: SQLFragment = """
        WITH RECURSIVE count(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM count WHERE i < 1000000) SELECT i FROM count
        """
      var number: Int64 = 0
      var sum: Int64 = 0
      let streams = test.profile.capabilities.streamsRows
      let before = ProcessMemory.resident() ?? 0
      var sizes: [Int] = []
      do {
        for try await row in database.rows(query.rows()) {
          number += 1
          if case .integer(let value)? = row.values.first { sum += value }
          if number % 100_000 == 0, let size = ProcessMemory.resident() { sizes.append(size) }
        }
        test.expectEqual(number, 1_000_000, "all rows")
        test.expectEqual(sum, 500_000_500_000, "each once")
        if sizes.isEmpty {
          test.note("this platform doesn't tell how much memory the process has")
        } else if streams {
          // Other work of the process may take memory meanwhile; what grows with the rows grows in each third of them.
          let thirds = stride(from: 0, to: sizes.count, by: 3).map { sizes[$0] }
          let growth = (zip(thirds, thirds.dropFirst()).map { $1 - $0 }.min() ?? 0) >> 20
          test.expect(growth < 10, "flat from the first tenth on: each 300,000 rows took at least \(growth) MiB")
        } else {
          // Where an answer comes whole it is held whole, so what it takes is counted from before it. It has 9 MiB of
          // JSON; while it is read there are those bytes and the rows made of them, each in memory that may just have
          // doubled.
          let growth = ((sizes.max() ?? before) - before) >> 20
          test.expect(growth < 5 * 9, "in all \(growth) MiB more")
        }
      } catch let error as DatabaseError {
        test.expectEqual(error.code, .tooBig, "refused after \(number) rows: \(error)")
        test.expectEqual(number, 0, "not one row of a result that is refused")
      }
      // Larger as a whole than any single answer may be.
      let large: SQLFragment = """
        WITH RECURSIVE count(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM count WHERE i < 1200)
        SELECT replace(hex(zeroblob(32768)), '00', 'ab') FROM count
        """
      var bytes = 0
      do {
        for try await row in database.rows(large.rows(readOnly: true)) {
          if case .text(let text)? = row.values.first { bytes += text.utf8.count }
        }
        test.expectEqual(bytes, 1_200 * 65_536, "75 MiB in rows of 64 KiB")
      } catch let error as DatabaseError {
        test.expectEqual(error.code, .tooBig, "refused after \(bytes) bytes: \(error)")
        test.expectEqual(bytes, 0, "not one row of a result that is refused")
      }
      await test.expectUsable(database)
    },
    ConformanceCase(
      "REM-19", "a single 64 MiB value: arrives or `.tooBig`", .driver(.remote),
      "Quarry: a value arrives unchanged, or the call is refused",
      "A value of 64 MiB MUST arrive unchanged or be refused by type, in both directions.", timeLimit: .seconds(120)
    ) { test in
      let database = try await test.database(holding: ["CREATE TABLE big (x TEXT)"])
      let size: Int64 = 64 << 20
      let down = await test.reading(database, "SELECT replace(hex(zeroblob(\(size / 2))), '00', 'ab')")
      switch down {
      case .rows(let rows):
        var isWhole = false
        if case .text(let text)? = rows.first?.first {
          isWhole = text.utf8.count == Int(size) && text.hasPrefix("abab") && text.hasSuffix("abab")
        }
        test.expect(isWhole, "the value arrives whole")
      default: test.expectEqual(down.error?.code, .tooBig, "from the server: \(down.error.map { "\($0)" } ?? "")")
      }
      await test.expectUsable(database)
      let text = String(repeating: "ab", count: Int(size) / 2)
      let error = await failure { try await database.execute("INSERT INTO big VALUES (\(text))") }
      if let error {
        test.expectEqual(error.code, .tooBig, "to the server: \(error)")
        await test.expectRows(database, "SELECT count(*) FROM big", [[0]], "nothing of it stays")
      } else {
        await test.expectRows(
          database, "SELECT length(x), substr(x, -4) FROM big", [[.integer(size), "abab"]], "it arrives whole")
      }
      await test.expectUsable(database)
    },
  ]

  /// Returns the name of the member that identifies the stream in the second request of a transaction; `nil` if there
  /// is none.
  private static func streamKey(of database: Database, through proxy: FaultProxy) async throws -> String? {
    proxy.play(.pass)
    try await database.write { transaction in
      _ = try await transaction.execute("DELETE FROM log")
      _ = try await transaction.execute("DELETE FROM log")
    }
    let exchanges = proxy.exchanges
    for (answer, request) in zip(exchanges, exchanges.dropFirst()) {
      guard let said = answer.answer.flatMap({ WireJSON.documents($0.body) })?.first,
        let asked = WireJSON.documents(request.request.body)?.first
      else { continue }
      for (_, name, value) in said.members() where value.isLong && asked[name] == value { return name }
    }
    return nil
  }
}

extension WireJSON {
  /// Whether it is a text that can be a key.
  fileprivate var isLong: Bool { if case .string(let text) = self { text.utf8.count >= 8 } else { false } }
}
