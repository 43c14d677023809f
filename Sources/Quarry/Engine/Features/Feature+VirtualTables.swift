extension Feature {
  /// FTS3; since SQLite 3.5.0 (ENABLE_FTS3 or ENABLE_FTS4).
  public static var fts3: Feature { Feature(.fts3) }

  /// FTS3/4 enhanced query syntax (AND, NOT, parentheses); since SQLite 3.6.4 (ENABLE_FTS3_PARENTHESIS).
  ///
  /// Without the option the words AND/NOT are searched for literally: no error, other rows.
  public static var fts3Parenthesis: Feature { Feature(.fts3Parenthesis) }

  /// FTS4; since SQLite 3.7.4 (ENABLE_FTS3 or ENABLE_FTS4).
  public static var fts4: Feature { Feature(.fts4) }

  /// FTS4 content=; since SQLite 3.7.9 (ENABLE_FTS3 or ENABLE_FTS4).
  public static var fts4Content: Feature { Feature(.fts4Content) }

  /// FTS3/4 unicode61 tokenizer; since SQLite 3.7.13 (ENABLE_FTS3 or ENABLE_FTS4; before 3.8.6:
  /// ENABLE_FTS4_UNICODE61; from 3.8.6: not DISABLE_FTS3_UNICODE).
  ///
  /// Opt-in (ENABLE_FTS4_UNICODE61) before 3.8.6; DISABLE_FTS3_UNICODE removes it.
  public static var fts4Unicode61: Feature { Feature(.fts4Unicode61) }

  /// FTS4 notindexed=; since SQLite 3.8.0 (ENABLE_FTS3 or ENABLE_FTS4).
  public static var fts4NotIndexed: Feature { Feature(.fts4NotIndexed) }

  /// FTS5 with highlight(), bm25(); since SQLite 3.9.0 (ENABLE_FTS5).
  public static var fts5: Feature { Feature(.fts5) }

  /// FTS5 detail=; since SQLite 3.11.0 (ENABLE_FTS5).
  public static var fts5Detail: Feature { Feature(.fts5Detail) }

  /// FTS5 column filter on an expression; since SQLite 3.19.0 (ENABLE_FTS5).
  public static var fts5ColumnFilterExpressions: Feature { Feature(.fts5ColumnFilterExpressions) }

  /// FTS5 '^' initial token; since SQLite 3.22.0 (ENABLE_FTS5).
  public static var fts5InitialToken: Feature { Feature(.fts5InitialToken) }

  /// remove_diacritics 2; since SQLite 3.27.0 (ENABLE_FTS5).
  public static var fts5RemoveDiacritics2: Feature { Feature(.fts5RemoveDiacritics2) }

  /// FTS5 trigram tokenizer; since SQLite 3.34.0 (ENABLE_FTS5).
  public static var fts5Trigram: Feature { Feature(.fts5Trigram) }

  /// FTS5 secure-delete; since SQLite 3.42.0 (ENABLE_FTS5).
  public static var fts5SecureDelete: Feature { Feature(.fts5SecureDelete) }

  /// FTS5 contentless_delete=; since SQLite 3.43.0 (ENABLE_FTS5).
  public static var fts5ContentlessDelete: Feature { Feature(.fts5ContentlessDelete) }

  /// trigram remove_diacritics; since SQLite 3.45.0 (ENABLE_FTS5).
  public static var fts5TrigramDiacritics: Feature { Feature(.fts5TrigramDiacritics) }

  /// FTS5 tokendata=; since SQLite 3.45.0 (ENABLE_FTS5).
  public static var fts5TokenData: Feature { Feature(.fts5TokenData) }

  /// FTS5 locale=, fts5_locale(); since SQLite 3.47.0 (ENABLE_FTS5).
  public static var fts5Locale: Feature { Feature(.fts5Locale) }

  /// FTS5 contentless_unindexed=; since SQLite 3.47.0 (ENABLE_FTS5).
  public static var fts5ContentlessUnindexed: Feature { Feature(.fts5ContentlessUnindexed) }

  /// fts5_insttoken(); since SQLite 3.48.0 (ENABLE_FTS5).
  public static var fts5InstToken: Feature { Feature(.fts5InstToken) }

  /// R-Tree; since SQLite 3.5.0 (ENABLE_RTREE).
  public static var rtree: Feature { Feature(.rtree) }

  /// R-Tree auxiliary columns; since SQLite 3.24.0 (ENABLE_RTREE).
  public static var rtreeAuxiliaryColumns: Feature { Feature(.rtreeAuxiliaryColumns) }

  /// rtreecheck(); since SQLite 3.22.0 (ENABLE_RTREE).
  public static var rtreeCheck: Feature { Feature(.rtreeCheck) }

  /// Geopoly; since SQLite 3.25.0 (ENABLE_GEOPOLY).
  public static var geopoly: Feature { Feature(.geopoly) }

  /// dbstat; since SQLite 3.8.10 (ENABLE_DBSTAT_VTAB).
  public static var dbstatTable: Feature { Feature(.dbstatTable) }

  /// sqlite_dbpage; since SQLite 3.21.0 (ENABLE_DBPAGE_VTAB).
  public static var dbpageTable: Feature { Feature(.dbpageTable) }

  /// sqlite_stmt; since SQLite 3.20.0 (ENABLE_STMTVTAB).
  public static var statementsTable: Feature { Feature(.statementsTable) }

  /// bytecode(), tables_used(); since SQLite 3.32.0 (ENABLE_BYTECODE_VTAB).
  public static var bytecodeTables: Feature { Feature(.bytecodeTables) }

  /// carray(); since SQLite 3.51.0 (ENABLE_CARRAY).
  public static var carrayTable: Feature { Feature(.carrayTable) }

  /// generate_series(); built into no version.
  ///
  /// Part of the command-line shell and of some wrappers, not of the library.
  public static var generateSeries: Feature { Feature(.generateSeries) }
}
