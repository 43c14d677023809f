import Quarry

/// The trial of a feature through a driver.
///
/// Most trials are the probes of Quarry's table. A driver configures its connections, sets keys itself, and may have no
/// file. If that would change the answer, the trial is different, or there is none.
struct FeatureTrial: Sendable {
  /// The method of a trial.
  enum Method: Sendable {
    /// Setup and script on a database.
    case sql(setup: String, script: String, place: Place)
    /// A function of the C interface is looked up in the library.
    case symbol(String)
    /// The engine is asked whether it knows a setting of connections.
    case setting(Int32)
    /// A database is opened in the format of an older SQLCipher.
    case cipherCompatibility
    /// A name is attached as a URI.
    case uri(URI)
    /// There is no method, with the reason.
    case impossible(String)
  }

  /// The database that a script runs on.
  enum Place: Sendable {
    /// A database that trials share, and clean up.
    case shared
    /// A separate database.
    case fresh
    /// A separate database, in a file.
    case file
    /// A separate database, encrypted.
    case keyed
    /// A separate database, not encrypted.
    case plain
  }

  /// The URI feature to try.
  enum URI: Sendable {
    case filename, immutable, sharedMemory, sharedMemdb
  }

  /// Settings of a trial, so that it can write rows without a parent.
  static let withoutForeignKeys = "PRAGMA foreign_keys=OFF; "

  let method: Method
  let expectation: FeatureExpectation

  /// The trial of a feature.
  init(_ feature: SQLFeature) {
    let details = feature.details
    if let (method, expectation) = Self.special(feature, details) {
      self.method = method
      self.expectation = expectation
      return
    }
    expectation = details.expectation
    switch details.probe {
    case .symbol(let name): method = .symbol(name)
    case .databaseConfiguration(let operation): method = .setting(operation)
    case .file: method = .impossible("no driver opens files with this flag")
    case .sql(let script, let setup):
      let key = "PRAGMA key='k'"
      let isKeyed = setup.contains(key)
      method = .sql(
        setup: setup.removing(key + "; ").removing(key), script: script,
        place: isKeyed ? .keyed : Self.needsDatabase(setup + ";" + script) ? .fresh : .shared)
    }
  }

  /// Whether a script leaves more than objects that can be dropped.
  private static func needsDatabase(_ sql: String) -> Bool {
    let setsSomething = sql.contains("PRAGMA ") && sql.contains("=")
    return setsSomething || ["BEGIN", "ATTACH ", "VACUUM", "ANALYZE"].contains { sql.contains($0) }
  }

  private static func special(
    _ feature: SQLFeature, _ details: FeatureDescription
  ) -> (Method, FeatureExpectation)? {
    guard let method = specialMethod(feature, details) else { return nil }
    return (method, details.expectation)
  }

  private static func specialMethod(_ feature: SQLFeature, _ details: FeatureDescription) -> Method? {
    switch feature {
    case .buildDoubleQuotedStringsOff, .buildForeignKeysDefault:
      return .impossible("the driver sets this up on every connection")
    case .cipherKeyReturnsOK, .cipherRekeyPlainRefused:
      return .impossible("the driver sets and changes keys itself")
    case .cipherCompatibility: return .cipherCompatibility
    case .buildSecureDeleteDefault:
      // A key turns it on.
      return .sql(setup: "", script: "PRAGMA secure_delete", place: .plain)
    case .uriFilenames: return .uri(.filename)
    case .uriImmutable: return .uri(.immutable)
    case .uriSharedMemory: return .uri(.sharedMemory)
    case .uriSharedMemdb: return .uri(.sharedMemdb)
    case .resultRealSeventeenDigits:
      // As text by the engine: a driver gives the number itself.
      return .sql(setup: "", script: "SELECT CAST(0.1+0.2 AS TEXT)", place: .shared)
    case .sqliteSchemaName:
      // A database that was used before may hold this table, which nobody can drop.
      return .sql(
        setup: "", script: "SELECT count(*) FROM sqlite_schema WHERE name <> 'sqlite_sequence'", place: .shared)
    case .pragmaOptimize:
      // It answers nothing: it has to run, and to be known.
      guard case .sql(let script, let setup) = details.probe else { return nil }
      return .sql(setup: setup, script: "PRAGMA optimize; " + script, place: .shared)
    case .pragmaAutoVacuum:
      // A database that was written before takes the setting with VACUUM.
      return .sql(
        setup: "PRAGMA auto_vacuum=2; VACUUM; CREATE TABLE t(k)", script: "PRAGMA auto_vacuum", place: .fresh)
    case .pragmaForeignKeyCheck:
      guard case .sql(let script, let setup) = details.probe else { return nil }
      return .sql(setup: Self.withoutForeignKeys + setup, script: script, place: .fresh)
    case .writeAheadLog, .checkpointTruncate, .checkpointNoOperation, .pragmaMemoryMapSize:
      guard case .sql(let script, let setup) = details.probe else { return nil }
      return .sql(setup: setup, script: script, place: .file)
    default: return nil
    }
  }
}

extension String {
  /// The text without a part of it.
  fileprivate func removing(_ part: String) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined()
  }
}
