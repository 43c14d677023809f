internal import CLinkedSQLite
internal import Quarry

/// What the linked library can do: asked once, on databases in memory.
struct LinkedSQLiteEngine: FeatureProbeTarget {
  static let engine: DatabaseEngine = {
    let target = LinkedSQLiteEngine()
    return DatabaseEngine(
      product: .sqlite, sourceID: cText(sqlite3_sourceid()), target: target, found: FeatureProber().probe(target))
  }()

  let version = EngineVersion(number: sqlite3_libversion_number())
  let cipherVersion: EngineVersion? = nil
  private let scratch = try? LinkedSQLiteScratch()

  var compileOptions: CompileOptions? { list("PRAGMA compile_options").map { CompileOptions($0.compactMap(\.first)) } }
  var modules: [String]? { list("SELECT name FROM pragma_module_list")?.compactMap(\.first) }
  var pragmas: [String]? { list("SELECT name FROM pragma_pragma_list")?.compactMap(\.first) }
  var functions: [FunctionSignature]? {
    list("SELECT name, narg FROM pragma_function_list")?.compactMap { row in
      guard row.count == 2, let count = Int(row[1]) else { return nil }
      return FunctionSignature(name: row[0], argumentCount: count)
    }
  }

  func hasSymbol(_ name: String) -> Bool? { linked_has_symbol(name) != 0 }

  func acceptsDatabaseConfiguration(_ operation: Int32) -> Bool? {
    guard let database = scratch?.connection.database else { return nil }
    var result: Int32 = 0
    return linked_configure(database, operation, -1, &result) == SQLITE_OK
  }

  func limit(_ number: Int32) -> Int? {
    scratch?.connection.database.map { Int(sqlite3_limit($0, number, -1)) }
  }

  func openScratch(_ storage: FeatureScratchStorage) throws -> LinkedSQLiteScratch {
    guard storage == .memory else { throw DatabaseError(.unsupportedFeature, "probes run in memory only") }
    return try LinkedSQLiteScratch()
  }

  private func list(_ sql: String) -> [[String]]? {
    guard let scratch, let rows = try? scratch.rows(sql), !rows.isEmpty else { return nil }
    return rows.map { $0.map { $0 ?? "" } }
  }
}

/// A database in memory, as the library opens it by itself.
struct LinkedSQLiteScratch: FeatureScratch {
  let connection: LinkedSQLiteConnection

  init() throws {
    // What its capabilities say is never asked: the version alone is enough.
    let engine = DatabaseEngine.expected(
      product: .sqlite, version: EngineVersion(number: sqlite3_libversion_number()), compileOptions: nil)
    connection = try LinkedSQLiteConnection(
      path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, engine: engine)
  }

  func prepares(_ statement: String) -> Bool { (try? connection.prepareSynchronously(statement)) != nil }

  func run(_ script: String) -> FeatureScratchOutcome {
    do {
      var first: [String?]?
      for statement in SQLScript(script) { first = try rows(statement.sql).first }
      return first.map { .row($0) } ?? .noRow
    } catch {
      return .failure(message: (error as? DatabaseError)?.message ?? "\(error)")
    }
  }

  /// Every row of a statement, each column as text.
  func rows(_ sql: String) throws -> [[String?]] {
    guard let statement = try connection.prepareSynchronously(sql)?.statement else { return [] }
    defer { statement.finalize() }
    try statement.start(statement.parameterNames.map { _ in .null })
    let batch = SQLRowBatch()
    var rows: [[String?]] = []
    while true {
      batch.removeAllRows(columnCount: statement.columns.count)
      let result = try statement.stepSynchronously(into: batch, limit: 64)
      for row in 0..<batch.rowCount {
        rows.append(try (0..<batch.columnCount).map { try batch.cell(row: row, column: $0).value().probeText })
      }
      if case .done = result { return rows }
    }
  }
}

extension SQLValue {
  /// The value as the engine would write it.
  fileprivate var probeText: String? {
    switch self {
    case .null: nil
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text): text
    case .blob(let blob): String(decoding: blob, as: UTF8.self)
    }
  }
}
