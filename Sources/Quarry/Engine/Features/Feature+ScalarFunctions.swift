extension Feature {
  /// printf(); since SQLite 3.8.3.
  public static var printfFunction: Feature { Feature(.printfFunction) }

  /// format(); since SQLite 3.38.0.
  public static var formatFunction: Feature { Feature(.formatFunction) }

  /// printf('%,d'); since SQLite 3.18.0.
  public static var printfThousands: Feature { Feature(.printfThousands) }

  /// printf('%,f'); since SQLite 3.42.0.
  public static var printfThousandsReal: Feature { Feature(.printfThousandsReal) }

  /// instr(); since SQLite 3.7.15.
  public static var instrFunction: Feature { Feature(.instrFunction) }

  /// char(), unicode(); since SQLite 3.7.16.
  public static var charUnicodeFunctions: Feature { Feature(.charUnicodeFunctions) }

  /// likelihood(), unlikely(); since SQLite 3.8.1.
  public static var likelihoodFunction: Feature { Feature(.likelihoodFunction) }

  /// likely(); since SQLite 3.8.6.
  public static var likelyFunction: Feature { Feature(.likelyFunction) }

  /// substring() alias; since SQLite 3.34.0.
  public static var substringFunction: Feature { Feature(.substringFunction) }

  /// iif(a,b,c); since SQLite 3.32.0.
  public static var iifFunction: Feature { Feature(.iifFunction) }

  /// iif(a,b); since SQLite 3.48.0.
  ///
  /// Listed as narg 2 and 3 by 3.48 and as -4 (at least two) from 3.49.
  public static var iifTwoArguments: Feature { Feature(.iifTwoArguments) }

  /// if() spelling; since SQLite 3.48.0.
  public static var ifFunction: Feature { Feature(.ifFunction) }

  /// iif() with any number of arguments; since SQLite 3.49.0.
  public static var iifManyArguments: Feature { Feature(.iifManyArguments) }

  /// sign(); since SQLite 3.35.0.
  ///
  /// Needs no option, unlike the other math functions.
  public static var signFunction: Feature { Feature(.signFunction) }

  /// math functions (sqrt, pow, ln, floor, mod, trig …); since SQLite 3.35.0 (ENABLE_MATH_FUNCTIONS).
  public static var mathFunctions: Feature { Feature(.mathFunctions) }

  /// octet_length(); since SQLite 3.43.0.
  public static var octetLengthFunction: Feature { Feature(.octetLengthFunction) }

  /// unhex(); since SQLite 3.41.0.
  public static var unhexFunction: Feature { Feature(.unhexFunction) }

  /// concat(); since SQLite 3.44.0.
  ///
  /// Narg is listed as -1 up to 3.48 and as -3 (at least one) from 3.49.
  public static var concatFunction: Feature { Feature(.concatFunction) }

  /// concat_ws(); since SQLite 3.44.0.
  public static var concatWithSeparatorFunction: Feature { Feature(.concatWithSeparatorFunction) }

  /// concat_ws() keeps empty strings; since SQLite 3.50.2.
  ///
  /// Behaviour.
  public static var concatWithSeparatorKeepsEmpty: Feature { Feature(.concatWithSeparatorKeepsEmpty) }

  /// unistr(), unistr_quote(); since SQLite 3.50.0.
  public static var unistrFunction: Feature { Feature(.unistrFunction) }

  /// soundex(); built into no version (SOUNDEX).
  public static var soundexFunction: Feature { Feature(.soundexFunction) }

  /// sqlite_offset(); since SQLite 3.23.0 (ENABLE_OFFSET_SQL_FUNC).
  public static var sqliteOffsetFunction: Feature { Feature(.sqliteOffsetFunction) }

  /// load_extension() SQL function present (refuses until enabled); since SQLite 3.3.13 (not OMIT_LOAD_EXTENSION).
  ///
  /// 3.7.0 words the refusal otherwise; the SQL function is registered unless OMIT_LOAD_EXTENSION; it answers 'not
  /// authorized' until db_config(1005) or enable_load_extension turns it on.
  public static var loadExtensionFunction: Feature { Feature(.loadExtensionFunction) }

  /// more than 127 function arguments (limit 1000); since SQLite 3.48.0.
  ///
  /// Limit number 6 = SQLITE_LIMIT_FUNCTION_ARG.
  public static var functionArguments1000: Feature { Feature(.functionArguments1000) }

  /// 32766 bound parameters by default (999 before); since SQLite 3.32.0.
  ///
  /// Limit number 9 = SQLITE_LIMIT_VARIABLE_NUMBER; a build can set MAX_VARIABLE_NUMBER (Debian: 250000), so ask
  /// sqlite3_limit, not the version.
  public static var boundParameters32766: Feature { Feature(.boundParameters32766) }
}
