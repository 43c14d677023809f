import Foundation
import QuarrySQLiteEngine

/// Libraries that a test runs with: the system's, and those that `Conformance/Engines/get-engines` obtained.
enum EngineList {
  static let libraries: [SQLiteLibrary.Location] = {
    let environment = ProcessInfo.processInfo.environment
    let folder = environment["QUARRY_ENGINES"] ?? (environment["HOME"] ?? "") + "/.cache/quarry/engines"
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    return [.systemSQLite]
      + names.map { "\(folder)/\($0)/libsqlite3.so" }.filter { FileManager.default.fileExists(atPath: $0) }
      .map { .file($0) }
  }()
}
