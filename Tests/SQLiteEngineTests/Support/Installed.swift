import QuarrySQLiteEngine

/// Which libraries this machine has, for tests that compare or need a particular one.
enum Installed {
  static let sqlite = Result { try SQLiteLibrary.load(.systemSQLite) }
  static let sqlCipher = Result { try SQLiteLibrary.load(.systemSQLCipher) }

  static let hasSQLCipher = (try? sqlCipher.get()) != nil

  /// Every library a test of the engine runs with.
  static let all: [SQLiteLibrary] = [sqlite, sqlCipher].compactMap { try? $0.get() }
}
