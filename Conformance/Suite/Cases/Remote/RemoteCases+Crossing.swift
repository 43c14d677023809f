internal import Quarry

extension RemoteCases {
  static let crossings: [ConformanceCase] = [
    ConformanceCase(
      "REM-31", "every fault over HTTP with every kind of statement: no wrong outcome, no hang", .driver(.remote),
      "Quarry: done means once, failed means not at all, and nothing is ever done twice",
      "Whatever happens to a call on its way, what was told as done MUST be done once, what was told as failed MUST NOT be "
        + "done, and nothing MUST be done twice.",
      timeLimit: .seconds(600)
    ) { test in
      let modes = TrialMode.all(serialisesKeys: try test.routed().serialisesKeys)
      try await FaultTrials(test: test, overTCP: false, modes: modes, statements: TrialStatement.all(for: test)).run()
    },
    ConformanceCase(
      "REM-32", "every fault of TCP with every kind of statement, whatever the protocol: no wrong outcome, no hang",
      .driver(.remote), "Quarry: done means once, failed means not at all, and nothing is ever done twice",
      "Wherever a connection is closed, reset, half open or late, what was told MUST be true and nothing MUST be done "
        + "twice.",
      timeLimit: .seconds(600)
    ) { test in
      // The place of the fault is anywhere in a transaction.
      let statements = TrialStatement.all(for: test).filter { $0 != .body }
      try await FaultTrials(test: test, overTCP: true, modes: TrialMode.tcp, statements: statements).run()
    },
    ConformanceCase(
      "REM-33", "a server or a gateway that points elsewhere gets no credentials sent there", .driver(.remote),
      "https://www.rfc-editor.org/rfc/rfc9110#section-15.4",
      "Credentials, statements and values MUST NOT go to a host or port that nobody named, whatever an answer says."
    ) { test in
      let truth = try await test.database(holding: TrialStatement.schema)
      let proxy = try test.faultServer()
      let stranger = try test.faultServer()
      stranger.play(.answer(WireMessage(status: 200, text: "{}")))
      let database = try await test.database(through: proxy) {
        $0.attempts = 2
        $0.headers = [("X-Key", "a-further-secret")]
      }
      _ = try await test.rows(database, "SELECT count(*) FROM facts")
      let places = ["http://127.0.0.1:\(stranger.port)", "http://localhost:\(stranger.port)"]
      var run: Int64 = 0
      for place in places {
        for statement in TrialStatement.all(for: test) {
          for status in [301, 302, 303, 307, 308] {
            proxy.play { request, _ in
              .answer(WireMessage(status: status, headers: [("Location", place + request.target)]))
            }
            let error = await failure { try await statement.play(run, in: database, test) }
            test.expect(error != nil, "\(status), \(statement): nobody answers")
          }
          run += 1
          try await statement.prepare(run, in: truth)
          // An answer that is right, but for the address at which the server wants to be called from now on.
          proxy.play(.editBody { WireJSON.edit($0) { $0.pointing(to: place) } })
          let number = run
          let error = await failure { try await statement.play(number, in: database, test) }
          proxy.play(.pass)
          let counts = try await test.rows(
            truth,
            statement == .update
              ? "SELECT n FROM counter WHERE id = \(run)" : "SELECT count(*) FROM ledger WHERE run = \(run)")
          guard statement != .query, case .integer(let count)? = counts.first?.first else { continue }
          let record = TrialRecord(run: run, mode: "", statement: statement, error: error)
          test.expect(
            record.isRight(count), "\(statement): \(count) rows and \(error.map { "\($0)" } ?? "no error")")
        }
      }
      test.expectEqual(stranger.connections, 0, "nothing was sent where nobody wanted it")
      await test.expectUsable(database)
    },
    ConformanceCase(
      "REM-34", "a call that fails inside a transaction frees what the transaction holds at once", .driver(.remote),
      "Quarry: a transaction that cannot go on is rolled back",
      "Nobody MUST wait for the lock of a transaction whose caller was told that it is lost.",
      needs: [.interactiveTransactions], timeLimit: .seconds(60)
    ) { test in
      let truth = try await test.database(holding: ["CREATE TABLE log (x)"])
      let proxy = try test.faultServer()
      let database = try await test.database(through: proxy)
      _ = try await test.rows(database, rows)
      for status in [429, 500, 502, 503, 504] {
        proxy.play { request, _ in
          request.text.contains("INTO log VALUES (2)") ? .answer(WireMessage(status: status)) : .pass
        }
        let error = await failure {
          try await database.write { transaction in
            try await transaction.execute("INSERT INTO log VALUES (1)")
            try await transaction.execute("INSERT INTO log VALUES (2)")
          }
        }
        test.expectEqual(error?.outcome, .notApplied, "\(status): nothing of it stays")
        let start = SuspendingClock.now
        let held = await failure { try await truth.execute("INSERT INTO log VALUES (3)") }
        let time = SuspendingClock.now - start
        test.expect(held == nil, "\(status): the next writer is not refused: \(held.map { "\($0)" } ?? "")")
        test.expect(time < .seconds(3), "\(status): nor does it wait for the server to let go: \(time)")
      }
      proxy.play(.pass)
      await test.expectRows(
        truth, "SELECT x, count(*) FROM log GROUP BY x", [[3, 5]], "what was told as lost is not there")
    },
  ]
}

extension WireJSON {
  /// Returns the document with another value in every member that names the server to continue with.
  fileprivate func pointing(to place: String) -> WireJSON {
    guard case .object(let members) = self else { return self }
    return .object(
      members.map { member in
        ["base_url", "location", "redirect", "leader"].contains(member.name)
          ? Member(name: member.name, value: .string(place)) : member
      })
  }
}
