extension FeatureTableBuilder {
  /// The rows of the group "Date and time".
  mutating func addDateAndTime() {
    group = .dateAndTime

    row(
      .unixEpochFunction, "date.unixepoch_fn", since: "3.38.0", options: "-OMIT_DATETIME_FUNCS",
      .function(name: "unixepoch", argumentCount: 1), absent: .prepareError,
      "unixepoch()",
      probe: "SELECT unixepoch('1970-01-02')",
      expect: .equals("86400"))
    row(
      .autoDateModifier, "date.auto_modifier", since: "3.38.0", options: "-OMIT_DATETIME_FUNCS",
      .run, absent: .silent,
      "'auto' modifier",
      probe: "SELECT date(1092941466,'auto')",
      expect: .equals("2004-08-19"))
    row(
      .julianDayDateModifier, "date.julianday_modifier", since: "3.38.0", options: "-OMIT_DATETIME_FUNCS",
      .run, absent: .silent,
      "'julianday' modifier",
      probe: "SELECT date(2440588.5,'julianday')",
      expect: .equals("1970-01-02"))
    row(
      .subsecondDateModifier, "date.subsec", since: "3.42.0", options: "-OMIT_DATETIME_FUNCS",
      .run, absent: .silent,
      "'subsec'/'subsecond' modifier",
      note: "earlier engines return NULL, no error",
      probe: "SELECT datetime('2000-01-01 00:00:00.250','subsec')",
      expect: .equals("2000-01-01 00:00:00.250"))
    row(
      .timeDifferenceFunction, "date.timediff", since: "3.43.0", options: "-OMIT_DATETIME_FUNCS",
      .function(name: "timediff", argumentCount: 2), absent: .prepareError,
      "timediff()",
      probe: "SELECT timediff('2000-01-02','2000-01-01')",
      expect: .equals("+0000-00-01 00:00:00.000"))
    row(
      .yearMonthDayDateModifier, "date.shift_ymd", since: "3.43.0", options: "-OMIT_DATETIME_FUNCS",
      .run, absent: .silent,
      "'±YYYY-MM-DD …' modifier",
      note: "earlier engines return NULL",
      probe: "SELECT date('2000-01-01','+0001-02-03')",
      expect: .equals("2001-03-04"))
    row(
      .strftimeLetters344, "date.strftime_3_44", since: "3.44.0", options: "-OMIT_DATETIME_FUNCS",
      .run, absent: .silent,
      "strftime letters of 3.44",
      note: "%e %F %I %k %l %p %P %R %T %u; earlier engines return NULL",
      probe: "SELECT strftime('%F %R %u','2000-01-03 05:06')",
      expect: .equals("2000-01-03 05:06 1"))
    row(
      .strftimeLetters346, "date.strftime_3_46", since: "3.46.0", options: "-OMIT_DATETIME_FUNCS",
      .run, absent: .silent,
      "strftime letters of 3.46",
      note: "%G %g %U %V; earlier engines return NULL",
      probe: "SELECT strftime('%G-%V','2000-01-03')",
      expect: .equals("2000-01"))
    row(
      .ceilingFloorDateModifiers, "date.ceiling_floor", since: "3.46.0", options: "-OMIT_DATETIME_FUNCS",
      .run, absent: .silent,
      "'ceiling'/'floor' modifiers",
      note: "earlier engines return NULL",
      probe: "SELECT date('2000-01-31','+1 month','floor')",
      expect: .equals("2000-02-29"))
  }
}
