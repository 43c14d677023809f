internal import Quarry

extension RemoteCases {
  static let writes: [ConformanceCase] = [
    ConformanceCase(
      "REM-10",
      "retry only what is safe: reads and statements whose idempotency key the server serialises; a plain INSERT is not sent twice after a lost answer",
      .driver(.remote), "https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2",
      "A call MUST be made again only where that cannot do its work twice, and then it MUST be made again."
    ) { test in
      let truth = try await test.database(holding: ["CREATE TABLE log (x)"])
      let (proxy, _, expected) = try await prepared(test)
      let database = try await test.database(through: proxy) { $0.attempts = 3 }
      _ = try await test.rows(database, rows)
      proxy.play { _, index in index == 0 ? .close(served: true) : .pass }
      await test.expectRows(database, rows, expected, "a read whose answer is lost is made again")
      // A stream that the lost call has used is refused before the call is made on another one.
      test.expect((2...3).contains(proxy.exchanges.count), "once: \(proxy.exchanges.count)")
      for (number, place) in ["served", "not seen by the server"].enumerated() {
        let value = Int64(number)
        proxy.play { request, index in
          request.text.contains("INTO log") && index == 0 ? .close(served: number == 0) : .pass
        }
        let error = await failure { try await database.execute("INSERT INTO log VALUES (\(value))") }
        let sent = proxy.exchanges.map(\.request).filter { $0.text.contains("INTO log") }
        let count = try await test.value(truth, "SELECT count(*) FROM log WHERE x = \(value)")
        if error == nil {
          test.expect(isOneKey(sent), "a write that is made again has one key (\(place)): \(sent.count) requests")
          test.expectEqual(count, 1, "one row (\(place))")
        } else {
          test.expectEqual(sent.count, 1, "a write that is not known again is sent once (\(place))")
          test.expectEqual(error?.outcome, .unknown, "its outcome is unknown (\(place))")
          test.expectEqual(count, .integer(number == 0 ? 1 : 0), "it took effect once at most (\(place))")
        }
      }
      // A status says nothing about a write, whoever sent it.
      proxy.play { _, index in index == 0 ? .answer(WireMessage(status: 503)) : .pass }
      let refusal = await failure { try await database.execute("INSERT INTO log VALUES (7)") }
      let sent = proxy.exchanges.map(\.request).filter { $0.text.contains("INTO log") }
      test.expect(
        refusal == nil ? isOneKey(sent) : refusal?.outcome == .unknown && sent.count == 1,
        "after 503: \(refusal.map { "\($0)" } ?? "no error"), \(sent.count) requests")
      await test.expectRows(
        truth, "SELECT count(*) FROM log WHERE x = 7", [[refusal == nil ? 1 : 0]], "a write that was refused")
      proxy.play { _, index in index == 0 ? .answer(WireMessage(status: 500)) : .pass }
      let error = await failure { try await database.execute("INSERT INTO log VALUES (8)") }
      let count = try await test.value(truth, "SELECT count(*) FROM log WHERE x = 8")
      test.expect(
        error == nil ? count == 1 : count == 0 && error?.outcome == .unknown && proxy.exchanges.count == 1,
        "after 500 nobody knows: \(error.map { "\($0)" } ?? "no error"), \(count.map { "\($0)" } ?? "") rows")
    },
    ConformanceCase(
      "REM-12", "idempotency key sent again gives the first answer, one row in the table", .driver(.remote),
      "https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header",
      "A request that comes again with its key MUST get its first answer and do nothing a second time."
    ) { test in
      let truth = try await test.database(holding: ["CREATE TABLE log (id INTEGER PRIMARY KEY, x)"])
      let proxy = try test.faultServer()
      let database = try await test.database(through: proxy)
      _ = try await test.rows(database, rows)
      proxy.play(.pass)
      let result = try await database.execute("INSERT INTO log (x) VALUES ('once')")
      test.expectEqual(result.affectedRows, 1, "the write itself")
      let written = proxy.exchanges.first { $0.request.text.contains("INTO log") }
      let exchange = try test.require(written, "the write is seen")
      guard let key = exchange.request["Idempotency-Key"] else {
        throw test.notApplicable("no request that writes carries a key by which the server would know it again")
      }
      test.expect(key.utf8.count >= 16, "the key is long enough to be the only one")
      for _ in 0..<3 {
        let again = try test.require(await proxy.repeated(exchange), "the server answers again")
        test.expectEqual(again.status, exchange.answer?.status, "the first status")
        test.expectEqual(again.text, exchange.answer?.text, "the first answer")
      }
      await test.expectRows(truth, "SELECT count(*) FROM log", [[1]], "one row")
      // The answer is lost as often as the driver tries; the next try is the caller's own.
      proxy.play { _, index in index < 2 ? .close(served: true) : .pass }
      var second: StatementResult?
      let error = await failure { second = try await database.execute("INSERT INTO log (x) VALUES ('twice lost')") }
      let keys = proxy.exchanges.compactMap { $0.request["Idempotency-Key"] }
      if let second {
        test.expectEqual(second.affectedRows, 1, "the answer that came at last is the first one")
        test.expectEqual(second.lastInsertedRowID, 2, "with its rowid")
        test.expectEqual(keys.count, 3, "three tries")
      } else {
        // Whether the first call has ended cannot be known here, and the key is no promise for two at once.
        test.expect(error?.outcome == .unknown, "the outcome is unknown: \(error.map { "\($0)" } ?? "")")
        test.expectEqual(keys.count, 1, "and the call is not made again")
      }
      test.expect(Set(keys).count == 1 && !keys.contains(key), "all tries have one key, each write another one")
      await test.expectRows(truth, "SELECT count(*) FROM log", [[2]], "one row for each write")
    },
    ConformanceCase(
      "REM-24", "error in statement 3 of a batch of 5: results 1 and 2, error 3, 4 and 5 not run", .driver(.remote),
      "Quarry: a batch is applied as a whole or not at all",
      "The error of a batch MUST name its statement; what follows MUST NOT run, and what came before MUST be undone."
    ) { test in
      let truth = try await test.database(holding: ["CREATE TABLE log (x UNIQUE)"])
      let proxy = try test.faultServer()
      let database = try await test.database(through: proxy)
      _ = try await test.rows(database, rows)
      proxy.play(.pass)
      let error = await failure {
        try await database.batch { batch in
          for value in [1, 2, 2, 4, 5] as [Int64] { batch.execute("INSERT INTO log VALUES (\(value))") }
        }
      }
      // Some protocols do not say which statement failed.
      test.expect([2, nil].contains(error?.statementIndex), "the third statement: \(error.map { "\($0)" } ?? "")")
      test.expectEqual(error?.code, .constraintUnique, "by its own error")
      test.expectEqual(error?.outcome, .notApplied, "nothing stays")
      await test.expectRows(truth, "SELECT count(*) FROM log", [[0]], "nothing stays")
      let sent = proxy.exchanges.filter { $0.request.text.contains("INTO log") }
      test.expectEqual(sent.count, 1, "the statements go in one request")
      try await database.batch { batch in
        for value in [1, 2, 3, 4, 5] as [Int64] { batch.execute("INSERT INTO log VALUES (\(value))") }
      }
      await test.expectRows(truth, "SELECT count(*) FROM log", [[5]], "the next batch is applied")
    },
  ]

  /// Whether requests are attempts of one call with a key.
  private static func isOneKey(_ requests: [WireMessage]) -> Bool {
    let keys = requests.map { $0["Idempotency-Key"] }
    return keys.count > 1 && Set(keys).count == 1 && keys[0] != nil
  }

  /// Returns the error of a call, or `nil` if it succeeds. An error that isn't a `DatabaseError` counts as misuse.
  static func failure(_ body: () async throws -> some Any) async -> DatabaseError? {
    do { _ = try await body() } catch let error as DatabaseError { return error } catch {
      return DatabaseError(.misuse, "\(type(of: error)): \(error)")
    }
    return nil
  }
}
