extension Feature {
  /// a REAL turned into text keeps 17 digits; since SQLite 3.53.0.
  ///
  /// '0.3' before; per connection dbconfig 1023 sets the digits.
  public static var resultRealSeventeenDigits: Feature { Feature(.resultRealSeventeenDigits) }

  /// sum()/avg() use compensated summation; since SQLite 3.43.0.
  public static var resultCompensatedSum: Feature { Feature(.resultCompensatedSum) }

  /// ->> with a text operand that looks like a number is a key; since SQLite 3.46.0 (before 3.38.0: ENABLE_JSON1;
  /// from 3.38.0: not OMIT_JSON).
  ///
  /// 8 from 3.38 to 3.45.
  public static var resultJSONArrowTextKey: Feature { Feature(.resultJSONArrowTextKey) }

  /// json_group_object() leaves out NULL labels; since SQLite 3.50.0 (before 3.38.0: ENABLE_JSON1; from 3.38.0: not
  /// OMIT_JSON).
  public static var resultJSONNullLabel: Feature { Feature(.resultJSONNullLabel) }

  /// CHECK sees the value after column affinity; since SQLite 3.32.0.
  public static var resultCheckAfterAffinity: Feature { Feature(.resultCheckAfterAffinity) }

  /// CHECK failure message carries the expression; since SQLite 3.34.0.
  ///
  /// The table name before.
  public static var resultCheckMessage: Feature { Feature(.resultCheckMessage) }

  /// ON clause naming a table further right is an error; since SQLite 3.17.0.
  public static var resultJoinForwardReferenceRefused: Feature { Feature(.resultJoinForwardReferenceRefused) }

  /// PRAGMA table_info writes standard type names in capitals; since SQLite 3.37.0.
  ///
  /// 'integer' stays as written before.
  public static var resultTableInfoTypeCase: Feature { Feature(.resultTableInfoTypeCase) }

  /// a day past the end of the month is carried over; since SQLite 3.45.0.
  ///
  /// 2024-02-30 comes back unchanged before.
  public static var resultDateOverflow: Feature { Feature(.resultDateOverflow) }

  /// 24:00:00 becomes the next day; since SQLite 3.54.0.
  ///
  /// Not in any release notes seen: found by comparing 3.53.4 and 3.54.1.
  public static var resultDateTime24Hours: Feature { Feature(.resultDateTime24Hours) }

  /// %f cuts instead of rounding up to 02.000; since SQLite 3.49.0.
  ///
  /// Absent in 3.48.0, present in 3.49.2.
  public static var resultFractionalSecondsTruncated: Feature { Feature(.resultFractionalSecondsTruncated) }

  /// json_valid(NULL) is NULL; since SQLite 3.42.0 (before 3.38.0: ENABLE_JSON1; from 3.38.0: not OMIT_JSON).
  ///
  /// 0 before.
  public static var resultJSONValidNull: Feature { Feature(.resultJSONValidNull) }

  /// EXPLAIN QUERY PLAN text without the word TABLE; since SQLite 3.36.0.
  public static var resultShortQueryPlan: Feature { Feature(.resultShortQueryPlan) }

  /// FTS tables may be written by triggers under trusted_schema=OFF; since SQLite 3.44.0 (ENABLE_FTS5).
  ///
  /// "unsafe use of virtual table" before.
  public static var resultFTS5TriggerUntrusted: Feature { Feature(.resultFTS5TriggerUntrusted) }
}
