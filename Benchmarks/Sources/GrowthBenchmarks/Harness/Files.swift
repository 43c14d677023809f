import Foundation
import Quarry
import QuarrySQLite

/// The folder of a run, and the ways to open the file in it.
struct Files: Sendable {
  let folder: URL
  var path: String { folder.appendingPathComponent("growth.db").path }

  init(in directory: String) throws {
    folder = URL(fileURLWithPath: directory).appendingPathComponent("quarry-growth-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }

  private var driver: SQLiteDriver {
    var settings = SQLiteConnectionSettings()
    settings.synchronous = .normal
    settings.cacheKibibytes = 65_536
    settings.busyTimeout = .seconds(10)
    return SQLiteDriver(path: path, settings: settings)
  }

  func raw() throws -> Raw { try Raw(path) }
  func context() throws -> SQLContext { try SQLContext(driver) }
  func database() async throws -> Database { try await Database(driver) }
}

/// Throws unless a run found what it had to find.
func expect(_ count: Int, _ wanted: Int, _ what: String) throws {
  guard count == wanted else { throw GrowthError(description: "\(what): \(count) instead of \(wanted)") }
}
