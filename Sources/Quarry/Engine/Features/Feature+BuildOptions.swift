extension Feature {
  /// sqlite_stat4 histograms; since SQLite 3.8.1 (ENABLE_STAT4).
  public static var buildStat4: Feature { Feature(.buildStat4) }

  /// ICU lower/upper/LIKE/REGEXP, collations; since SQLite 3.6.0 (ENABLE_ICU).
  public static var buildICU: Feature { Feature(.buildICU) }

  /// LIKE/GLOB is false on BLOBs; since SQLite 3.10.0 (LIKE_DOESNT_MATCH_BLOBS).
  ///
  /// Behaviour: 1 without the option; Debian sets it.
  public static var buildLikeDoesNotMatchBlobs: Feature { Feature(.buildLikeDoesNotMatchBlobs) }

  /// rowid of a view is refused; since SQLite 3.36.0 (not ALLOW_ROWID_IN_VIEW).
  ///
  /// Behaviour: NULL before 3.36, and on later builds with ALLOW_ROWID_IN_VIEW (Debian from 3.40 on).
  public static var buildRowIDOfViewRefused: Feature { Feature(.buildRowIDOfViewRefused) }

  /// double-quoted strings refused by default; since SQLite 3.29.0 (DQS=0).
  ///
  /// Behaviour; per connection it is dbconfig 1013/1014.
  public static var buildDoubleQuotedStringsOff: Feature { Feature(.buildDoubleQuotedStringsOff) }

  /// secure_delete is on when a connection opens; since SQLite 3.6.23 (SECURE_DELETE).
  public static var buildSecureDeleteDefault: Feature { Feature(.buildSecureDeleteDefault) }

  /// foreign_keys is on when a connection opens; since SQLite 3.7.5 (DEFAULT_FOREIGN_KEYS=1).
  public static var buildForeignKeysDefault: Feature { Feature(.buildForeignKeysDefault) }
}
