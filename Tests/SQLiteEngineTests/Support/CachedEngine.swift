import Foundation
import QuarrySQLiteEngine

/// Engines that `Conformance/Engines/get-engines` obtained: in `QUARRY_ENGINES`, or in the folder of caches.
enum CachedEngine {
  private static let folder: String = {
    let environment = ProcessInfo.processInfo.environment
    return environment["QUARRY_ENGINES"] ?? (environment["HOME"] ?? "") + "/.cache/quarry/engines"
  }()

  /// The library of an engine; nil when it is not there.
  static func location(_ name: String) -> SQLiteLibrary.Location? {
    let path = "\(folder)/\(name)/libsqlite3.so"
    return FileManager.default.fileExists(atPath: path) ? .file(path) : nil
  }

  /// The names of all that are there.
  static let names: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    .filter { location($0) != nil }

  /// All that are there, loaded.
  static let libraries: [SQLiteLibrary] = names.compactMap { location($0) }.compactMap { try? SQLiteLibrary.load($0) }

  /// SQLCipher 4, whose file format is another one than that of version 3.
  static let sqlCipher4 = location("sqlcipher-4.19.0")
}
