import Foundation
import QuarrySQLiteEngine

/// Which libraries this machine has, for tests that compare or need a particular one.
enum Installed {
  static let sqlite = Result { try SQLiteLibrary.load(.systemSQLite) }
  static let sqlCipher = Result { try SQLiteLibrary.load(.systemSQLCipher) }

  static let hasSQLCipher = (try? sqlCipher.get()) != nil

  /// Every library a test of the engine runs with: the installed ones, and those whose paths the environment variable
  /// `QUARRY_TEST_LIBRARIES` lists, separated by colons.
  static let all: [SQLiteLibrary] = [sqlite, sqlCipher].compactMap { try? $0.get() } + named

  private static let named: [SQLiteLibrary] =
    (ProcessInfo.processInfo.environment["QUARRY_TEST_LIBRARIES"] ?? "").split(separator: ":").compactMap {
      try? SQLiteLibrary.load(.file(String($0)))
    }
}
