internal import CQuarrySQLite
internal import Quarry

extension SQLiteConnection {
  /// Applies the settings and checks that the engine took them.
  ///
  /// - Returns: The journal mode of the file, if the engine told it on the way.
  func apply(_ settings: SQLiteConnectionSettings) throws(DatabaseError) -> String? {
    try setSwitch(
      SQLITE_DBCONFIG_ENABLE_FKEY, to: settings.enforcesForeignKeys, isNeeded: settings.enforcesForeignKeys,
      name: "enforcing foreign keys")
    try setSwitch(SQLITE_DBCONFIG_TRUSTED_SCHEMA, to: settings.trustsSchema, name: "trusting the schema")
    try setSwitch(
      SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, to: settings.allowsExtensions, isNeeded: settings.allowsExtensions,
      name: "loading extensions")
    try setSwitch(SQLITE_DBCONFIG_DEFENSIVE, to: settings.isDefensive, name: "the defensive mode")
    try setSwitch(SQLITE_DBCONFIG_DQS_DML, to: settings.acceptsDoubleQuotedTexts, name: "texts in double quotes")
    try setSwitch(SQLITE_DBCONFIG_DQS_DDL, to: settings.acceptsDoubleQuotedTexts, name: "texts in double quotes")
    if let size = settings.cacheKibibytes {
      guard (0...Int(Int32.max)).contains(size) else { throw Self.rangeError("cacheKibibytes", size) }
      // A negative number counts KiB instead of pages.
      try run("PRAGMA cache_size = -\(size)")
    }
    if let size = settings.memoryMapBytes {
      guard size >= 0 else { throw Self.rangeError("memoryMapBytes", size) }
      _ = try firstRow(of: "PRAGMA mmap_size = \(size)")
    }
    return try applyJournal(settings)
  }

  /// Sets a switch of the connection.
  ///
  /// - Parameter isNeeded: Whether it is an error if the engine doesn't know the switch, or doesn't take it.
  private func setSwitch(
    _ option: Int32, to value: Bool, isNeeded: Bool = false, name: String
  ) throws(DatabaseError) {
    let database = try openDatabase()
    var result: Int32 = -1
    let code = quarry_db_config_flag(api, database, option, value ? 1 : 0, &result)
    guard isNeeded, code != SQLITE_OK || result != (value ? 1 : 0) else { return }
    throw DatabaseError(
      .unsupportedFeature, "\(capabilities.engine) was built without \(name); change the setting or the library")
  }

  private func applyJournal(_ settings: SQLiteConnectionSettings) throws(DatabaseError) -> String? {
    guard case .file = location else { return nil }
    var mode: String?
    if let wanted = settings.journalMode, !location.isReadOnly {
      let found = try changeJournalMode(to: wanted)
      mode = found
      guard found == wanted.rawValue else {
        throw DatabaseError(
          .invalidConfiguration,
          """
          \(location) stays in the journal mode \(found ?? "unknown") instead of \(wanted.rawValue): \
          choose another journal mode, as with journal=delete, or keep the one of the file with journal=keep (in a program, \
          settings.journalMode); or put the file on a file system that allows it
          """)
      }
    }
    if let synchronous = settings.synchronous {
      try run("PRAGMA synchronous = \(synchronous.rawValue)")
    } else {
      mode = try journalMode(mode)
      if mode == SQLiteJournalMode.writeAheadLog.rawValue { try run("PRAGMA synchronous = normal") }
    }
    return mode
  }

  /// Requests a journal mode, and returns the resulting one.
  ///
  /// If several connections request it at the same moment, each holding what the others need, the engine fails
  /// immediately, because waiting inside could last forever. Nothing is held between two tries here, so that one of
  /// them succeeds.
  private func changeJournalMode(to wanted: SQLiteJournalMode) throws(DatabaseError) -> String? {
    let begin = ContinuousClock.now
    while true {
      do throws(DatabaseError) {
        return try text(of: "PRAGMA journal_mode = \(wanted.rawValue)")?.lowercased()
      } catch {
        guard error.engineCode?.primary == .busy, waiting.waitsAgain(since: begin, api: api) else { throw error }
      }
    }
  }

  /// The current journal mode.
  ///
  /// - Parameter known: The mode that the engine has just told; otherwise it's asked.
  func journalMode(_ known: String? = nil) throws(DatabaseError) -> String? {
    if let known { return known }
    return try text(of: "PRAGMA journal_mode")?.lowercased()
  }

  /// Whether the main database can only be read, by its mode or because the file is protected.
  var isFileReadOnly: Bool {
    guard let database else { return false }
    return api.pointee.db_readonly(database, "main") == 1
  }

  private static func rangeError(_ name: String, _ value: some BinaryInteger) -> DatabaseError {
    DatabaseError(.invalidConfiguration, "the setting \(name) can't be \(value): give 0 or more")
  }

  /// Sets how long a statement waits for a lock of another connection. The engine's own busy handler is replaced.
  func setBusyTimeout(_ timeout: Duration) {
    waiting.timeoutMilliseconds = Self.milliseconds(timeout)
  }

  /// A duration in whole milliseconds: zero for a negative one, and at most 24 days.
  static func milliseconds(_ time: Duration) -> Int {
    let (seconds, attoseconds) = time.components
    if seconds < 0 { return 0 }
    if seconds >= Int64(Int32.max) / 1000 - 1 { return Int(Int32.max) }
    return Int(max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000))
  }

  /// Reads the limits and what depends on the file.
  ///
  /// - Parameter mode: The journal mode of the file, if the engine has just told it.
  func completeCapabilities(journalMode mode: String? = nil) throws(DatabaseError) {
    let database = try openDatabase()
    func limit(_ number: Int32) -> Int { Int(api.pointee.limit(database, number, -1)) }
    capabilities.limits = EngineLimits(
      parameters: limit(SQLITE_LIMIT_VARIABLE_NUMBER), sqlBytes: limit(SQLITE_LIMIT_SQL_LENGTH),
      compoundSelectTerms: limit(SQLITE_LIMIT_COMPOUND_SELECT), expressionDepth: limit(SQLITE_LIMIT_EXPR_DEPTH),
      columns: limit(SQLITE_LIMIT_COLUMN), valueBytes: limit(SQLITE_LIMIT_LENGTH))
    capabilities.engineLimits = capabilities.limits
    capabilities.attach = limit(SQLITE_LIMIT_ATTACHED) > 0
    capabilities.encrypted = isKeyed
    if case .file = location {
      capabilities.parallelReaders = try journalMode(mode) == SQLiteJournalMode.writeAheadLog.rawValue
    }
  }
}
