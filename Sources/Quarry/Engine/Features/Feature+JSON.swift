extension Feature {
  /// json(), json_extract(), json_set(), json_each() …; since SQLite 3.9.0 (before 3.38.0: ENABLE_JSON1; from 3.38.0:
  /// not OMIT_JSON).
  public static var jsonCore: Feature { Feature(.jsonCore) }

  /// json_quote(); since SQLite 3.14.0 (before 3.38.0: ENABLE_JSON1; from 3.38.0: not OMIT_JSON).
  public static var jsonQuote: Feature { Feature(.jsonQuote) }

  /// json_patch(); since SQLite 3.18.0 (before 3.38.0: ENABLE_JSON1; from 3.38.0: not OMIT_JSON).
  public static var jsonPatch: Feature { Feature(.jsonPatch) }

  /// JSON5 input; since SQLite 3.42.0 (before 3.38.0: ENABLE_JSON1; from 3.38.0: not OMIT_JSON).
  ///
  /// Earlier engines raise "malformed JSON".
  public static var json5: Feature { Feature(.json5) }

  /// json_error_position(); since SQLite 3.42.0 (before 3.38.0: ENABLE_JSON1; from 3.38.0: not OMIT_JSON).
  public static var jsonErrorPosition: Feature { Feature(.jsonErrorPosition) }

  /// JSONB: jsonb(), jsonb_set() …; since SQLite 3.45.0 (before 3.38.0: ENABLE_JSON1; from 3.38.0: not OMIT_JSON).
  public static var jsonb: Feature { Feature(.jsonb) }

  /// json_valid(X, flags); since SQLite 3.45.0 (before 3.38.0: ENABLE_JSON1; from 3.38.0: not OMIT_JSON).
  public static var jsonValidFlags: Feature { Feature(.jsonValidFlags) }

  /// json_pretty(); since SQLite 3.46.0 (before 3.38.0: ENABLE_JSON1; from 3.38.0: not OMIT_JSON).
  public static var jsonPretty: Feature { Feature(.jsonPretty) }

  /// jsonb_each(), jsonb_tree(); since SQLite 3.51.0 (before 3.38.0: ENABLE_JSON1; from 3.38.0: not OMIT_JSON).
  public static var jsonbEach: Feature { Feature(.jsonbEach) }

  /// json_array_insert(), jsonb_array_insert(); since SQLite 3.53.0 (before 3.38.0: ENABLE_JSON1; from 3.38.0: not
  /// OMIT_JSON).
  public static var jsonArrayInsert: Feature { Feature(.jsonArrayInsert) }
}
