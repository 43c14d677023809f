internal import Logging
public import Quarry

extension CaseContext {
  /// Returns a request for a database of this case. The same name is the same database.
  public func request(_ name: String = "main") -> DriverRequest { DriverRequest(folder: folder, name: name) }

  /// Returns a name that no other database of this case has.
  public func uniqueName(_ prefix: String = "fresh") -> String {
    resources.withLock { resources in
      resources.counter += 1
      return "\(prefix)\(resources.counter)"
    }
  }

  /// Opens a database of this case. It is closed after the case.
  ///
  /// - Parameters:
  ///   - name: The name within the case. The same name is the same database for drivers of kind `shared`.
  ///   - policy: What happens to features that the engine lacks.
  ///   - readers: The largest number of reader connections.
  /// - Throws: The error of opening the database.
  public func database(
    _ name: String = "main", policy: FeaturePolicy = .lower, readers: Int = 2
  ) async throws -> Database {
    try await database(request(name), DatabaseConfiguration(maximumReaders: readers, featurePolicy: policy))
  }

  /// Opens a database for a request. It is closed after the case.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - configuration: How the database uses its driver.
  /// - Throws: The error of opening the database.
  public func database(
    _ request: DriverRequest, _ configuration: DatabaseConfiguration = DatabaseConfiguration(maximumReaders: 2)
  ) async throws -> Database {
    let database = try await opened(request, configuration)
    resources.withLock { $0.databases.append(database) }
    return database
  }

  private func opened(_ request: DriverRequest, _ configuration: DatabaseConfiguration) async throws -> Database {
    resources.withLock { _ = $0.requests.insert(request) }
    var configuration = configuration
    // Cases provoke what a log is meant to tell.
    if configuration.logger == nil {
      configuration.logger = Logger(label: "conformance") { _ in SwiftLogNoOpLogHandler() }
    }
    return try await Database(try await made(for: request), configuration: configuration)
  }

  /// Executes statements in as few batches as the driver allows.
  func execute(_ statements: [SQLFragment], on database: Database) async throws {
    let portion = max(1, min(profile.capabilities.limits.batchStatements, statements.count))
    for start in stride(from: 0, to: statements.count, by: portion) {
      let part = statements[start..<min(start + portion, statements.count)]
      try await database.batch { batch in for statement in part { batch.execute(statement) } }
    }
  }

  /// Returns a driver for a request, for cases that open connections themselves. Its database is removed after the
  /// case.
  ///
  /// - Throws: The error of the harness.
  public func driver(for request: DriverRequest) async throws -> any DatabaseDriver {
    resources.withLock { _ = $0.requests.insert(request) }
    return try await made(for: request)
  }

  /// Asks the harness for a driver. If the case needs more databases than there are, it ends as not applicable.
  private func made(for request: DriverRequest) async throws -> any DatabaseDriver {
    do { return try await driver.driver(for: request) } catch let error as DatabaseError {
      let others = resources.withLock { $0.requests.subtracting([request]) }
      guard error.code == .unsupportedFeature, request == self.request(request.name), isOf(.remote),
        others.contains(where: { $0.name != request.name })
      else { throw error }
      leaveOut("needs several databases at a time: \(error.message)")
      throw Stopped()
    }
  }

  /// Opens a session on a separate connection, without suspension, for cases of kind `local`. The caller closes it.
  ///
  /// - Throws: The error of opening the connection.
  public func session(_ name: String = "main", policy: FeaturePolicy = .lower) async throws -> SQLSession {
    try await session(request(name), policy: policy)
  }

  /// Opens a session on a separate connection, for cases of kind `local`. The caller closes it.
  ///
  /// - Throws: The error of opening the connection.
  public func session(_ request: DriverRequest, policy: FeaturePolicy = .lower) async throws -> SQLSession {
    try await session(on: try await driver(for: request), policy)
  }

  private func session<D: DatabaseDriver>(on driver: D, _ policy: FeaturePolicy) async throws -> SQLSession {
    let connection = try await driver.open(.writer)
    guard let local = connection as? any SynchronousDriverConnection else {
      await connection.close()
      fail(
        "a driver of kind local opens connections that never suspend",
        expected: "any SynchronousDriverConnection", actual: "\(D.Connection.self)")
      throw Stopped()
    }
    return SQLSession(connection: local, policy: policy)
  }

  /// Closes every database of the case and removes what it created.
  func cleanUp() async {
    let (databases, requests, processes, proxies, clusters) = resources.withLock {
      ($0.databases, $0.requests, $0.processes, $0.proxies, $0.clusters)
    }
    for proxy in resources.withLock({ $0.byteProxies }) { proxy.close() }
    for process in processes { await process.kill() }
    for cluster in clusters {
      do { try await cluster.heal() } catch { fail("the cluster takes writes again: \(error)") }
    }
    // Nothing waits for a fault any more.
    for proxy in proxies { proxy.play(.close(served: false)) }
    for database in databases { await database.close() }
    for proxy in proxies { proxy.close() }
    for request in requests {
      do { try await driver.remove(request) } catch { fail("the database of the case can be removed: \(error)") }
    }
    resources.withLock { $0 = Resources() }
  }
}

extension CaseContext {
  /// Returns the rows of a text as plain values.
  ///
  /// - Throws: The error of the query.
  public func rows(_ executor: some SQLExecutor, _ fragment: SQLFragment) async throws -> [[SQLValue]] {
    try await executor.fetchAll(fragment.rows()).map(\.values)
  }

  /// Returns the first value of the first row of a text.
  ///
  /// - Throws: The error of the query.
  public func value(_ executor: some SQLExecutor, _ fragment: SQLFragment) async throws -> SQLValue? {
    try await rows(executor, fragment).first?.first
  }
}
