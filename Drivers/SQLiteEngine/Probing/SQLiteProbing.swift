internal import CQuarrySQLite
internal import Quarry

/// Finds out what a library can do, on scratch connections without settings and without a key.
struct SQLiteProbing: FeatureProbeTarget {
  let library: SQLiteLibrary
  let version: EngineVersion
  let cipherVersion: EngineVersion?
  let compileOptions: CompileOptions?
  let functions: [FunctionSignature]?
  let modules: [String]?
  let pragmas: [String]?
  private let connection: SQLiteScratch?

  init(library: SQLiteLibrary) {
    self.library = library
    version = EngineVersion(number: library.versionNumber)
    let scratch = SQLiteScratch(library: library)
    connection = scratch
    func list(_ sql: String) -> [String]? { scratch?.rows(sql).map { $0.compactMap(\.first).compactMap { $0 } } }
    let cipherText = list("PRAGMA cipher_version")?.first
    cipherVersion = cipherText.flatMap { EngineVersion($0) }
    if let cipherVersion, cipherVersion >= EngineVersion(4, 5, 1) {
      // From 4.6 on, each wrong key writes lines to the standard error output. The setting is one of the process.
      _ = scratch?.run("PRAGMA cipher_log_level = NONE")
    }
    let options = list("PRAGMA compile_options") ?? []
    compileOptions = options.isEmpty ? nil : CompileOptions(options)
    functions = scratch?.rows("SELECT name, narg FROM pragma_function_list").map { rows in
      rows.compactMap { row in
        guard row.count == 2, let name = row[0], let count = row[1].flatMap({ Int($0) }) else { return nil }
        return FunctionSignature(name: name, argumentCount: count)
      }
    }
    modules = list("SELECT name FROM pragma_module_list")
    pragmas = list("SELECT name FROM pragma_pragma_list")
  }

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
      guard let scratch = SQLiteScratch(library: library) else { throw SQLiteConnection.closedError }
      return scratch
    case .file:
      let folder = try SQLiteScratchFolder()
      guard let scratch = SQLiteScratch(library: library, name: folder.file("probe.db"), folder: folder) else {
        throw SQLiteConnection.closedError
      }
      return scratch
    }
  }

  func passes(_ probe: FeatureFileProbe) -> Bool? {
    guard let folder = try? SQLiteScratchFolder() else { return nil }
    func name(_ text: String) -> String {
      text.split(separator: "{DIR}", omittingEmptySubsequences: false)
        .joined(separator: folder.path)
    }
    switch probe {
    case .opensURI(let text):
      return SQLiteScratch(library: library, name: name(text), flags: SQLITE_OPEN_URI) != nil
        && !folder.hasFile(beginningWith: "file:")
    case .sharesContent(let text):
      let first = SQLiteScratch(library: library, name: name(text), flags: SQLITE_OPEN_URI)
      let second = SQLiteScratch(library: library, name: name(text), flags: SQLITE_OPEN_URI)
      guard let first, let second, case .noRow = first.run("CREATE TABLE shared_probe (a)") else { return false }
      return second.prepares("SELECT a FROM shared_probe")
    case .refusesSymbolicLink:
      guard folder.makeLink("link", to: "target") else { return nil }
      return SQLiteScratch(
        library: library, name: folder.file("link"), flags: SQLITE_OPEN_NOFOLLOW, folder: folder) == nil
    case .answersExtendedCodes:
      guard let scratch = SQLiteScratch(library: library, flags: SQLITE_OPEN_EXRESCODE) else { return false }
      _ = scratch.run("CREATE TABLE t (a UNIQUE); INSERT INTO t VALUES (1); INSERT INTO t VALUES (1)")
      return library.api.pointee.errcode(scratch.database) > 0xff
    }
  }
}

extension SQLiteProbing {
  /// The engine in a library, with its features.
  static func engine(of library: SQLiteLibrary) -> DatabaseEngine {
    let target = SQLiteProbing(library: library)
    return DatabaseEngine(
      product: target.cipherVersion == nil ? .sqlite : .sqlcipher, sourceID: library.sourceID, target: target,
      found: FeatureProber().probe(target))
  }
}
