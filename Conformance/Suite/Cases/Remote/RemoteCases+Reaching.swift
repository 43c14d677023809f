internal import Quarry

extension RemoteCases {
  static let reaching: [ConformanceCase] = [
    ConformanceCase(
      "REM-01", "connection refused; host unknown; connect timeout", .driver(.remote),
      "https://man7.org/linux/man-pages/man2/connect.2.html",
      "A server that cannot be reached MUST be told by one typed error, in time."
    ) { test in
      // The database exists, so that nothing but the way is wrong.
      _ = try await test.database()
      var closed = DriverRoute(port: try FullPort.closed())
      closed.deadline = .milliseconds(300)
      await test.expectError(.cannotOpen, "nothing listens") { [closed] in try await opened(test, closed) }
      var unknown = closed
      unknown.host = "no-such-host.invalid"
      unknown.connectTimeout = .seconds(3)
      unknown.attempts = 1
      await expectOneOf([.cannotOpen, .timedOut], "the host is unknown", test) { [unknown] in
        try await opened(test, unknown)
      }
      let full = try FullPort()
      var slow = DriverRoute(port: full.port)
      slow.connectTimeout = .milliseconds(300)
      slow.attempts = 1
      let start = SuspendingClock.now
      await test.expectError(.timedOut, "no connection is made in time") { [slow] in try await opened(test, slow) }
      let time = SuspendingClock.now - start
      test.expect(time >= .milliseconds(270), "the time is waited for: \(time)")
      test.expect(time < .seconds(5), "the connect timeout counts, not the one of the whole call: \(time)")
    },
    ConformanceCase(
      "REM-02", "server accepts and never answers: request timeout fires within 10 % of its value", .driver(.remote),
      "Quarry: a call takes no longer than its timeout",
      "A call without an answer MUST end when its time is over, and a write MUST be reported as unknown."
    ) { test in
      let truth = try await test.database(holding: ["CREATE TABLE log (x)"])
      let proxy = try test.faultServer()
      let database = try await test.database(through: proxy) {
        $0.timeout = .seconds(1)
        $0.attempts = 1
      }
      _ = try await test.rows(database, rows)
      proxy.play(.silence(served: false))
      var times: [Duration] = []
      // A loaded machine is late now and then, but not every time.
      while times.count < 3, !times.contains(where: { $0 <= .milliseconds(1_100) }) {
        let start = SuspendingClock.now
        let reading = await test.reading(database, rows)
        times.append(SuspendingClock.now - start)
        test.expectEqual(reading.error?.code, .timedOut, "a read without an answer: \(reading)")
      }
      test.expect(times.allSatisfy { $0 >= .milliseconds(900) }, "not before its time: \(times)")
      test.expect(times.contains { $0 <= .milliseconds(1_100) }, "within a tenth of its time: \(times)")
      let hasLeft = try await proxy.wait { $0.contains { $0.left != nil } }
      test.expect(hasLeft, "the request is closed, not left behind")
      proxy.play(.silence(served: true))
      await expectUnknown("a write without an answer", test) {
        try await database.execute("INSERT INTO log VALUES (1)")
      }
      proxy.play(.pass)
      await test.expectRows(truth, "SELECT count(*) FROM log", [[1]], "the write took effect once")
      await test.expectUsable(database)
    },
    ConformanceCase(
      "REM-17", "redirect 307 and 308 keep method and body; loops end", .driver(.remote),
      "https://www.rfc-editor.org/rfc/rfc9110#section-15.4.8",
      "A redirect MUST be followed with the same method and body, or be refused by type; no loop MUST go on."
    ) { test in
      let (proxy, database, expected) = try await prepared(test)
      for status in [301, 302, 303, 307, 308] {
        let place = "http://127.0.0.1:\(proxy.port)"
        proxy.play { request, index in
          guard index == 0 else { return .pass }
          return .answer(WireMessage(status: status, headers: [("Location", place + request.target)]))
        }
        let reading = await test.reading(database, rows)
        let seen = proxy.exchanges.map(\.request)
        if reading.isError {
          test.expectEqual(reading.error?.code, .protocolViolation, "\(status) is refused by type: \(reading)")
          test.expect(seen.allSatisfy { $0.method == "POST" }, "\(status): no request lost its body")
        } else {
          test.expect(reading.isErrorOr(expected), "\(status): the rows, not \(reading)")
          test.expect(
            seen.count == 2 && seen[0].method == seen[1].method && seen[0].body == seen[1].body,
            "\(status) keeps method and body")
        }
        proxy.play { request, _ in
          .answer(WireMessage(status: status, headers: [("Location", place + request.target)]))
        }
        let loop = await test.reading(database, rows)
        test.expect(loop.isError && proxy.exchanges.count < 50, "a loop of \(status) ends: \(loop)")
        proxy.play(.pass)
        await test.expectRows(database, rows, expected, "the database is usable after \(status)")
      }
    },
    ConformanceCase(
      "REM-25", "protocol version refused by the server: falls back or fails at open with both versions",
      .driver(.remote), "Quarry: a server of another version is reported when the database is opened",
      "A version that the server does not speak MUST lead to another one or to an error when the database is opened."
    ) { test in
      let truth = try await test.database()
      _ = try await test.rows(truth, rows)
      let proxy = try test.faultServer()
      _ = try await test.rows(try await test.database(through: proxy), rows)
      let usual = proxy.exchanges.compactMap { version(of: $0.request) }.max()
      test.expect(!proxy.exchanges.isEmpty, "the requests are seen")
      guard let highest = usual else {
        throw test.notApplicable("the paths of the protocol's requests hold no version")
      }
      let unknown = WireMessage(status: 404, text: "no such path")
      proxy.play { request, _ in version(of: request) == highest ? .answer(unknown) : .pass }
      do {
        let database = try await test.database(through: proxy)
        test.expectEqual(
          try await test.rows(database, rows).count, 20, "an older version answers the same rows")
        let others = Set(proxy.exchanges.compactMap { version(of: $0.request) }).subtracting([highest])
        test.note("falls back from \(highest) to \(others.sorted())")
      } catch let error as DatabaseError {
        test.expect([.cannotOpen, .protocolViolation].contains(error.code), "fails when it is opened: \(error)")
        test.note("the protocol has one version, \(highest)")
      }
      proxy.play(.answer(unknown))
      var message = ""
      await expectOneOf([.cannotOpen, .protocolViolation], "no version is spoken", test) {
        try await test.database(through: proxy)
      } seeing: {
        message = $0.message
      }
      let tried = Set(proxy.exchanges.compactMap { version(of: $0.request) })
      if tried.count > 1 {
        test.expect(tried.allSatisfy { message.contains("\($0)") }, "the error names all versions: \(message)")
      }
    },
    ConformanceCase(
      "REM-27", "slow body, one byte a second: total timeout fires, memory stays flat", .driver(.remote),
      "Quarry: a call takes no longer than its timeout",
      "An answer that comes too slowly MUST end in an error when the time of the call is over."
    ) { test in
      let (proxy, _, expected) = try await prepared(test)
      let database = try await test.database(through: proxy) {
        $0.attempts = 1
        $0.timeout = .milliseconds(500)
      }
      _ = try await test.rows(database, rows)
      proxy.play(.trickle(1, every: .milliseconds(20)))
      let reading = await test.reading(database, rows)
      test.expectEqual(reading.error?.code, .timedOut, "an answer of forty seconds: \(reading)")
      let hasLeft = try await proxy.wait { $0.contains { $0.left != nil } }
      test.expect(hasLeft, "the rest of the answer is not waited for")
      proxy.play(.pass)
      await test.expectRows(database, rows, expected, "the database is usable afterwards")
      // Slow is no error as long as there is time.
      let patient = try await test.database(through: proxy)
      _ = try await test.rows(patient, rows)
      proxy.play(.trickle(50, every: .milliseconds(1)))
      await test.expectRows(patient, rows, expected, "an answer in small pieces is put together")
    },
    ConformanceCase(
      "REM-29", "proxy settings and custom headers reach the server", .driver(.remote),
      "https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2",
      "Requests MUST go over the proxy that is set, and carry the headers that are added."
    ) { test in
      let server = try test.routed().server
      let proxy = try test.faultServer()
      let port = try test.require(server?.port, "the server has a port")
      var route = DriverRoute(port: port)
      route.proxy = "http://127.0.0.1:\(proxy.port)"
      route.headers = [("X-Of-The-Case", "a value: with a colon"), ("X-Second", "2")]
      let database = try await test.database(by: route)
      await test.expectRows(database, "SELECT 1", [[1]], "a database is reached over a proxy")
      let seen = proxy.exchanges.map(\.request)
      test.expect(!seen.isEmpty, "the proxy is asked")
      test.expect(seen.allSatisfy { $0.target.hasPrefix("http://") }, "in the form for proxies")
      test.expect(
        seen.allSatisfy { $0["X-Of-The-Case"] == "a value: with a colon" && $0["X-Second"] == "2" },
        "every request has the headers")
    },
    ConformanceCase(
      "REM-30", "cancelling the task closes the request; the server sees it within 1 s", .driver(.remote),
      "Quarry: a cancelled call ends at once", "The server MUST see that nobody waits for the answer any more."
    ) { test in
      let (proxy, database, expected) = try await prepared(test)
      for served in [false, true] {
        proxy.play(.silence(served: served))
        let task = Task { try await test.rows(database, rows) }
        let isSent = try await proxy.wait { !$0.isEmpty }
        test.expect(isSent, "the request is sent")
        let start = SuspendingClock.now
        task.cancel()
        let result = await task.result
        test.expect(TransactionCases.throwsCancellation(result), "the cancelled call: \(result)")
        let hasLeft = try await proxy.wait { $0.first?.left != nil }
        test.expect(hasLeft, "the request is closed")
        let left = proxy.exchanges.first?.left ?? .now
        test.expect(left - start < .seconds(1), "within a second: \(left - start)")
        proxy.play(.pass)
        await test.expectRows(database, rows, expected, "the database is usable afterwards")
      }
    },
  ]

  /// Opens a database and reads from it.
  static func opened(_ test: CaseContext, _ route: DriverRoute) async throws -> [[SQLValue]] {
    try await test.rows(try await test.database(by: route), "SELECT 1")
  }

  /// Returns the number after the `v` in the path of a request, or `nil`.
  private static func version(of request: WireMessage) -> Int? {
    request.target.split(separator: "/").compactMap { $0.first == "v" ? Int($0.dropFirst()) : nil }.first
  }

  /// Asserts that something fails with one of several codes.
  static func expectOneOf(
    _ codes: [DatabaseError.Code], _ message: String, _ test: CaseContext, _ body: () async throws -> some Any,
    seeing: (DatabaseError) -> Void = { _ in }
  ) async {
    do {
      _ = try await body()
      test.fail(message, expected: "\(codes)", actual: "no error")
    } catch let error as DatabaseError {
      test.expect(codes.contains { $0 ~= error.code }, "\(message): \(error.code) is one of \(codes): \(error)")
      seeing(error)
    } catch {
      test.fail(message, expected: "\(codes)", actual: "\(type(of: error)): \(error)")
    }
  }

  /// Asserts that the outcome of something is reported as unknown.
  @discardableResult
  static func expectUnknown(
    _ message: String, _ test: CaseContext, _ body: () async throws -> some Any
  ) async -> DatabaseError? {
    do {
      _ = try await body()
      test.fail(message, expected: "an unknown outcome", actual: "no error")
    } catch let error as DatabaseError {
      test.expect(
        error.outcome == .unknown && error.code == .outcomeUnknown,
        "\(message): the outcome is unknown: \(error)")
      return error
    } catch {
      test.fail(message, expected: "an unknown outcome", actual: "\(type(of: error)): \(error)")
    }
    return nil
  }
}
