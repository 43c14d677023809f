internal import CQuarrySQLite
internal import Quarry

/// Finds out what a library can do, on scratch connections without settings and without a key.
struct SQLiteProbing: FeatureProbeTarget {
  let library: SQLiteLibrary
  let version: EngineVersion
  let cipherVersion: EngineVersion?
  let compileOptions: CompileOptions?
  /// The connection whose lists are read.
  let connection: SQLiteScratch?
  /// What went wrong that has nothing to do with the library.
  let mishaps = SQLiteProbeMishaps()

  init(library: SQLiteLibrary) {
    self.library = library
    version = EngineVersion(number: library.versionNumber)
    let scratch = SQLiteScratch(library: library, mishaps: mishaps)
    connection = scratch
    let cipherText = scratch?.list("PRAGMA cipher_version")?.first
    cipherVersion = cipherText.flatMap { EngineVersion($0) }
    if let cipherVersion, cipherVersion >= EngineVersion(4, 5, 1) {
      // From 4.6 on, each wrong key writes lines to the standard error output. The setting is one of the process.
      _ = scratch?.run("PRAGMA cipher_log_level = NONE")
    }
    let options = scratch?.list("PRAGMA compile_options") ?? []
    compileOptions = options.isEmpty ? nil : CompileOptions(options)
  }

  var functions: [FunctionSignature]? {
    connection?.rows("SELECT name, narg FROM pragma_function_list").map { rows in
      rows.compactMap { row in
        guard row.count == 2, let name = row[0], let count = row[1].flatMap({ Int($0) }) else { return nil }
        return FunctionSignature(name: name, argumentCount: count)
      }
    }
  }

  var modules: [String]? { connection?.list("SELECT name FROM pragma_module_list") }

  var pragmas: [String]? { connection?.list("SELECT name FROM pragma_pragma_list") }

  func hasSymbol(_ name: String) -> Bool? { library.hasSymbol(name) }

  func acceptsDatabaseConfiguration(_ operation: Int32) -> Bool? {
    guard let connection else { return nil }
    var result: Int32 = -1
    return quarry_db_config_flag(library.api, connection.database, operation, -1, &result) == SQLITE_OK
  }

  func limit(_ number: Int32) -> Int? {
    connection.map { Int(library.api.pointee.limit($0.database, number, -1)) }
  }

  func openScratch(_ storage: FeatureScratchStorage) throws -> SQLiteScratch {
    switch storage {
    case .memory:
      guard let scratch = SQLiteScratch(library: library, mishaps: mishaps) else { throw SQLiteConnection.closedError }
      return scratch
    case .file:
      let folder = try mishaps.noting { try SQLiteScratchFolder() }
      let name = folder.file("probe.db")
      guard let scratch = SQLiteScratch(library: library, name: name, folder: folder, mishaps: mishaps) else {
        throw SQLiteConnection.closedError
      }
      return scratch
    }
  }

  func passes(_ probe: FeatureFileProbe) -> Bool? {
    guard let folder = try? mishaps.noting({ try SQLiteScratchFolder() }) else { return nil }
    func name(_ text: String) -> String {
      text.split(separator: "{DIR}", omittingEmptySubsequences: false)
        .joined(separator: folder.path)
    }
    switch probe {
    case .opensURI(let text):
      return SQLiteScratch(library: library, name: name(text), flags: SQLITE_OPEN_URI, mishaps: mishaps) != nil
        && !folder.hasFile(beginningWith: "file:")
    case .sharesContent(let text):
      // The whole process shares the name, and somebody else may have one like it.
      let end = text.firstIndex(of: "?") ?? text.endIndex
      let name = name("\(text[..<end])-\(UInt64.random(in: .min ... .max))\(text[end...])")
      let first = SQLiteScratch(library: library, name: name, flags: SQLITE_OPEN_URI, mishaps: mishaps)
      let second = SQLiteScratch(library: library, name: name, flags: SQLITE_OPEN_URI, mishaps: mishaps)
      guard let first, let second, case .noRow = first.run("CREATE TABLE shared_probe (a)") else { return false }
      return second.prepares("SELECT a FROM shared_probe")
    case .refusesSymbolicLink:
      guard folder.makeLink("link", to: "target") else {
        mishaps.note()
        return nil
      }
      return SQLiteScratch(
        library: library, name: folder.file("link"), flags: SQLITE_OPEN_NOFOLLOW, folder: folder) == nil
    case .answersExtendedCodes:
      let scratch = SQLiteScratch(library: library, flags: SQLITE_OPEN_EXRESCODE, mishaps: mishaps)
      guard let scratch else { return false }
      _ = scratch.run("CREATE TABLE t (a UNIQUE); INSERT INTO t VALUES (1); INSERT INTO t VALUES (1)")
      return library.api.pointee.errcode(scratch.database) > 0xff
    }
  }
}

extension SQLiteProbing {
  /// The engine in a library, with its features.
  ///
  /// - Parameter cache: Where its features are kept, or `nil` if they aren't.
  static func engine(of library: SQLiteLibrary, cache: SQLiteProbeCache? = nil) -> DatabaseEngine {
    let target = SQLiteProbing(library: library)
    let found = target.features(cache: cache)
    return DatabaseEngine(
      product: target.cipherVersion == nil ? .sqlite : .sqlcipher, version: target.version, sourceID: library.sourceID,
      cipherVersion: target.cipherVersion, compileOptions: target.compileOptions, features: found.features,
      absence: found.absence)
  }

  private func features(cache: SQLiteProbeCache?) -> SQLiteProbedFeatures {
    guard let cache, let identity = identity() else { return SQLiteProbedFeatures(FeatureProber().probe(self)) }
    if let kept = cache.features(of: identity) { return kept }
    let found = SQLiteProbedFeatures(FeatureProber().probe(self))
    // What was missed because the disk is full, for example, would be missed for good.
    if !mishaps.happened { cache.keep(found, of: identity) }
    return found
  }
}
