internal import Quarry

extension RemoteCases {
  /// Rows whose answer has about 2 KB in any protocol.
  static let rows: SQLFragment = """
    WITH RECURSIVE count(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM count WHERE i < 20)
    SELECT i, 'the text of row ' || i || ', which goes on for as long as a line of text mostly does', i * 0.5 + 0.25, NULLIF(i, 3) FROM count
    """

  static let answers: [ConformanceCase] = [
    ConformanceCase(
      "REM-03", "server closes before the headers, inside the headers, inside the body", .driver(.remote),
      "https://www.rfc-editor.org/rfc/rfc9112#section-8",
      "An answer that ends early MUST be one typed error, and the database MUST be usable afterwards."
    ) { test in
      let (proxy, database, expected) = try await prepared(test)
      proxy.play(.pass)
      _ = try await test.rows(database, rows)
      let answer = try test.require(proxy.exchanges.last?.answer, "the answer is seen")
      let places = [
        ("before the request is taken", Fault.close(served: false)), ("before the headers", .close(served: true)),
        ("inside the first line", .cut(after: 7)), ("inside the headers", .cut(after: answer.headCount - 10)),
        ("behind the headers", .cut(after: answer.headCount)),
        ("inside the body", .cut(after: (answer.headCount + answer.raw.count) / 2)),
      ]
      for (place, fault) in places {
        proxy.play(fault)
        let reading = await test.reading(database, rows)
        test.expect([.inputOutput, .protocolViolation].contains(reading.error?.code), "closed \(place): \(reading)")
        proxy.play(.pass)
        await test.expectRows(database, rows, expected, "the database is usable after being closed \(place)")
      }
    },
    ConformanceCase(
      "REM-04", "response body cut at every byte of a 2 kB answer (2000 runs): always an error, never rows",
      .driver(.remote), "https://www.rfc-editor.org/rfc/rfc9112#section-8",
      "An answer that is cut anywhere MUST be an error and never rows.", timeLimit: .seconds(120)
    ) { test in
      let (proxy, database, expected) = try await prepared(test)
      let answer = try await recorded(rows, database, proxy, test).raw
      test.expect(answer.count >= 2_000, "the answer has two kilobytes: \(answer.count)")
      for place in 0..<answer.count {
        await replay(.send(Array(answer.prefix(place)), keepsOpen: false), database, proxy, test)
        let reading = await test.reading(database, rows)
        // The line feed behind the last chunk holds nothing, and libraries of HTTP do not wait for it.
        let isWhole = place == answer.count - 1 && answer.last == 10 && reading.isErrorOr(expected)
        test.expect(
          reading.isError || isWhole, "cut after \(place) of \(answer.count) bytes: an error, not \(reading)")
      }
      await replay(.send(answer, keepsOpen: true), database, proxy, test)
      await test.expectRows(database, rows, expected, "without a cut the same answer is read")
      test.note("\(answer.count) cuts")
      proxy.play(.pass)
      await test.expectRows(database, rows, expected, "the database is usable afterwards")
    },
    ConformanceCase(
      "REM-05", "truncated JSON that still parses up to a prefix: error, never a shorter result", .driver(.remote),
      "https://www.rfc-editor.org/rfc/rfc8259",
      "A body that ends early, though HTTP says that it is whole, MUST be an error and never a shorter result.",
      timeLimit: .seconds(120)
    ) { test in
      let (proxy, database, expected) = try await prepared(test)
      var answer = try await recorded(rows, database, proxy, test)
      let body = answer.body
      for count in 0..<body.count {
        answer.body = Array(body.prefix(count))
        await replay(.answer(answer), database, proxy, test)
        let reading = await test.reading(database, rows)
        // Nothing is cut where whole documents are left, and all the rows are in them.
        let isWhole = WireJSON.documents(answer.body) != nil
        test.expect(
          reading.isError || isWhole && reading.isErrorOr(expected),
          "\(count) of \(body.count) bytes: an error, not \(reading)")
      }
      test.note("\(body.count) shorter bodies")
      proxy.play(.pass)
      await test.expectRows(database, rows, expected, "the database is usable afterwards")
    },
    ConformanceCase(
      "REM-06", "wrong Content-Length, missing one, chunked with a bad last chunk", .driver(.remote),
      "https://www.rfc-editor.org/rfc/rfc9112#section-6.3",
      "A body whose length is not as announced MUST be an error, and one without a length ends with the connection."
    ) { test in
      let (proxy, database, expected) = try await prepared(test)
      func framed(_ frame: @escaping @Sendable (WireMessage) -> [UInt8]) async -> FaultyReading {
        proxy.play(.bytes(keepsOpen: false, frame))
        return await test.reading(database, rows)
      }
      @Sendable func chunk(_ bytes: [UInt8]) -> [UInt8] {
        Array((String(bytes.count, radix: 16) + "\r\n").utf8) + bytes + [13, 10]
      }
      let chunked = ("Transfer-Encoding", "chunked")
      let missing = await framed { $0.head(length: nil, adding: [("Connection", "close")]) + $0.body }
      test.expect(!missing.isError && missing.isErrorOr(expected), "no length: the rows, not \(missing)")
      let good = await framed { $0.head(length: nil, adding: [chunked]) + chunk($0.body) + chunk([]) }
      test.expect(!good.isError && good.isErrorOr(expected), "chunks: the rows, not \(good)")
      let bad: [(String, @Sendable (WireMessage) -> [UInt8])] = [
        ("too long", { $0.head(length: $0.body.count + 10) + $0.body }),
        ("too short", { $0.head(length: $0.body.count - 10) + $0.body }),
        ("no number", { $0.head(length: nil, adding: [("Content-Length", "many")]) + $0.body }),
        ("negative", { $0.head(length: nil, adding: [("Content-Length", "-5")]) + $0.body }),
        ("no last chunk", { $0.head(length: nil, adding: [chunked]) + chunk($0.body) }),
        ("a cut last chunk", { $0.head(length: nil, adding: [chunked]) + chunk($0.body) + Array("0\r".utf8) }),
        (
          "a last chunk that is no number",
          { $0.head(length: nil, adding: [chunked]) + chunk($0.body) + Array("zz\r\n\r\n".utf8) }
        ),
        (
          "a chunk shorter than it says",
          { $0.head(length: nil, adding: [chunked]) + Array("fffff\r\n".utf8) + $0.body + Array("\r\n0\r\n\r\n".utf8) }
        ),
      ]
      for (what, frame) in bad {
        let reading = await framed(frame)
        test.expect(reading.isError, "\(what): an error, not \(reading)")
        proxy.play(.pass)
        await test.expectRows(database, rows, expected, "the database is usable after a length that is \(what)")
      }
    },
    ConformanceCase(
      "REM-07", "gzip and deflate answers; corrupt gzip", .driver(.remote),
      "https://www.rfc-editor.org/rfc/rfc9110#section-8.4",
      "A compressed answer MUST be read where the request offers the form, and a corrupt one MUST be an error.",
      timeLimit: .seconds(60)
    ) { test in
      let (proxy, database, expected) = try await prepared(test)
      let answer = try await recorded(rows, database, proxy, test)
      let offered = proxy.exchanges.last?.request["Accept-Encoding"] ?? ""
      let body = answer.body
      func packed(_ form: String, _ pack: @escaping @Sendable ([UInt8]) -> [UInt8]) async -> FaultyReading {
        var packed = answer
        packed["Content-Encoding"] = form
        packed.body = pack(body)
        await replay(.answer(packed), database, proxy, test)
        return await test.reading(database, rows)
      }
      let forms: [(String, @Sendable ([UInt8]) -> [UInt8])] = [
        ("gzip", StoredCompression.gzip), ("deflate", StoredCompression.deflate),
      ]
      for (form, pack) in forms {
        let reading = await packed(form, pack)
        if offered.contains(form) {
          test.expect(!reading.isError && reading.isErrorOr(expected), "\(form): the rows, not \(reading)")
        } else {
          test.note("\(form) is not offered")
          test.expect(reading.isErrorOr(expected), "\(form), which is not offered: an error, not \(reading)")
        }
        let corrupt = await packed(form) { body in
          var bytes = pack(body)
          bytes[bytes.count / 2] ^= 0x10
          return bytes
        }
        test.expect(corrupt.isError, "corrupt \(form): an error, not \(corrupt)")
        let cut = await packed(form) { Array(pack($0).prefix($0.count / 2)) }
        test.expect(cut.isError, "cut \(form): an error, not \(cut)")
        let whole = pack(body).count
        for count in stride(from: 0, to: whole, by: 29) {
          let cut = await packed(form) { Array(pack($0).prefix(count)) }
          test.expect(cut.isErrorOr(expected), "\(form) cut after \(count) of \(whole): an error, not \(cut)")
        }
        let plain = await packed(form) { $0 }
        test.expect(plain.isError, "\(form) that is none: an error, not \(plain)")
      }
      proxy.play(.pass)
      await test.expectRows(database, rows, expected, "the database is usable afterwards")
    },
  ]

  /// Returns the real server's answer to a query, which ``replay(_:_:_:_:)`` sends again instead of the server.
  /// Otherwise, a protocol that keeps state for each lost answer would keep it thousands of times.
  static func recorded(
    _ query: SQLFragment, _ database: Database, _ proxy: FaultProxy, _ test: CaseContext
  ) async throws -> WireMessage {
    await replay(.pass, database, proxy, test)
    _ = try await test.rows(database, query)
    let answer = try test.require(proxy.exchanges.last?.answer, "the answer is seen")
    test.expectEqual(answer.status, 200, "the answer is one")
    return answer
  }

  /// Plays a fault for a driver that has just lost an answer, so that its next request doesn't depend on earlier ones.
  static func replay(_ fault: Fault, _ database: Database, _ proxy: FaultProxy, _ test: CaseContext) async {
    proxy.play(.close(served: false))
    _ = await test.reading(database, "SELECT 'lost'")
    proxy.play(fault)
  }

  /// Returns the suite's own server, a database behind it without retries, and ``rows`` without faults.
  static func prepared(_ test: CaseContext) async throws -> (FaultProxy, Database, [[SQLValue]]) {
    let expected = try await test.rows(try await test.database(), rows)
    test.expectEqual(expected.count, 20, "the rows without faults")
    let proxy = try test.faultServer()
    let database = try await test.database(through: proxy) { $0.attempts = 1 }
    // The first reader is open from here on: what it asks of the server is no part of the case.
    _ = try await test.rows(database, rows)
    return (proxy, database, expected)
  }
}
