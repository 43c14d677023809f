import Quarry

/// Tries features through a driver, on databases that it creates and removes at the end.
///
/// Trials that create only tables and views share a database and drop them. The others get a separate database.
final class FeatureTrials {
  private let driver: any DriverUnderTest
  private let folder: String
  private var shared: (any TrialConnection)?
  private var requests: [DriverRequest] = []
  private var counter = 0

  /// Prepares trials, without opening anything.
  ///
  /// - Parameters:
  ///   - driver: The driver under test.
  ///   - folder: An existing folder that nothing else uses for databases named `audit…`.
  init(of driver: any DriverUnderTest, in folder: String) {
    self.driver = driver
    self.folder = folder
  }

  /// Tries a feature.
  func verdict(of feature: SQLFeature) async -> TrialVerdict {
    let trial = FeatureTrial(feature)
    do {
      switch trial.method {
      case .impossible(let reason): return .untried(reason)
      case .symbol(let name): return try await symbol(name)
      case .setting(let operation): return try await setting(operation)
      case .cipherCompatibility: return try await cipherCompatibility()
      case .uri(let uri): return try await verdict(of: uri)
      case .sql(let setup, let script, let place):
        return try await verdict(setup: setup, script: script, place: place, expecting: trial.expectation)
      }
    } catch {
      return .untried("\(error)")
    }
  }

  /// The connection that trials share.
  func connection() async throws -> any TrialConnection {
    if let shared { return shared }
    let made = try await fresh().connection
    shared = made
    return made
  }

  /// A connection to a new database of the driver, and how to reach it again.
  func fresh(
    _ adjust: (inout DriverRequest) -> Void = { _ in }
  ) async throws -> (connection: any TrialConnection, request: DriverRequest) {
    counter += 1
    var request = DriverRequest(folder: folder, name: "audit\(counter)")
    // A key that is not derived from a passphrase: that takes as long as all trials together.
    if driver.kinds.contains(.cipher) { request.key = .raw(Array(repeating: 9, count: 32)) }
    let plain = request
    adjust(&request)
    requests.append(request)
    let connection: any TrialConnection
    do { connection = try await open(request) } catch let error as DatabaseError {
      // A server with one database has none to spare, which says nothing about what it can do.
      guard !driver.isolatesCases, counter > 1, request == plain, error.code == .unsupportedFeature else { throw error }
      throw DatabaseError(.cannotOpen, error.message)
    }
    // Nothing here outlives the audit, so nothing has to reach the disk.
    if connection.local != nil { _ = await connection.run("PRAGMA synchronous=OFF") }
    return (connection, request)
  }

  /// Another connection to a database.
  func open(_ request: DriverRequest, _ role: ConnectionRole = .writer) async throws -> any TrialConnection {
    func opened<D: DatabaseDriver>(_ driver: D, _ layer: (any EngineLayer)?) async throws -> any TrialConnection {
      DriverTrialConnection(try await driver.open(role), layer)
    }
    return try await opened(try await driver.driver(for: request), driver.engineLayer)
  }

  /// Whether the driver opens connections without suspension.
  func isLocal(_ request: DriverRequest) async throws -> Bool {
    driver.engineLayer?.opensSynchronously(try await driver.driver(for: request)) ?? false
  }

  /// Opens a database without the driver, with the library of another connection.
  private func open(
    _ place: EngineLayerPlace, like local: any EngineLayerConnection, encryption: EngineLayerEncryption? = nil
  ) throws(DatabaseError) -> any TrialConnection {
    func trial(_ connection: some DriverConnection) -> any TrialConnection {
      DriverTrialConnection(connection, driver.engineLayer)
    }
    return trial(try local.open(place, encryption: encryption))
  }

  /// Closes what is open and removes the databases.
  func close() async {
    await shared?.close()
    shared = nil
    for request in requests { try? await driver.remove(request) }
    requests = []
  }

  // MARK: - SQL

  private func verdict(
    setup: String, script: String, place: FeatureTrial.Place, expecting expectation: FeatureExpectation
  ) async throws -> TrialVerdict {
    switch place {
    case .shared:
      let connection = try await connection()
      let verdict = await Self.verdict(setup, script, on: connection, expecting: expectation)
      if (setup + script).contains("CREATE "), !(await Self.dropEverything(on: connection)) {
        await connection.close()
        shared = nil
      }
      return verdict
    case .fresh:
      return await verdict(setup, script, onceOn: try await fresh().connection, expecting: expectation)
    case .file:
      if driver.kinds.contains(.file) {
        return await verdict(setup, script, onceOn: try await fresh().connection, expecting: expectation)
      }
      guard let local = try await connection().local else { return .untried("it needs a database in a file") }
      let file = try open(.file(path: path()), like: local)
      return await verdict(setup, script, onceOn: file, expecting: expectation)
    case .plain:
      guard try await connection().capabilities.encrypted else {
        return await verdict(setup, script, onceOn: try await fresh().connection, expecting: expectation)
      }
      guard let local = try await connection().local else { return .untried("it needs an unencrypted database") }
      return await verdict(setup, script, onceOn: try open(.memory, like: local), expecting: expectation)
    case .keyed:
      guard let keyed = try await keyedConnection() else { return .untried("it needs an encrypted database") }
      return await verdict(setup, script, onceOn: keyed, expecting: expectation)
    }
  }

  /// The number of rounds shows whether the format of version 1 was used.
  private func cipherCompatibility() async throws -> TrialVerdict {
    guard try await connection().capabilities.engine.cipherVersion != nil else {
      return .fails("the engine can't encrypt")
    }
    guard let local = try await connection().local else { return .untried("it needs a database with other settings") }
    let old: any TrialConnection
    do throws(DatabaseError) {
      old = try open(
        .file(path: path()), like: local,
        encryption: EngineLayerEncryption(rawKey: Array(repeating: 7, count: 32), compatibility: 1))
    } catch {
      guard error.code == .unsupportedFeature else { return .untried("\(error)") }
      // The driver refuses what it takes for unknown to the engine: the engine would ignore it.
      guard let keyed = try await keyedConnection() else { return .untried("it needs an encrypted database") }
      return await verdict(
        "PRAGMA cipher_compatibility=1", "PRAGMA kdf_iter", onceOn: keyed, expecting: .equals("4000"))
    }
    return await verdict("", "PRAGMA kdf_iter", onceOn: old, expecting: .equals("4000"))
  }

  /// Returns a connection to an encrypted database, or to a plain one if the engine can't encrypt.
  private func keyedConnection() async throws -> (any TrialConnection)? {
    let shared = try await connection()
    if shared.capabilities.encrypted || shared.capabilities.engine.cipherVersion == nil {
      return try await fresh().connection
    }
    guard let local = shared.local else { return nil }
    return try open(
      .file(path: path()), like: local, encryption: EngineLayerEncryption(rawKey: Array(repeating: 7, count: 32)))
  }

  private func path() -> String {
    counter += 1
    return "\(folder)/audit-own\(counter).db"
  }

  private func verdict(
    _ setup: String, _ script: String, onceOn connection: any TrialConnection,
    expecting expectation: FeatureExpectation
  ) async -> TrialVerdict {
    let verdict = await Self.verdict(setup, script, on: connection, expecting: expectation)
    await connection.close()
    return verdict
  }

  private static func verdict(
    _ setup: String, _ script: String, on connection: any TrialConnection, expecting expectation: FeatureExpectation
  ) async -> TrialVerdict {
    // An error of the setup is never the error that a trial expects.
    if case .failed(let error) = await connection.run(setup) {
      // What the trial sets for itself has nothing to do with the feature.
      let isOwn = setup.hasPrefix(FeatureTrial.withoutForeignKeys) && error.code == .unsupportedFeature
      return error.speaksForEngine && !isOwn ? .fails("\(error)") : .untried("\(error)")
    }
    let verdict = await connection.run(script).verdict(
      expecting: expectation, wholeReals: connection.capabilities.wholeReals)
    if case .fails = verdict, script.contains("pragma_pragma_list"),
      case .failed = await connection.run("SELECT 1 FROM pragma_pragma_list LIMIT 0")
    {
      return .untried("the engine doesn't list its PRAGMA statements")
    }
    return verdict
  }

  /// Drops every view and table. Virtual tables come before their shadow tables.
  private static func dropEverything(on connection: any TrialConnection) async -> Bool {
    for (schema, list) in [("main", "sqlite_master"), ("temp", "sqlite_temp_master")] {
      let next = """
        SELECT type, name FROM \(list) WHERE type IN ('table', 'view', 'trigger') AND name NOT LIKE 'sqlite~_%' ESCAPE '~' \
        ORDER BY type <> 'trigger', type <> 'view', rootpage LIMIT 1
        """
      // Each round drops one; dropping a virtual table takes others with it.
      for _ in 0..<64 {
        guard let row = try? await connection.firstRow(next, []) else { break }
        guard row.count == 2, case .text(let type) = row[0], case .text(let name) = row[1] else { return false }
        let drop = "DROP \(type.uppercased()) \(schema).\(SQLIdentifier.quote(name))"
        if case .failed = await connection.run(drop) { return false }
      }
    }
    return true
  }

  // MARK: - The library

  private func symbol(_ name: String) async throws -> TrialVerdict {
    guard let local = try await connection().local else { return .untried("there is no library to ask") }
    guard let found = EngineLibrarySymbols.contains(name, path: local.libraryPath) else {
      return .untried("the library \"\(local.libraryPath)\" can't be asked")
    }
    return found ? .works(nil) : .fails("the library doesn't export \(name)")
  }

  private func setting(_ operation: Int32) async throws -> TrialVerdict {
    guard let local = try await connection().local else { return .untried("there is no library to ask") }
    return try local.knowsSetting(operation) ? .works(nil) : .fails("the engine doesn't know setting \(operation)")
  }

  // MARK: - URIs

  /// Tries URI names by attaching them. Connections to named databases in memory support them.
  private func verdict(of uri: FeatureTrial.URI) async throws -> TrialVerdict {
    guard let local = try await connection().local else { return .untried("there is no library to ask") }
    counter += 1
    let name = "audit-" + DriverRequest(folder: folder, name: "\(counter)").identifier
    let first = try open(.sharedMemory(name: name), like: local)
    let verdict: Result<TrialVerdict, any Error>
    do { verdict = .success(try await self.verdict(of: uri, name, on: first, like: local)) } catch {
      verdict = .failure(error)
    }
    await first.close()
    return try verdict.get()
  }

  private func verdict(
    of uri: FeatureTrial.URI, _ name: String, on first: any TrialConnection, like local: any EngineLayerConnection
  ) async throws -> TrialVerdict {
    func attach(_ connection: any TrialConnection, _ text: String) async -> TrialOutcome {
      await connection.run("ATTACH \(SQLIdentifier.quoteText(text)) AS tried")
    }
    // The connection itself is in memory: files need the file system of the platform by name.
    #if os(Windows)
    let files = "vfs=win32"
    #else
    let files = "vfs=unix"
    #endif
    switch uri {
    case .filename:
      let outcome = await attach(first, "file:\(folder)/\(name).db?mode=rwc&\(files)")
      if case .failed(let error) = outcome { return .fails("\(error)") }
      _ = await first.run("CREATE TABLE tried.t(k)")
      return CaseFolder.hasFile("\(folder)/\(name).db") ? .works(nil) : .fails("the name was used as a path")
    case .immutable:
      let path = "\(folder)/\(name).db"
      let plain = try open(.file(path: path), like: local)
      _ = await plain.run("CREATE TABLE t(k)")
      await plain.close()
      if case .failed(let error) = await attach(first, "file:\(path)?immutable=1&\(files)") {
        return .fails("\(error)")
      }
      if case .failed(let error) = await first.run("SELECT k FROM tried.t") { return .fails("\(error)") }
      guard case .failed = await first.run("INSERT INTO tried.t VALUES(1)") else {
        return .fails("the file was written")
      }
      return .works(nil)
    case .sharedMemory, .sharedMemdb:
      let text =
        uri == .sharedMemdb ? "file:/\(name)-own?vfs=memdb" : "file:\(name)-own?mode=memory&cache=shared"
      if case .failed(let error) = await attach(first, text) { return .fails("\(error)") }
      let second = try open(.sharedMemory(name: name), like: local)
      let attached = await attach(second, text)
      _ = await first.run("CREATE TABLE tried.t(k)")
      let counted = await second.run("SELECT count(*) FROM tried.t")
      await second.close()
      if case .failed(let error) = attached { return .fails("\(error)") }
      return counted.verdict(expecting: .equals("0"))
    }
  }
}
