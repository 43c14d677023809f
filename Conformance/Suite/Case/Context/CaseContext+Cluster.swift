internal import Quarry

extension CaseContext {
  /// Returns the nodes of the case's database, which are healed after the case. If the harness can't address nodes, or
  /// lacks the needed controls, the case ends as not applicable.
  ///
  /// - Parameter controls: At least one of these is needed, if there are any.
  func cluster(with controls: ClusterControl...) async throws -> any ClusterUnderTest {
    let request = request()
    resources.withLock { _ = $0.requests.insert(request) }
    guard let clustered = driver as? any ClusteredDriverUnderTest,
      let cluster = try await clustered.cluster(for: request)
    else { throw notApplicable("the harness can't address the nodes: see ClusteredDriverUnderTest") }
    guard controls.isEmpty || controls.contains(where: cluster.controls.contains) else {
      let purposes = controls.map(\.purpose).joined(separator: ", or ")
      throw notApplicable("the harness can't \(purposes): see ClusterUnderTest")
    }
    resources.withLock { $0.clusters.append(cluster) }
    return cluster
  }

  /// Opens the database of the case by a route. It is closed after the case.
  func database(
    in cluster: any ClusterUnderTest, at node: String? = nil, level: ClusterReadLevel? = nil,
    deadline: Duration? = nil
  ) async throws -> Database {
    let driver = try await cluster.driver(by: ClusterRoute(node: node, level: level, deadline: deadline))
    // Drivers that go by addresses would take each way for another database.
    let name = "cluster \(request().identifier)"
    let database = try await Database(
      driver, configuration: DatabaseConfiguration(maximumReaders: 2, databaseName: name))
    resources.withLock { $0.databases.append(database) }
    return database
  }

  /// Opens a node's copy of the database, at the level `eventual` if there is one.
  func copy(of node: String, in cluster: any ClusterUnderTest) async throws -> Database {
    let level: ClusterReadLevel = cluster.levels(at: node).contains(.eventual) ? .eventual : .strong
    return try await database(in: cluster, at: node, level: level)
  }

  /// Asserts that a text returns certain rows within 20 seconds.
  @discardableResult
  func expectEventually(
    _ executor: some SQLExecutor, _ fragment: SQLFragment, _ expected: [[SQLValue]], _ message: String,
    file: StaticString = #fileID, line: UInt = #line
  ) async -> Bool {
    for _ in 0..<1000 {
      if case .rows(let rows) = await reading(executor, fragment), rows.isIdentical(to: expected) { break }
      do { try await Task.sleep(for: .milliseconds(20)) } catch { break }
    }
    return await expectRows(executor, fragment, expected, message, file: file, line: line)
  }
}

extension ClusterUnderTest {
  /// Makes another node the leader, or the same one after a restart, with the available controls.
  ///
  /// - Parameter isCrash: Whether to stop the leader if both ways are possible.
  func changeLeader(isCrash: Bool) async throws {
    if controls.contains(.stepDown), !isCrash || !controls.contains(.stopNodes) { return try await stepDown() }
    guard let leader = try await leader() else { return }
    try await stop(leader)
    try await start(leader)
  }
}
