internal import Quarry

extension DateCases {
  static let gated: [ConformanceCase] = [
    ConformanceCase(
      "DATE-10", "unixepoch(), auto and julianday",
      .gated(.unixEpochFunction, .autoDateModifier, .julianDayDateModifier),
      page + "#uepch",
      "unixepoch MUST give whole seconds; Quarry must give the same where the engine has no unixepoch.",
      absent: { test in
        try await test.expectAbsence()
        let database = try await test.database("plain")
        await test.expectEngineErrors(database, ["SELECT unixepoch('2024-01-15')"])
        await test.expectValues(
          database, [("datetime(1705314030, 'auto')", nil), ("datetime(2460325.5, 'julianday')", nil)],
          "a modifier that is not known gives NULL")
        try await checkUnixEpoch(test, database)
        await test.expectRefusal(of: .autoDateModifier, "the typed modifier is refused, and does not give NULL") {
          try await database.fetchAll(DateNote.select { _ in SQL.date(DateNote.text, "auto") })
        }
      }
    ) { test in
      let database = try await test.database()
      await test.expectValues(
        database,
        [
          ("unixepoch('2024-01-15 10:20:30')", 1_705_314_030), ("unixepoch('1969-12-31 23:59:59')", -1),
          ("unixepoch('nonsense')", nil), ("unixepoch(NULL)", nil),
          ("unixepoch('2024-01-15 10:20:30.9')", 1_705_314_030),
          ("datetime(1705314030, 'auto')", "2024-01-15 10:20:30"),
          ("datetime(2460325.5, 'auto')", "2024-01-16 00:00:00"),
          ("datetime(2460325.5, 'julianday')", "2024-01-16 00:00:00"), ("datetime(1705314030, 'julianday')", nil),
          ("datetime('2024-01-15', 'auto')", "2024-01-15 00:00:00"), ("unixepoch(1705314030, 'auto')", 1_705_314_030),
        ])
      try await checkUnixEpoch(test, database)
    },
    ConformanceCase(
      "DATE-11", "subsec", .gated(.subsecondDateModifier), page + "#modifiers",
      "subsec MUST show milliseconds; an engine without it answers NULL, which Quarry refuses by type.",
      absent: absentModifier("subsec", .subsecondDateModifier)
    ) { test in
      await test.expectValues(
        try await test.database(),
        [
          ("unixepoch('2024-01-15 10:20:30.125', 'subsec')", 1705314030.125),
          ("time('10:20:30.5', 'subsecond')", "10:20:30.500"),
          ("datetime('2024-01-15 10:20:30.125', 'subsec')", "2024-01-15 10:20:30.125"),
          ("datetime('2024-01-15', 'subsec')", "2024-01-15 00:00:00.000"),
          ("date('2024-01-15', 'subsec')", "2024-01-15"),
        ])
    },
    ConformanceCase(
      "DATE-12", "timediff, and shifts of the same form", .gated(.timeDifferenceFunction, .yearMonthDayDateModifier),
      page + "#tmdif", "timediff MUST give a shift that leads from the second time to the first one.",
      absent: { test in
        try await test.expectAbsence()
        let database = try await test.database("plain")
        await test.expectEngineErrors(database, ["SELECT timediff('2024-02-15', '2024-01-15')"])
        await test.expectValues(database, [("datetime('2024-01-15', '+0001-02-03 04:05:06')", nil)])
      }
    ) { test in
      let database = try await test.database()
      await test.expectValues(
        database,
        [
          ("timediff('2024-02-15', '2024-01-15')", "+0000-01-00 00:00:00.000"), ("timediff('x', '2024-01-01')", nil),
          ("timediff('2024-01-15', '2024-02-15 10:20:30.5')", "-0000-01-00 10:20:30.500"),
          ("datetime('2024-01-15', '+0001-02-03 04:05:06')", "2025-03-18 04:05:06"),
          ("date('2024-03-31', '-0000-01-00')", "2024-03-02"),
          ("timediff('2024-01-15', '2024-01-15')", "+0000-00-00 00:00:00.000"),
        ])
      var generator = test.generator()
      for _ in 0..<50 {
        let (left, right) = (
          Int64.random(in: -2_000_000_000...4_000_000_000, using: &generator),
          Int64.random(in: -2_000_000_000...4_000_000_000, using: &generator)
        )
        await test.expectRows(
          database,
          """
          SELECT datetime(
            \(right), 'unixepoch', timediff(datetime(\(left), 'unixepoch'), datetime(\(right), 'unixepoch')))
            = datetime(\(left), 'unixepoch')
          """, [[1]], "from \(right) to \(left)")
      }
    },
    ConformanceCase(
      "DATE-13", "The letters of strftime since SQLite 3.44", .gated(.strftimeLetters344), page + "#strftime",
      "%e %F %I %k %l %p %P %R %T %u MUST give what is documented; Quarry refuses them where the engine answers NULL.",
      absent: absentLetters("%e %F %I %k %l %p %P %R %T %u", .strftimeLetters344)
    ) { test in
      let database = try await test.database()
      await test.expectValues(
        database,
        [
          (
            "strftime('%e|%F|%I|%k|%l|%p|%P|%R|%T|%u', '2024-01-05 15:20:30')",
            " 5|2024-01-05|03|15| 3|PM|pm|15:20|15:20:30|5"
          ),
          ("strftime('%e|%I|%k|%l|%p|%P|%u', '2024-01-14 00:05')", "14|12| 0|12|AM|am|7"),
          ("strftime('%I|%l|%p', '2024-01-14 12:00')", "12|12|PM"), ("strftime('%u', '2024-01-15')", "1"),
        ])
      try await expectTyped(test, database, [(SQL.formatDate("%F %R", DateNote.text), "2024-01-15 10:20")])
    },
    ConformanceCase(
      "DATE-14", "The letters of strftime since SQLite 3.46", .gated(.strftimeLetters346), page + "#strftime",
      "%G %g %U %V MUST give weeks and their years as ISO 8601 says; Quarry refuses them where the engine gives NULL.",
      absent: absentLetters("%G %g %U %V", .strftimeLetters346)
    ) { test in
      let database = try await test.database()
      await test.expectValues(
        database,
        [
          ("strftime('%G-%g-%U-%V', '2024-12-30')", "2025-25-52-01"),
          ("strftime('%G-%g-%U-%V', '2021-01-01')", "2020-20-00-53"),
          ("strftime('%G-W%V', '2024-01-01')", "2024-W01"), ("strftime('%G-W%V', '2023-01-01')", "2022-W52"),
          ("strftime('%G-W%V', '2020-12-31')", "2020-W53"),
        ])
      try await expectTyped(test, database, [(SQL.formatDate("%G-W%V", DateNote.text), "2024-W03")])
    },
    ConformanceCase(
      "DATE-15", "ceiling and floor", .gated(.ceilingFloorDateModifiers), page + "#modifiers",
      "floor MUST cut a day that the month does not have, ceiling must carry it over.",
      absent: absentModifier("floor", .ceilingFloorDateModifiers)
    ) { test in
      await test.expectValues(
        try await test.database(),
        [
          ("date('2024-01-31', '+1 month', 'ceiling')", "2024-03-02"),
          ("date('2024-01-31', '+1 month', 'floor')", "2024-02-29"),
          ("date('2023-01-31', '+1 month', 'floor')", "2023-02-28"), ("date('2023-02-29', 'floor')", "2023-02-28"),
          ("date('2024-02-29', '+1 year', 'floor')", "2025-02-28"),
          ("date('2024-05-31', '+1 month', 'floor')", "2024-06-30"),
          ("date('2024-01-15', '+1 month', 'floor')", "2024-02-15"),
        ])
    },
  ]

  /// Checks the typed form, which uses strftime if the engine has no unixepoch.
  private static func checkUnixEpoch(_ test: CaseContext, _ database: Database) async throws {
    try await expectTyped(test, database, [])
    await test.expectFetch(
      database, DateNote.select { SQL.unixEpoch($0.text) }, [1_705_314_030], "the typed unixEpoch")
    await test.expectFetch(
      database, DateNote.select { SQL.unixEpoch($0.text, "start of day") }, [1_705_276_800], "with a modifier")
    await test.expectFetch(
      database, DateNote.where { SQL.unixEpoch($0.text) > 1_705_314_029 }.select { $0.id }, [1], "in a condition")
  }

  private static func absentModifier(_ modifier: String, _ feature: SQLFeature) -> ConformanceCase.Body {
    { test in
      try await test.expectAbsence()
      let database = try await test.database("plain")
      await test.expectRows(database, "SELECT datetime('2024-01-15', \(modifier))", [[nil]], "the engine answers NULL")
      try await expectTyped(test, database, [])
      await test.expectRefusal(of: feature, "the typed modifier is refused, and does not give NULL") {
        try await database.fetchAll(DateNote.select { _ in SQL.dateTime(DateNote.text, modifier) })
      }
    }
  }

  private static func absentLetters(_ letters: String, _ feature: SQLFeature) -> ConformanceCase.Body {
    { test in
      try await test.expectAbsence()
      let database = try await test.database("plain")
      try await expectTyped(test, database, [])
      for letter in letters.split(separator: " ") {
        await test.expectRows(
          database, "SELECT strftime(\(String(letter)), '2024-01-15')", [[nil]], "the engine answers NULL for \(letter)"
        )
        await test.expectRefusal(of: feature, "the typed form of \(letter) is refused, and does not give NULL") {
          try await database.fetchAll(DateNote.select { _ in SQL.formatDate(String(letter), DateNote.text) })
        }
      }
    }
  }
}
