#if Command
internal import Quarry
internal import QuarryCopy
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
  /// The access of the command to the database.
  enum Access: Sendable {
    /// Reads and writes. A file that doesn't exist is created.
    case write
    /// Writes many rows: like ``write``, with more memory for the file's pages.
    case load
    /// Reads and writes an existing file, and keeps its journal mode.
    case asItIs
    /// Like ``load``, and keeps the journal mode of the file.
    case copy
    /// Only reads. A file doesn't change, unless its URL says otherwise.
    case read
  }

  /// The URL, which holds no secret.
  let name: String
  /// The driver.
  let driver: any DatabaseDriver
  /// The file of the database, where it has one.
  let path: String?
  /// Whether the database is a temporary file.
  let isTemporary: Bool
  /// Whether the URL says whether a file may be created.
  let namesMode: Bool

  /// Finds the driver of a URL.
  ///
  /// - Parameters:
  ///   - text: The URL.
  ///   - access: The access of the command to the database.
  ///   - temporary: The folder for `sqlite:` and `sqlcipher:` without a path. If `nil`, such URLs throw.
  ///   - asks: How to ask for a key that the URL doesn't name.
  /// - Throws: ``CommandError`` with the exit code of arguments that aren't valid.
  init(
    _ text: String, access: Access = .write, temporary: TemporaryFolder? = nil, asks: SecretQuestion = .once
  ) throws {
    do {
      let url = try DriverURL(text)
      name = text
      isTemporary = temporary != nil && url.path.isEmpty && DriverRegistry.standard[url.scheme]?.place == .file
      namesMode = url.options["mode"] != nil
      if isTemporary, let temporary {
        driver = Self.adapted(try Self.temporaryDriver(url, temporary), to: access.onTemporaryFile, url)
      } else {
        let environment = try Self.environment(url, asks)
        driver = Self.adapted(try DriverRegistry.standard.driver(for: url, environment: environment), to: access, url)
      }
    } catch let error as DatabaseError {
      // A path alone is the most frequent mistake.
      let hint =
        !text.contains(":") && FileManager.default.fileExists(atPath: text) ? "; did you mean sqlite:\(text)?" : ""
      throw CommandError(ErrorReport.line(error) + CellText.visible(hint), exit: .usage)
    }
    path = (driver as? SQLiteDriver)?.path ?? (driver as? SQLCipherDriver)?.path
  }

  /// The same URL on a temporary file.
  init(_ other: DatabaseTarget, temporary: TemporaryFolder) throws {
    let url = try DriverURL(other.name)
    name = other.name
    isTemporary = true
    namesMode = false
    driver = try Self.temporaryDriver(url, temporary)
    path = (driver as? SQLiteDriver)?.path ?? (driver as? SQLCipherDriver)?.path
  }

  /// The driver of a temporary database; an encrypted one gets a random key unless the URL names one.
  private static func temporaryDriver(_ url: DriverURL, _ folder: TemporaryFolder) throws -> any DatabaseDriver {
    let path = try folder.path("\(url.scheme).db")
    let query = url.text.split(separator: "?", maxSplits: 1).dropFirst().first.map { "?" + $0 } ?? ""
    var environment = DriverEnvironment.process
    if lacksKey(url) {
      var generator = SystemRandomNumberGenerator()
      let key = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
      environment.secrets["key"] = DriverSecret(CellText.hexadecimal(key))
    }
    let driver = try DriverRegistry.standard.driver(
      for: DriverURL("\(url.scheme):\(escaped(path))\(query)"), environment: environment)
    if var driver = driver as? SQLiteDriver {
      driver.mode = .readWriteCreate
      return driver
    }
    if var driver = driver as? SQLCipherDriver {
      driver.mode = .readWriteCreate
      return driver
    }
    return driver
  }

  /// Whether a URL needs a key and doesn't name one.
  private static func lacksKey(_ url: DriverURL) -> Bool {
    let namesKey = url.options.keys.contains { $0.hasSuffix("key-env") || $0.hasSuffix("key-file") }
    return !namesKey && DriverRegistry.standard[url.scheme]?.options.contains { $0.name == "key-env" } ?? false
  }

  /// The command's environment, with a key from the terminal if the URL names none.
  private static func environment(_ url: DriverURL, _ asks: SecretQuestion) throws -> DriverEnvironment {
    var environment = DriverEnvironment.command
    if lacksKey(url), let key = try asks.ask(for: url.path, on: .current) { environment.secrets["key"] = key }
    return environment
  }

  /// A path as written in a URL.
  private static func escaped(_ path: String) -> String {
    path.replacing("%", with: "%25").replacing("?", with: "%3F").replacing("#", with: "%23")
  }

  private static func adapted(_ driver: any DatabaseDriver, to access: Access, _ url: DriverURL) -> any DatabaseDriver {
    let keepsMode = url.options["mode"] != nil
    let keepsJournal = url.options["journal"] != nil || url.options["wal"] != nil
    func adapt(_ mode: inout SQLiteOpenMode, _ settings: inout SQLiteConnectionSettings, _ path: String) {
      switch access {
      case .write, .load, .copy: break
      case .asItIs: if !keepsMode { mode = .readWrite }
      case .read: if !keepsMode { mode = Self.readingMode(path) }
      }
      if access == .load || access == .copy, settings.cacheKibibytes == nil { settings.cacheKibibytes = 64 * 1024 }
      if access == .copy || access == .asItIs || access == .read, !keepsJournal { settings.journalMode = nil }
    }
    if var driver = driver as? SQLiteDriver {
      adapt(&driver.mode, &driver.settings, driver.path)
      return driver
    }
    if var driver = driver as? SQLCipherDriver {
      adapt(&driver.mode, &driver.settings, driver.path)
      return driver
    }
    return driver
  }

  /// The mode to open a file for reading.
  ///
  /// A connection that can only read leaves an empty write-ahead log beside the file; one that can write removes it.
  /// Only the first kind never changes a log with content.
  private static func readingMode(_ path: String) -> SQLiteOpenMode {
    guard FileManager.default.isWritableFile(atPath: path), !FileSize.hasContent(path + "-wal") else {
      return .readOnly
    }
    return .readWrite
  }

  /// The driver, which creates the file if it does not exist.
  func driver(creating: Bool) -> any DatabaseDriver {
    guard creating, !namesMode else { return driver }
    if var driver = driver as? SQLiteDriver {
      driver.mode = .readWriteCreate
      return driver
    }
    if var driver = driver as? SQLCipherDriver {
      driver.mode = .readWriteCreate
      return driver
    }
    return driver
  }

  /// The state of the write-ahead log beside the file, to detect writes. `nil` without a log with content.
  var logState: String? { path.flatMap { FileSize.state($0 + "-wal") } }

  /// Removes a file that was created and into which nothing was written.
  func removeEmptyFile() {
    guard let path, FileManager.default.fileExists(atPath: path), !FileSize.hasContent(path) else { return }
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Opens the database.
  ///
  /// - Throws: ``CommandError`` with the exit code of a database that can't be opened.
  func open(_ configuration: DatabaseConfiguration = DatabaseConfiguration()) async throws -> Database {
    do {
      return try await Database(driver, configuration: configuration)
    } catch let error as DatabaseError {
      throw CommandError(ErrorReport.line(error), exit: .unavailable)
    }
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

extension DatabaseTarget.Access {
  /// The access to a temporary file, which doesn't exist yet.
  fileprivate var onTemporaryFile: Self { self == .read || self == .asItIs ? .write : self }
}

extension [DatabaseTarget] {
  /// Runs a body. If it fails, files that it created are removed, with the engine's files beside them.
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
#endif
