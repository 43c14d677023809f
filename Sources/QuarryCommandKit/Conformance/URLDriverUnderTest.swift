#if Command
internal import Quarry
internal import QuarryConformance
internal import QuarryDrivers
internal import QuarryLocalConformance
internal import QuarryMemory
internal import QuarrySQLCipher
internal import QuarrySQLite
internal import QuarrySQLiteEngine

/// The driver of a URL, as the suite tests it: with the URL's options, on new databases for each case.
///
/// The path of the URL isn't touched: every case has a file in a separate folder.
struct URLDriverUnderTest: DriverUnderTest {
  let name: String
  let url: String
  let kinds: Set<DriverKind>
  let deviations: DeviationManifest
  let processLauncher: ProcessLauncher?
  let engineLayer: (any EngineLayer)? = SQLiteEngineLayer()
  private let template: Template

  /// The options of the URL, for each of the drivers.
  private enum Template: Sendable {
    case sqlite(SQLiteDriver)
    case memory(MemoryDriver)
    case sqlcipher(SQLCipherDriver)
  }

  /// Reads a URL.
  ///
  /// - Parameters:
  ///   - text: The URL.
  ///   - deviations: The cases that are known to fail.
  ///   - executable: The path of `quarry`, for cases that need a second process, or `nil` if this is another program.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` if the suite can't make new databases for the URL.
  init(
    _ text: String, deviations: DeviationManifest = DeviationManifest(), executable: String? = Executable.path
  ) throws {
    let url = try DriverURL(text)
    self.url = text
    self.deviations = deviations
    processLauncher = executable.map { ProcessLauncher($0, ["conformance-scenario", text]) }
    // A driver that needs a path gets one that is never opened.
    let template =
      url.path.isEmpty && DriverRegistry.standard[url.scheme]?.place == .file
      ? try DriverURL(text.withPath("unused.db")) : url
    switch try DriverRegistry.standard.driver(for: template) {
    case let driver as SQLiteDriver:
      self.template = .sqlite(driver)
      kinds = [.local, .file, .shared, .dlopen, .sqlite]
    case let driver as MemoryDriver:
      self.template = .memory(driver)
      kinds = [.local, .memory, .shared, .dlopen, .sqlite]
    case let driver as SQLCipherDriver:
      self.template = .sqlcipher(driver)
      kinds = [.local, .file, .shared, .dlopen, .cipher]
    case let driver:
      throw DatabaseError(
        .invalidConfiguration, "the suite can't make fresh databases for the driver \(driver.name)")
    }
    name = url.scheme
  }

  func driver(for request: DriverRequest) throws -> any DatabaseDriver {
    switch template {
    case .sqlite(let driver):
      let library = request.library.map { .file($0) } ?? driver.library
      let settings = driver.settings.adjusted(to: request)
      guard let key = request.key.cipherKey else {
        return SQLiteDriver(
          path: request.filePath, mode: request.access.mode, library: library, settings: settings,
          maximumReaders: driver.maximumReaders)
      }
      return SQLCipherDriver(
        path: request.filePath, key: key, mode: request.access.mode, library: library, settings: settings,
        maximumReaders: driver.maximumReaders)
    case .memory(let driver):
      if request.key.cipherKey != nil {
        throw DatabaseError(.unsupportedFeature, "a database in memory can't be encrypted")
      }
      return MemoryDriver(
        name: request.identifier, library: request.library.map { .file($0) } ?? driver.library,
        settings: driver.settings.adjusted(to: request))
    case .sqlcipher(let driver):
      let library = request.library.map { .file($0) } ?? driver.library
      let settings = driver.settings.adjusted(to: request)
      if request.key == .none {
        return SQLiteDriver(
          path: request.filePath, mode: request.access.mode, library: library, settings: settings,
          maximumReaders: driver.maximumReaders)
      }
      var encryption = driver.encryption
      if let key = request.key.cipherKey { encryption.key = key }
      return SQLCipherDriver(
        path: request.filePath, encryption: encryption, mode: request.access.mode, library: library,
        settings: settings, maximumReaders: driver.maximumReaders)
    }
  }
}

extension String {
  /// A URL of a scheme alone, with a path before its options.
  fileprivate func withPath(_ path: String) -> String {
    guard let options = firstIndex(of: "?") else { return self + path }
    return self[..<options] + path + self[options...]
  }
}

extension SQLiteConnectionSettings {
  fileprivate func adjusted(to request: DriverRequest) -> SQLiteConnectionSettings {
    var copy = self
    if let busyTimeout = request.busyTimeout { copy.busyTimeout = busyTimeout }
    if request.rollbackJournal { copy.journalMode = .delete }
    return copy
  }
}

extension DriverRequest.Access {
  fileprivate var mode: SQLiteOpenMode {
    switch self {
    case .readOnly: .readOnly
    case .readWrite: .readWrite
    case .readWriteCreate: .readWriteCreate
    }
  }
}

extension DriverRequest.Key {
  /// The key in the request.
  fileprivate var cipherKey: SQLCipherKey? {
    switch self {
    case .usual, .none: nil
    case .passphrase(let text): .passphrase(text)
    case .raw(let bytes): .raw(bytes)
    }
  }
}
#endif
