internal import Quarry
internal import QuarryDrivers
internal import QuarrySQLCipher
internal import QuarrySQLite
internal import QuarrySQLiteEngine

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A database that an argument names.
struct DatabaseTarget: Sendable {
  /// What the command does with the database.
  enum Access: Sendable {
    /// Reads and writes; a file that does not exist is created.
    case write
    /// Writes much: as ``write``, with room in memory for more of the file.
    case load
    /// Only reads: a file is left exactly as it is, unless its URL says otherwise.
    case read
  }

  /// The URL, which holds no secret.
  let name: String
  /// The driver.
  let driver: any Driver
  /// The file of the database, where it has one.
  let path: String?
  /// Whether the database is a temporary file.
  let isTemporary: Bool

  /// Finds the driver of a URL.
  ///
  /// - Parameters:
  ///   - text: the URL.
  ///   - access: what the command does with the database.
  ///   - temporary: the folder for `sqlite:` and `sqlcipher:` without a path; without it they are refused.
  init(_ text: String, access: Access = .write, temporary: TemporaryFolder? = nil) throws {
    let url = try DriverURL(text)
    name = text
    isTemporary = temporary != nil && url.path.isEmpty && ["sqlite", "sqlcipher"].contains(url.scheme)
    if isTemporary, let temporary {
      driver = Self.adapted(try Self.temporaryDriver(url, temporary), to: access == .read ? .write : access, url)
    } else {
      driver = Self.adapted(try DriverRegistry.standard.driver(for: url), to: access, url)
    }
    path = (driver as? SQLiteDriver)?.path ?? (driver as? SQLCipherDriver)?.path
  }

  /// The same URL on a temporary file.
  init(_ other: DatabaseTarget, temporary: TemporaryFolder) throws {
    let url = try DriverURL(other.name)
    name = other.name
    isTemporary = true
    driver = try Self.temporaryDriver(url, temporary)
    path = (driver as? SQLiteDriver)?.path ?? (driver as? SQLCipherDriver)?.path
  }

  /// The driver of a temporary database; an encrypted one gets a random key unless the URL names one.
  private static func temporaryDriver(_ url: DriverURL, _ folder: TemporaryFolder) throws -> any Driver {
    let path = try folder.path("\(url.scheme).db")
    let query = url.text.split(separator: "?", maxSplits: 1).dropFirst().first.map { "?" + $0 } ?? ""
    var environment = DriverEnvironment.process
    let namesKey = url.options.keys.contains { $0.hasSuffix("key-env") || $0.hasSuffix("key-file") }
    if url.scheme == "sqlcipher" && !namesKey {
      var generator = SystemRandomNumberGenerator()
      let key = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
      environment.secrets["key"] = DriverSecret(CellText.hexadecimal(key))
    }
    return try DriverRegistry.standard.driver(
      for: DriverURL("\(url.scheme):\(escaped(path))\(query)"), environment: environment)
  }

  /// A path as it stands in a URL.
  private static func escaped(_ path: String) -> String {
    path.replacing("%", with: "%25").replacing("?", with: "%3F").replacing("#", with: "%23")
  }

  private static func adapted(_ driver: any Driver, to access: Access, _ url: DriverURL) -> any Driver {
    let isReading = access == .read && url.options["mode"] == nil
    if var driver = driver as? SQLiteDriver {
      if isReading { driver.mode = .readOnly }
      adapt(&driver.settings, to: access)
      return driver
    }
    if var driver = driver as? SQLCipherDriver {
      if isReading { driver.mode = .readOnly }
      adapt(&driver.settings, to: access)
      return driver
    }
    return driver
  }

  private static func adapt(_ settings: inout SQLiteConnectionSettings, to access: Access) {
    if access == .load && settings.cacheKibibytes == nil { settings.cacheKibibytes = 64 * 1024 }
  }

  /// Opens the database.
  func open(_ configuration: DatabaseConfiguration = DatabaseConfiguration()) async throws -> Database {
    try await Database(driver, configuration: configuration)
  }

  /// Whether the database has a file that does not exist.
  var isMissingFile: Bool { path.map { !FileManager.default.fileExists(atPath: $0) } ?? false }

  /// Whether both are the same database.
  func isSameDatabase(as other: DatabaseTarget) -> Bool {
    if let path, let otherPath = other.path { return Self.resolved(path) == Self.resolved(otherPath) }
    // Every private database in memory is one of its own.
    return name == other.name && name.lowercased() != "memory:"
  }

  private static func resolved(_ path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }
}

extension [DatabaseTarget] {
  /// Runs a body; when it fails, files that it created are removed, with what the engine keeps beside them.
  func withCreatedFilesRemovedOnFailure<R: Sendable>(_ body: () async throws -> R) async throws -> R {
    let missing = filter(\.isMissingFile).compactMap(\.path)
    do {
      return try await body()
    } catch {
      for path in missing {
        for suffix in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
      }
      throw error
    }
  }
}
