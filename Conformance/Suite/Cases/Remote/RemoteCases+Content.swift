internal import Quarry

extension RemoteCases {
  /// A short answer with every kind of value that all protocols support.
  static let values: SQLFragment =
    "SELECT 7 AS a, 'text' AS b, NULL AS c, 2.5 AS d UNION ALL SELECT -9, '', NULL, 0.125"

  static let content: [ConformanceCase] = [
    ConformanceCase(
      "REM-21",
      "unknown fields in an answer are ignored; missing required fields are a protocol error; wrong types are a protocol error",
      .driver(.remote), "https://www.rfc-editor.org/rfc/rfc8259#section-4",
      "Unknown members MUST be ignored, and without a member or with another type there MUST be an error or no change.",
      timeLimit: .seconds(60)
    ) { test in
      let (proxy, database, _) = try await prepared(test)
      let expected = try await test.rows(database, values)
      var answer = try await recorded(values, database, proxy, test)
      let documents = try test.require(WireJSON.documents(answer.body), "the answer is JSON")
      let extra = WireJSON.documents(Array(#"{"of_the_case":[1,{"deep":"x"},null]}"#.utf8))?.first
      proxy.play(
        .editBody { body in
          WireJSON.edit(body) { value in
            guard case .object(let members) = value, let extra else { return value }
            let new = WireJSON.Member(name: "of_the_case", value: extra)
            return .object([new] + members + [WireJSON.Member(name: "of_the_case_too", value: extra)])
          }
        })
      await test.expectRows(database, values, expected, "unknown members are ignored")
      proxy.play(
        .editBody { body in
          WireJSON.edit(body) { value in
            if case .object(let members) = value { .object(members.reversed()) } else { value }
          }
        })
      let reversed = await test.reading(database, values)
      test.expect(
        !reversed.isError && reversed.isErrorOr(expected), "the order of members means nothing: \(reversed)")
      var refused = 0
      var tried = 0
      let others = ["null", "true", "7", "\"x\"", "[]", "{}"].compactMap { WireJSON.documents(Array($0.utf8))?.first }
      for (number, document) in documents.enumerated() {
        for (path, name, value) in document.members() {
          for change in [nil] + others.map(Optional.some) where change.map({ !$0.hasType(of: value) }) ?? true {
            var changed = documents
            changed[number] = document.replacing(path[...], by: change) ?? document
            answer.body = WireJSON.body(changed)
            await replay(.answer(answer), database, proxy, test)
            let reading = await test.reading(database, values)
            let what = change.map { "\(name) is \($0.text)" } ?? "\(name) is missing"
            test.expect(reading.isErrorOr(expected), "\(what): an error or the same rows, not \(reading)")
            tried += 1
            if let error = reading.error {
              refused += 1
              test.expect(
                error.code != .inputOutput && error.code != .busy,
                "\(what): an error about the protocol, not \(error)")
            }
          }
        }
      }
      test.expect(refused > 0, "there are members that cannot be missing")
      test.note("\(tried) changes, \(refused) refused")
      proxy.play(.pass)
      await test.expectRows(database, values, expected, "the database is usable afterwards")
    },
    ConformanceCase(
      "REM-22", "integers as JSON strings and as JSON numbers, NULL, NaN as a string: exact or error", .driver(.remote),
      "https://www.rfc-editor.org/rfc/rfc8259#section-6",
      "However a number is written, it MUST be read exactly, or be an error."
    ) { test in
      let (proxy, database, _) = try await prepared(test)
      let marker: SQLFragment = "SELECT 4711 AS marker"
      let real = try await recorded(marker, database, proxy, test)
      let numbers = [
        "4711", "-1", "0", "9007199254740991", "9007199254740993", "9223372036854775807", "-9223372036854775808",
        "9223372036854775808", "1e400", "-0", "4711.0", "1E2", "NaN", "Infinity", "null", "",
      ]
      for number in numbers {
        for form in ["\(number)", "\"\(number)\""] where !form.isEmpty {
          guard let new = WireJSON.documents(Array(form.utf8))?.first else { continue }
          var answer = real
          answer.body = WireJSON.edit(real.body) { value in
            [.literal("4711"), .string("4711")].contains(value) ? new : value
          }
          test.expect(answer.body != real.body || form.contains("4711"), "the number is found in the answer")
          await replay(.answer(answer), database, proxy, test)
          let reading = await test.reading(database, marker)
          guard case .rows(let found) = reading else {
            test.expect(reading.isError, "\(form) is exact or an error: \(reading)")
            continue
          }
          let value = found.first?.first
          let isExact =
            switch value {
            case .integer(let integer): Int64(number) == integer || Double(number) == Double(exactly: integer)
            case .real(let real): Double(number)?.bitPattern == real.bitPattern && real.isFinite
            // A string is text where the protocol has no other sign for it.
            case .text(let text): text == number && form.hasPrefix("\"")
            case .null: form == "null"
            default: false
            }
          test.expect(found.count == 1 && isExact, "\(form) is exact or an error, not \(reading)")
        }
      }
      proxy.play(.pass)
      await test.expectRows(database, marker, [[4711]], "the database is usable afterwards")
    },
    ConformanceCase(
      "REM-23", "column count differs from the row's length: protocol error", .driver(.remote),
      "Quarry: rows come whole or not at all",
      "A row with another number of values than there are columns MUST be an error."
    ) { test in
      let (proxy, database, _) = try await prepared(test)
      let expected = try await test.rows(database, values)
      let columns: Set<String> = ["cols", "columns"]
      let rows: Set<String> = ["rows", "row", "values"]
      let changes: [(String, @Sendable (WireJSON.Member) -> WireJSON)] = [
        ("a column more", { columns.contains($0.name) ? $0.value.longer : $0.value }),
        ("a column less", { columns.contains($0.name) ? $0.value.shorter : $0.value }),
        ("no columns", { columns.contains($0.name) ? .array([]) : $0.value }),
        ("a value more in a row", { rows.contains($0.name) ? $0.value.changingRow(\.longer) : $0.value }),
        ("a value less in a row", { rows.contains($0.name) ? $0.value.changingRow(\.shorter) : $0.value }),
        ("an empty row", { rows.contains($0.name) ? $0.value.changingRow { _ in .array([]) } : $0.value }),
      ]
      for (what, change) in changes {
        proxy.play(
          .editBody { body in
            WireJSON.edit(body) { value in
              guard case .object(let members) = value else { return value }
              return .object(members.map { WireJSON.Member(name: $0.name, value: change($0)) })
            }
          })
        let reading = await test.reading(database, values)
        test.expectEqual(reading.error?.code, .protocolViolation, "\(what): \(reading)")
        proxy.play(.pass)
        await test.expectRows(database, values, expected, "the database is usable after \(what)")
      }
    },
    ConformanceCase(
      "REM-26",
      "two requests on one keep-alive connection do not mix answers (ids swapped by the fault server are detected)",
      .driver(.remote), "https://www.rfc-editor.org/rfc/rfc9112#section-9.2",
      "An answer MUST go to the request it belongs to, and what a server says unasked MUST go to none."
    ) { test in
      let (proxy, database, expected) = try await prepared(test)
      proxy.play(.pass)
      for number in 0..<40 {
        await test.expectRows(database, "SELECT \(Int64(number))", [[.integer(Int64(number))]], "one after the other")
      }
      let connections = Set(proxy.exchanges.map(\.connection))
      test.expect(connections.count <= 4, "connections are kept: \(connections.count) for 40 requests")
      let wrong = await withTaskGroup(of: Bool.self) { group in
        for number in 0..<40 {
          group.addTask {
            let found = await test.reading(database, "SELECT \(Int64(number))")
            return !(!found.isError && found.isErrorOr([[.integer(Int64(number))]]))
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      test.expectEqual(wrong, 0, "forty at once get their own answers")
      // An answer of its own that nobody asked for follows the real one.
      proxy.play(.pass)
      _ = try await test.rows(database, "SELECT 'stale'")
      let stale = try test.require(proxy.exchanges.last?.answer?.raw, "the answer is seen")
      proxy.play { _, index in index == 0 ? .bytes(keepsOpen: true) { $0.raw + stale } : .pass }
      _ = await test.reading(database, "SELECT 'first'")
      for number in 0..<3 {
        let reading = await test.reading(database, "SELECT \(Int64(number))")
        test.expect(
          reading.isErrorOr([[.integer(Int64(number))]]), "an answer nobody asked for goes nowhere: \(reading)")
      }
      // The answer to another kind of request.
      proxy.play(.pass)
      try await test.run(["CREATE TABLE kinds (x)", "INSERT INTO kinds VALUES (1)"], in: database)
      let batch = try test.require(proxy.exchanges.last?.answer?.body, "the answer to the batch is seen")
      proxy.play(.editBody { _ in batch })
      let swapped = await test.reading(database, rows)
      test.expectEqual(swapped.error?.code, .protocolViolation, "the answer to a batch for a query: \(swapped)")
      proxy.play(.pass)
      await test.expectRows(database, rows, expected, "the database is usable afterwards")
    },
  ]
}

extension WireJSON {
  fileprivate func hasType(of other: WireJSON) -> Bool {
    switch (self, other) {
    case (.object, .object), (.array, .array), (.string, .string): true
    case (.literal(let left), .literal(let right)): left.first?.isLetter == right.first?.isLetter && left != "null"
    default: false
    }
  }

  /// A list with its last element twice.
  fileprivate var longer: WireJSON {
    if case .array(let elements) = self, let last = elements.last { .array(elements + [last]) } else { self }
  }

  /// A list without its last element.
  fileprivate var shorter: WireJSON {
    if case .array(let elements) = self { .array(elements.dropLast()) } else { self }
  }

  /// A list of rows whose last one is changed, or one row that is changed.
  fileprivate func changingRow(_ change: (WireJSON) -> WireJSON) -> WireJSON {
    guard case .array(var elements) = self else { return self }
    guard case .array? = elements.last else { return change(self) }
    elements[elements.count - 1] = change(elements[elements.count - 1])
    return .array(elements)
  }
}
