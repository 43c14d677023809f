internal import Quarry

extension RemoteCases {
  static let statuses: [ConformanceCase] = [
    ConformanceCase(
      "REM-08",
      "status 400, 401, 403, 404, 409, 413, 429, 500, 502, 503, 504: each its class; body text is kept, HTML bodies too",
      .driver(.remote), "https://www.rfc-editor.org/rfc/rfc9110#section-15",
      "An error status MUST be an error of its class that quotes what the server says."
    ) { test in
      let (proxy, database, expected) = try await prepared(test)
      let classes: [(Int, DatabaseError.Code)] = [
        (400, .protocolViolation), (401, .authorization), (403, .authorization), (404, .cannotOpen),
        (409, .protocolViolation), (413, .tooBig), (429, .busy), (500, .engineInternal), (502, .inputOutput),
        (503, .busy), (504, .timedOut),
      ]
      for (status, code) in classes {
        for (type, body) in [
          ("text/html", "<html><body><h1>Words of the gateway \(status)</h1></body></html>"),
          ("text/plain", "Words of the gateway \(status)"),
        ] {
          proxy.play(.answer(WireMessage(status: status, headers: [("Content-Type", type)], text: body)))
          let reading = await test.reading(database, rows)
          test.expectEqual(reading.error?.code, code, "\(status) as \(type): \(reading)")
          let message = reading.error?.message ?? ""
          test.expect(message.contains("Words of the gateway \(status)"), "\(status), \(type) is quoted: \(message)")
        }
        proxy.play(.answer(WireMessage(status: status)))
        let reading = await test.reading(database, rows)
        test.expectEqual(reading.error?.code, code, "\(status) without a body: \(reading)")
        proxy.play(.pass)
        await test.expectRows(database, rows, expected, "the database is usable after \(status)")
      }
      // A page in the place of an answer, as gateways and captive portals send it.
      proxy.play(.answer(WireMessage(status: 200, headers: [("Content-Type", "text/html")], text: "<html></html>")))
      let page = await test.reading(database, rows)
      test.expectEqual(page.error?.code, .protocolViolation, "a page with status 200: \(page)")
    },
    ConformanceCase(
      "REM-09", "429 and 503 with Retry-After in seconds and as a date: waited for, within the budget",
      .driver(.remote), "https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3",
      "A call that the server puts off MUST be made again no sooner than it asks for, and not at all beyond its time.",
      timeLimit: .seconds(30)
    ) { test in
      let truth = try await test.database(holding: ["CREATE TABLE log (x)"])
      let date = "Sun, 06 Nov 1994 08:49:37 GMT"
      let waits: [[(name: String, value: String)]] = [
        [("Retry-After", "1")], [("Date", date), ("Retry-After", "Sun, 06 Nov 1994 08:49:38 GMT")],
      ]
      let proxy = try test.faultServer()
      let database = try await test.database(through: proxy) {
        $0.attempts = 3
        $0.deadline = .seconds(20)
      }
      _ = try await test.rows(database, rows)
      _ = try await test.rows(database, "SELECT count(*) FROM log")
      for (status, wait) in [(429, waits[0]), (503, waits[1])] {
        let later = WireMessage(status: status, headers: wait)
        proxy.play { _, index in index == 0 ? .answer(later) : .pass }
        let reading = await test.reading(database, rows)
        test.expect(!reading.isError, "\(status) is waited for: \(reading)")
        let times = proxy.exchanges.map(\.time)
        test.expect(times.count >= 2, "\(status): the call is made again")
        if times.count >= 2 { test.expect(times[1] - times[0] >= .milliseconds(990), "\(times[1] - times[0])") }
      }
      proxy.play { _, index in index == 0 ? .answer(WireMessage(status: 429, headers: waits[0])) : .pass }
      // Who says so is not known: a gateway says it also of a write that was done.
      let error = await failure { try await database.execute("INSERT INTO log VALUES (1)") }
      test.expect(
        error == nil || error?.outcome == .unknown,
        "a write that was put off is done, or told as unknown: \(error.map { "\($0)" } ?? "")")
      await test.expectRows(
        truth, "SELECT count(*) FROM log", [[error == nil ? 1 : 0]], "it is done once, or was not made again")
      for (status, wait) in [(503, "3600"), (429, "Wed, 31 Dec 2098 23:59:59 GMT")] {
        proxy.play(.answer(WireMessage(status: status, headers: [("Retry-After", wait)])))
        let reading = await test.reading(database, rows)
        test.expectEqual(reading.error?.code, .busy, "\(status) for longer than the call may take: \(reading)")
        test.expectEqual(proxy.exchanges.count, 1, "\(status): no wait begins that ends too late")
      }
      proxy.play(.pass)
      await test.expectUsable(database)
    },
    ConformanceCase(
      "REM-13", "back-off grows, has jitter, is cancelled with the task, honours the total deadline", .driver(.remote),
      "Quarry: calls that failed in passing are made again after a wait that grows",
      "Waits MUST grow, differ from caller to caller, end with the task and end before the deadline.",
      timeLimit: .seconds(30)
    ) { test in
      let proxy = try test.faultServer()
      _ = try await test.database()
      let database = try await test.database(through: proxy) {
        $0.attempts = 4
        $0.deadline = .seconds(20)
      }
      _ = try await test.rows(database, rows)
      let busy = WireMessage(status: 503)
      var waits: [[Duration]] = []
      for _ in 0..<6 {
        proxy.play(.answer(busy))
        let reading = await test.reading(database, rows)
        test.expectEqual(reading.error?.code, .busy, "never served: \(reading)")
        let times = proxy.exchanges.map(\.time)
        test.expectEqual(times.count, 4, "as many tries as are allowed")
        waits.append(zip(times, times.dropFirst()).map { $1 - $0 })
      }
      if waits.allSatisfy({ $0.count == 3 }) {
        // What a loaded machine adds is not there every time.
        let shortest = (0..<3).map { wait in waits.map { $0[wait] }.min() ?? .zero }
        test.expect(shortest[0] < shortest[1] && shortest[1] < shortest[2], "waits grow: \(shortest)")
        let last = waits.map { $0[2] }
        let spread = (last.max() ?? .zero) - (last.min() ?? .zero)
        test.expect(spread > .milliseconds(2), "waits differ: \(last)")
      }
      proxy.play(.answer(WireMessage(status: 503, headers: [("Retry-After", "15")])))
      let task = Task { try await test.rows(database, rows) }
      let hasAsked = try await proxy.wait { $0.contains { $0.isOver } }
      test.expect(hasAsked, "the call waits")
      task.cancel()
      let result = await task.result
      test.expect(TransactionCases.throwsCancellation(result), "cancelled while it waits: \(result)")
      test.expectEqual(proxy.exchanges.count, 1, "and not made again")
      proxy.play(.pass)
      var opened: Database?
      // What is asked first may take longer on a loaded machine.
      for deadline in [400, 400, 800, 1_600, 3_200] as [Int] where opened == nil {
        do {
          let candidate = try await test.database(through: proxy) {
            $0.attempts = 20
            $0.deadline = .milliseconds(deadline)
          }
          _ = try await test.rows(candidate, rows)
          opened = candidate
        } catch let error as DatabaseError where error.code == .timedOut {}
      }
      let hasty = try test.require(opened, "the database opens within its little time")
      proxy.play(.answer(busy))
      let start = SuspendingClock.now
      let ended = await test.reading(hasty, rows)
      test.expectEqual(ended.error?.code, .busy, "never served within the deadline: \(ended)")
      let last = proxy.exchanges.last?.time ?? start
      test.expect(last - start < .seconds(5) && proxy.exchanges.count < 20, "the deadline ends it: \(last - start)")
      proxy.play(.pass)
      await test.expectUsable(hasty)
    },
    ConformanceCase(
      "REM-20", "request above the server's limit (413): typed error; the layer's bulk insert splits", .driver(.remote),
      "https://www.rfc-editor.org/rfc/rfc9110#section-15.5.14",
      "A request that is too large MUST be `.tooBig` and take no effect, and rows in bulk MUST go in several requests."
    ) { test in
      let truth = try await test.database(holding: ["CREATE TABLE bulk (id INTEGER PRIMARY KEY, x TEXT)"])
      let proxy = try test.faultServer()
      let database = try await test.database(through: proxy) { $0.attempts = 1 }
      _ = try await test.rows(database, rows)
      let limit = 60_000
      let tooLarge = WireMessage(status: 413, text: "limit of the gateway")
      proxy.play { request, _ in request.body.count > limit ? .answer(tooLarge) : .pass }
      let text = String(repeating: "x", count: limit)
      await test.expectError(.tooBig, "a request above the limit") {
        try await database.execute("INSERT INTO bulk VALUES (1, \(text))")
      }
      await test.expectRows(truth, "SELECT count(*) FROM bulk", [[0]], "nothing of it is done")
      let rows = (0..<800).map { RemoteBulk(id: Int64($0 + 1), x: String(repeating: "y", count: 150)) }
      do {
        _ = try await database.insert(rows)
        await test.expectRows(truth, "SELECT count(*), sum(id) FROM bulk", [[800, 320_400]], "all rows, each once")
        test.note("\(proxy.exchanges.count) requests for rows of \(rows.count * 150) bytes")
      } catch let error as DatabaseError {
        test.expectEqual(error.code, .tooBig, "\(error)")
        await test.expectRows(truth, "SELECT count(*) FROM bulk", [[0]], "none of the rows, when one is refused")
      }
      proxy.play(.pass)
      await test.expectUsable(database)
    },
  ]
}
