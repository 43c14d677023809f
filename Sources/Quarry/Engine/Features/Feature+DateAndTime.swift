extension Feature {
  /// unixepoch(); since SQLite 3.38.0 (not OMIT_DATETIME_FUNCS).
  public static var unixEpochFunction: Feature { Feature(.unixEpochFunction) }

  /// 'auto' modifier; since SQLite 3.38.0 (not OMIT_DATETIME_FUNCS).
  public static var autoDateModifier: Feature { Feature(.autoDateModifier) }

  /// 'julianday' modifier; since SQLite 3.38.0 (not OMIT_DATETIME_FUNCS).
  public static var julianDayDateModifier: Feature { Feature(.julianDayDateModifier) }

  /// 'subsec'/'subsecond' modifier; since SQLite 3.42.0 (not OMIT_DATETIME_FUNCS).
  ///
  /// Earlier engines return NULL, no error.
  public static var subsecondDateModifier: Feature { Feature(.subsecondDateModifier) }

  /// timediff(); since SQLite 3.43.0 (not OMIT_DATETIME_FUNCS).
  public static var timeDifferenceFunction: Feature { Feature(.timeDifferenceFunction) }

  /// '±YYYY-MM-DD …' modifier; since SQLite 3.43.0 (not OMIT_DATETIME_FUNCS).
  ///
  /// Earlier engines return NULL.
  public static var yearMonthDayDateModifier: Feature { Feature(.yearMonthDayDateModifier) }

  /// strftime letters of 3.44; since SQLite 3.44.0 (not OMIT_DATETIME_FUNCS).
  ///
  /// %e %F %I %k %l %p %P %R %T %u; earlier engines return NULL.
  public static var strftimeLetters344: Feature { Feature(.strftimeLetters344) }

  /// strftime letters of 3.46; since SQLite 3.46.0 (not OMIT_DATETIME_FUNCS).
  ///
  /// %G %g %U %V; earlier engines return NULL.
  public static var strftimeLetters346: Feature { Feature(.strftimeLetters346) }

  /// 'ceiling'/'floor' modifiers; since SQLite 3.46.0 (not OMIT_DATETIME_FUNCS).
  ///
  /// Earlier engines return NULL.
  public static var ceilingFloorDateModifiers: Feature { Feature(.ceilingFloorDateModifiers) }
}
