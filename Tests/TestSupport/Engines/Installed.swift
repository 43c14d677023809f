internal import Foundation
package import QuarrySQLiteEngine

/// Which libraries this machine has, for tests that compare or need a particular one.
package enum Installed {
  package static let sqlite = Result { try SQLiteLibrary.load(.systemSQLite) }
  package static let sqlCipher = Result { try SQLiteLibrary.load(.systemSQLCipher) }

  package static let hasSQLCipher = (try? sqlCipher.get()) != nil

  /// Every library a test of the engine runs with: the installed ones, and those whose paths the environment variable
  /// `QUARRY_TEST_LIBRARIES` lists, separated by colons.
  package static let all: [SQLiteLibrary] =
    [sqlite, sqlCipher].compactMap { try? $0.get() }
    + (Surroundings.variable("QUARRY_TEST_LIBRARIES") ?? "").split(separator: ":").compactMap {
      try? SQLiteLibrary.load(.file(String($0)))
    }
}

/// Engines that `Conformance/Engines/get-engines` obtained: in `QUARRY_ENGINES`, or in the folder of caches.
package enum CachedEngine {
  private static let folder =
    Surroundings.variable("QUARRY_ENGINES") ?? (Surroundings.variable("HOME") ?? "") + "/.cache/quarry/engines"

  /// The library of an engine; nil when it is not there.
  package static func location(_ name: String) -> SQLiteLibrary.Location? {
    let path = "\(folder)/\(name)/libsqlite3.so"
    return FileManager.default.fileExists(atPath: path) ? .file(path) : nil
  }

  /// The names of all that are there.
  package static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    .filter { location($0) != nil }

  /// All that are there.
  package static let locations = names.compactMap(location)

  /// All that are there, loaded.
  package static let libraries = locations.compactMap { try? SQLiteLibrary.load($0) }

  /// SQLCipher 4, whose file format is another one than that of version 3.
  package static let sqlCipher4 = location("sqlcipher-4.19.0")
}
