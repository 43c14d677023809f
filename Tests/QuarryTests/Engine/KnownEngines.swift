import Quarry

/// Engines that stand in the tests for what is found in the field.
enum KnownEngines {
  /// What the SQLite of Debian 12 lists about itself.
  static let debian12 = DatabaseEngine.expected(
    product: .sqlite, version: EngineVersion(3, 40, 1),
    compileOptions: [
      "ATOMIC_INTRINSICS=1", "COMPILER=gcc-12.2.0", "DEFAULT_AUTOVACUUM", "DEFAULT_RECURSIVE_TRIGGERS",
      "ENABLE_COLUMN_METADATA", "ENABLE_DBSTAT_VTAB", "ENABLE_FTS3", "ENABLE_FTS3_PARENTHESIS",
      "ENABLE_FTS3_TOKENIZER", "ENABLE_FTS4", "ENABLE_FTS5", "ENABLE_LOAD_EXTENSION", "ENABLE_MATH_FUNCTIONS",
      "ENABLE_PREUPDATE_HOOK", "ENABLE_RTREE", "ENABLE_SESSION", "ENABLE_STMTVTAB", "ENABLE_UNLOCK_NOTIFY",
      "ENABLE_UPDATE_DELETE_LIMIT", "HAVE_ISNAN", "LIKE_DOESNT_MATCH_BLOBS", "MAX_SCHEMA_RETRY=25",
      "MAX_VARIABLE_NUMBER=250000", "OMIT_LOOKASIDE", "SECURE_DELETE", "SOUNDEX", "TEMP_STORE=1", "THREADSAFE=1",
      "USE_URI",
    ])

  /// What the SQLCipher of Debian 12 lists about itself: an SQLite of 2016.
  static let debian12Cipher = DatabaseEngine.expected(
    product: .sqlcipher, version: EngineVersion(3, 15, 2), cipherVersion: EngineVersion(3, 4, 1),
    compileOptions: [
      "COMPILER=gcc-11.3.0", "ENABLE_COLUMN_METADATA", "ENABLE_FTS3", "ENABLE_RTREE", "ENABLE_UNLOCK_NOTIFY",
      "ENABLE_UPDATE_DELETE_LIMIT", "HAS_CODEC", "HAVE_ISNAN", "HAVE_USLEEP", "MAX_SCHEMA_RETRY=25",
      "OMIT_LOOKASIDE", "SECURE_DELETE", "SOUNDEX", "SYSTEM_MALLOC", "TEMP_STORE=2", "THREADSAFE=1",
    ])

  /// A new SQLite with no option at all.
  static let plain353 = DatabaseEngine.expected(
    product: .sqlite, version: EngineVersion(3, 53, 4), compileOptions: [])

  /// A new SQLCipher.
  static let cipher419 = DatabaseEngine.expected(
    product: .sqlcipher, version: EngineVersion(3, 53, 4), cipherVersion: EngineVersion(4, 19, 0),
    compileOptions: ["HAS_CODEC", "ENABLE_FTS5", "TEMP_STORE=2", "SQLITE_ENABLE_PERCENTILE"])

  static let all = [debian12, debian12Cipher, plain353, cipher419]
}
