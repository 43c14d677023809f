public import Quarry
internal import QuarrySQLiteEngine

/// Copies one database into another, between any two drivers: the schema, rows with their rowids, counters, full-text
/// indexes with their configuration, and the properties of the file.
///
/// ```swift
/// let report = try await DatabaseCopier().copy(
///   from: SQLiteDriver(path: "notes.db"), to: SQLCipherDriver(path: "secret.db", key: .passphrase(secret)))
/// for sentence in report.notKept { print(sentence) }
/// ```
///
/// The source is read in one snapshot. The destination is written in one transaction, which also verifies the copy:
/// the number of rows and every bit of every table, and the schema. If anything fails, the destination doesn't
/// change. On a driver without interactive transactions, the copy uses batches and drops what it created if it fails.
///
/// If the destination can't hold a part of the source, ``CopyReport/notKept`` names it, or the copy throws before it
/// writes.
public struct DatabaseCopier: Sendable {
  /// The options of copies.
  public var options: CopyOptions

  /// Creates a copier.
  public init(options: CopyOptions = CopyOptions()) { self.options = options }

  /// Opens two databases, copies the first into the second, and closes both.
  ///
  /// If the destination file doesn't exist, its driver creates it. To keep the journal mode of the source, set the
  /// driver's `settings.journalMode` to `nil`.
  ///
  /// - Parameters:
  ///   - source: The driver of the database to read.
  ///   - destination: The driver of the database to write. It must be empty unless ``CopyOptions/replaces`` is set.
  /// - Returns: The results of the copy, and what it couldn't keep.
  /// - Throws: ``DatabaseError``, or ``CopyError`` if the destination can't hold the source or the copy differs.
  public func copy(from source: some DatabaseDriver, to destination: some DatabaseDriver) async throws -> CopyReport {
    // One reader for each, so that what is prepared on it holds.
    let configuration = DatabaseConfiguration(maximumReaders: 1)
    let reading = try await Database(source, configuration: configuration)
    let result: Result<CopyReport, any Error>
    do {
      let writing = try await Database(destination, configuration: configuration)
      do {
        result = .success(try await copy(from: reading, to: writing))
      } catch {
        result = .failure(error)
      }
      await writing.close()
    } catch {
      result = .failure(error)
    }
    await reading.close()
    return try result.get()
  }

  /// Copies a database into another open database. Both stay open.
  ///
  /// - Parameters:
  ///   - source: The database to read.
  ///   - destination: The database to write. It must be empty unless ``CopyOptions/replaces`` is set. No other task
  ///     should use it meanwhile.
  /// - Returns: The results of the copy, and what it couldn't keep.
  /// - Throws: ``DatabaseError``, or ``CopyError`` if the destination can't hold the source or the copy differs.
  public func copy(from source: Database, to destination: Database) async throws -> CopyReport {
    let preparation = try await CopyPreparation(options, source: source, destination: destination)
    do {
      let report = try await copy(from: source, to: destination, preparation)
      await preparation.end()
      return report
    } catch {
      await preparation.end()
      throw error
    }
  }

  private func copy(
    from source: Database, to destination: Database, _ preparation: CopyPreparation
  ) async throws -> CopyReport {
    let properties = try await FileProperties.read(source)
    let wasEmpty = try await preparation.isDestinationEmpty()
    // What is not adopted is named at the end.
    if wasEmpty { try? await preparation.adopt(properties, isEmpty: true) }
    let encoding = try await FileProperties.read(destination).encoding
    let work = CopyWork(
      options: options, destination: destination, isLocal: preparation.isLocal, encoding: properties.encoding,
      destinationEncoding: encoding)
    var report = try await source.reading { reader in
      let schema = try await DatabaseSchema.read(reader)
      if destination.capabilities.holdsTransactions {
        return try await destination.write(.immediate) { (writer: DatabaseTransaction) in
          try await work.makeRoom(writer)
          return try await work.copy(schema, from: reader, to: writer)
        }
      }
      try await work.makeRoom(destination)
      do {
        return try await work.copy(schema, from: reader, to: destination)
      } catch {
        // The destination was empty, so everything in it was made by the copy.
        try await DatabaseSchema.read(destination).drop(destination)
        throw error
      }
    }
    // What fails from here on leaves a copy that is whole and verified.
    try? await preparation.forgetSchema()
    if !wasEmpty { try? await preparation.adopt(properties, isEmpty: false) }
    if properties.journal == "wal" { try? await preparation.useWriteAheadLog() }
    let found = try await FileProperties.read(destination)
    report.notKept += properties.missing(in: found, isEncrypted: destination.capabilities.encrypted)
    return report
  }
}

/// The settings on the connections of both databases during a copy.
private struct CopyPreparation {
  let destination: Database
  /// Whether the destination is a local engine.
  let isLocal: Bool
  private var wasDefensive = false
  private var enforcedForeignKeys = false
  private let changesForeignKeys: Bool

  init(_ options: CopyOptions, source: Database, destination: Database) async throws {
    self.destination = destination
    let collations = options.collations
    changesForeignKeys = options.orphanRows != .refuse
    let change = changesForeignKeys
    do {
      let before = try await destination.withoutTransaction { session in
        try session.withDriverConnection(SQLiteConnection.self) { connection in
          for (name, collation) in collations { try connection.addCollation(name, collation.compare) }
          let enforced = try connection.enforcesForeignKeys()
          if change, enforced { try connection.setEnforcesForeignKeys(false) }
          // Tables in which a module keeps its content are written as they are.
          return (try connection.setDefensive(false), enforced)
        }
      }
      (wasDefensive, enforcedForeignKeys) = before
      isLocal = true
    } catch let error as DatabaseError where error.code == .unsupportedFeature {
      isLocal = false
      guard collations.isEmpty else {
        throw CopyError(.unsupportedOption, "collations can only be given where the destination is a local engine")
      }
      guard options.orphanRows != .keep else {
        throw CopyError(
          .unsupportedOption,
          "rows that refer to rows which do not exist can only be kept where the destination is a local engine; skip them"
        )
      }
    }
    guard !collations.isEmpty else { return }
    do {
      try await source.withoutTransaction { session in
        try session.withDriverConnection(SQLiteConnection.self) { connection in
          for (name, collation) in collations { try connection.addCollation(name, collation.compare) }
        }
      }
      // Where the pool has a reader, that is another connection.
      try await source.read { (session: SQLSession) in
        try session.withDriverConnection(SQLiteConnection.self) { connection in
          for (name, collation) in collations { try connection.addCollation(name, collation.compare) }
        }
      }
    } catch let error as DatabaseError where error.code == .unsupportedFeature {
      // A server has its own orders.
    }
  }

  /// Whether the destination is empty. It's checked on the writer, so that no reader keeps a lock.
  func isDestinationEmpty() async throws -> Bool {
    guard isLocal else { return try await DatabaseSchema.read(destination).isEmpty }
    return try await destination.withoutTransaction { session in
      try session.withDriverConnection(SQLiteConnection.self) { try $0.isEmpty() }
    }
  }

  /// Makes modules read their tables again: a schema that is rolled back is forgotten as a whole.
  func forgetSchema() async throws {
    guard isLocal else { return }
    try await destination.withoutTransaction { session in
      try session.withDriverConnection(SQLiteConnection.self) { connection in
        _ = try connection.first("BEGIN IMMEDIATE")
        _ = try connection.first("CREATE TABLE quarry_copy_of_nothing(a)")
        _ = try connection.first("ROLLBACK")
      }
    }
  }

  /// Gives the destination the properties of the source, as far as it accepts them.
  func adopt(_ properties: FileProperties, isEmpty: Bool) async throws {
    guard isLocal else { return }
    try await destination.withoutTransaction { session in
      try session.withDriverConnection(SQLiteConnection.self) { try $0.adopt(properties, isEmpty: isEmpty) }
    }
  }

  /// Gives the destination a write-ahead log.
  func useWriteAheadLog() async throws {
    guard isLocal else { return }
    try await destination.withoutTransaction { session in
      _ = try session.withDriverConnection(SQLiteConnection.self) { try $0.first("PRAGMA journal_mode = wal") }
    }
  }

  /// Restores all settings.
  func end() async {
    guard isLocal else { return }
    let (defensive, enforce) = (wasDefensive, changesForeignKeys && enforcedForeignKeys)
    _ = try? await destination.withoutTransaction { session in
      try session.withDriverConnection(SQLiteConnection.self) { connection in
        if enforce { try connection.setEnforcesForeignKeys(true) }
        if defensive { _ = try connection.setDefensive(true) }
      }
    }
  }
}

extension CopyOptions.Collation {
  /// The order.
  fileprivate var compare: @Sendable (String, String) -> SQLiteOrder {
    switch self {
    case .binary: { Self.order(Array($0.utf8), Array($1.utf8)) }
    case .nocase: { Self.order(Self.lowercased($0), Self.lowercased($1)) }
    case .rtrim: { Self.order(Self.trimmed($0), Self.trimmed($1)) }
    case .exact(let compare): compare
    }
  }

  private static func order(_ left: [UInt8], _ right: [UInt8]) -> SQLiteOrder {
    left == right ? .same : left.lexicographicallyPrecedes(right) ? .before : .after
  }

  private static func lowercased(_ text: String) -> [UInt8] {
    text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
  }

  private static func trimmed(_ text: String) -> [UInt8] {
    var bytes = Array(text.utf8)
    while bytes.last == 0x20 { bytes.removeLast() }
    return bytes
  }
}
