internal import Quarry

extension RemoteCases {
  static let tokens: [ConformanceCase] = [
    ConformanceCase(
      "REM-14",
      "token expired: one refresh, one retry, concurrent requests share the refresh; refresh failure is `.authentication`",
      .driver(.remote), "https://www.rfc-editor.org/rfc/rfc6750#section-3.1",
      "A refused token MUST be fetched again once for all callers, and the call MUST be made once more."
    ) { test in
      _ = try await test.database()
      let gateway = try TokenGateway(test)
      let database = try await gateway.database(readers: 8)
      _ = try await test.rows(database, rows)
      let first = gateway.fetches
      gateway.accept("token-2")
      gateway.give("token-2")
      await test.expectRows(database, "SELECT 1", [[1]], "a call with an expired token is made once more")
      test.expectEqual(gateway.fetches - first, 1, "the token is fetched once")
      test.expectEqual(gateway.proxy.exchanges.count, 2, "the call is made twice")
      gateway.give("token-3")
      gateway.accept("token-3")
      let before = gateway.fetches
      let wrong = await withTaskGroup(of: Bool.self) { group in
        for number in 0..<24 {
          group.addTask {
            let found = await test.reading(database, "SELECT \(Int64(number))")
            return found.isError || !found.isErrorOr([[.integer(Int64(number))]])
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      test.expectEqual(wrong, 0, "all of many calls at once succeed")
      test.expectEqual(gateway.fetches - before, 1, "they share one fetch")
      // The new token is refused as well: no loop.
      gateway.accept("another one")
      gateway.give("token-4")
      let refused = await test.reading(database, "SELECT 1")
      test.expectEqual(refused.error?.code, .authorization, "two refused tokens: \(refused)")
      test.expectEqual(gateway.proxy.exchanges.count, 2, "two tries and no more")
      gateway.give(nil)
      let failed = await test.reading(database, "SELECT 1")
      test.expectEqual(failed.error?.code, .authorization, "no token to be had: \(failed)")
      gateway.give("token-5")
      gateway.accept("token-5")
      await test.expectRows(database, "SELECT 1", [[1]], "usable with a token that is accepted")
    },
    ConformanceCase(
      "REM-15", "token revoked during a transaction: typed error, transaction gone", .driver(.remote),
      "Quarry: a transaction that cannot go on is rolled back",
      "A transaction whose token is revoked MUST fail by type and leave nothing behind.", timeLimit: .seconds(60)
    ) { test in
      let truth = try await test.database(holding: ["CREATE TABLE log (x)"])
      let proxy = try test.faultServer()
      let database = try await test.database(through: proxy)
      _ = try await test.rows(database, rows)
      let revoked = Fault.answer(WireMessage(status: 401, text: "revoked"))
      if test.section(requires: .capability(.interactiveTransactions)) {
        for number in [1, 2] {
          let error = await failure {
            try await database.write { transaction in
              try await transaction.execute("INSERT INTO log VALUES (1)")
              if number == 1 { proxy.play(revoked) }
              try await transaction.execute("INSERT INTO log VALUES (2)")
              if number == 2 { proxy.play(revoked) }
            }
          }
          test.expectEqual(error?.code, .authorization, "revoked: \(error.map { "\($0)" } ?? "no error")")
          test.expectEqual(error?.outcome, .notApplied, "nothing of it stays")
          proxy.play(.pass)
        }
      }
      proxy.play(revoked)
      let error = await failure { try await database.batch { $0.execute("INSERT INTO log VALUES (3)") } }
      test.expectEqual(error?.code, .authorization, "a batch: \(error.map { "\($0)" } ?? "no error")")
      proxy.play(.pass)
      await test.expectRows(truth, "SELECT count(*) FROM log", [[0]], "nothing stays")
      try await database.batch { $0.execute("INSERT INTO log VALUES (4)") }
      await test.expectRows(truth, "SELECT x FROM log", [[4]], "the next write takes effect")
    },
    ConformanceCase(
      "REM-28", "clock skew of ±1 day does not break token handling", .driver(.remote),
      "https://www.rfc-editor.org/rfc/rfc9110#section-6.6.1", "No decision MUST rest on the clocks of both sides."
    ) { test in
      _ = try await test.database()
      for date in ["Fri, 20 Nov 1998 12:00:00 GMT", "Sun, 22 Nov 2099 12:00:00 GMT"] {
        let gateway = try TokenGateway(test, date: date)
        let database = try await gateway.database(readers: 2)
        let fetches = gateway.fetches
        for number in 0..<5 {
          await test.expectRows(database, "SELECT \(Int64(number))", [[.integer(Int64(number))]], "at \(date)")
        }
        test.expectEqual(gateway.fetches, fetches, "no token is fetched while the old one is accepted")
        gateway.give("token-2")
        gateway.accept("token-2")
        await test.expectRows(database, "SELECT 1", [[1]], "a refused token at \(date)")
        test.expectEqual(gateway.fetches, fetches + 1, "one fetch at \(date)")
      }
    },
  ]
}

/// The suite's own server as a gateway that accepts one token, and the source of a driver's tokens.
final class TokenGateway: Sendable {
  let proxy: FaultProxy
  private let test: CaseContext
  private let date: String?
  private let state = Protected((given: "token-1" as String?, fetches: 0))

  init(_ test: CaseContext, date: String? = nil) throws {
    self.test = test
    self.date = date
    proxy = try test.faultServer()
    accept("token-1")
  }

  /// The number of requests for a token.
  var fetches: Int { state.withLock { $0.fetches } }

  /// Opens the database of the case behind the gateway.
  func database(readers: Int) async throws -> Database {
    try await test.database(through: proxy, readers: readers) { route in
      route.attempts = 1
      route.token = { [state] in
        state.withLock { state in
          state.fetches += 1
          return state.given
        }
      }
    }
  }

  /// Returns another token from now on.
  func give(_ token: String?) { state.withLock { $0.given = token } }

  /// Accepts one token from now on.
  func accept(_ token: String) {
    let date = date
    proxy.play { request, _ in
      guard request["Authorization"] == "Bearer " + token else {
        var answer = WireMessage(status: 401, headers: [("WWW-Authenticate", "Bearer")], text: "expired")
        answer["Date"] = date
        return .answer(answer)
      }
      guard let date else { return .pass }
      return .edit { answer in
        var answer = answer
        answer["Date"] = date
        return answer
      }
    }
  }
}
