public import Quarry

/// What the suite found out about a driver before the first case.
public struct DriverProfile: Sendable {
  /// What a connection of the driver says it can do.
  public let capabilities: Capabilities

  /// Creates a profile from what a connection says.
  public init(capabilities: Capabilities) { self.capabilities = capabilities }

  /// Opens a database of the driver and asks it.
  ///
  /// - Parameters:
  ///   - driver: the driver under test.
  ///   - folder: an existing folder for the database.
  /// - Throws: what the driver throws when it cannot be opened or does not answer `SELECT 1`.
  public init(of driver: any DriverUnderTest, in folder: String) async throws {
    let request = DriverRequest(folder: folder, name: "profile")
    let database = try await Database(try await driver.driver(for: request))
    do {
      _ = try await database.fetchAll(("SELECT 1" as SQLFragment).rows())
    } catch {
      await database.close()
      try? await driver.remove(request)
      throw error
    }
    capabilities = database.capabilities
    await database.close()
    try await driver.remove(request)
  }

  /// Which half of a case runs on the driver, or why none does.
  func plan(for conformanceCase: ConformanceCase, kinds: Set<DriverKind>, hasLauncher: Bool) -> CaseHalf {
    if case .driver(let needed) = conformanceCase.mark, let missing = needed.first(where: { !kinds.contains($0) }) {
      return .notApplicable("kind: \(missing.rawValue)")
    }
    if conformanceCase.usesProcesses, !hasLauncher {
      return .notApplicable("the host cannot start a second process: give the driver under test a ProcessLauncher")
    }
    let lacksFeature = conformanceCase.mark.features.contains { !capabilities.engine.supports($0) }
    let lacksCapability = conformanceCase.needs.contains { !$0.isMet(by: capabilities) }
    return lacksFeature || lacksCapability ? .absent : .present
  }
}

/// Which part of a case runs.
public enum CaseHalf: Sendable, Hashable {
  /// What holds where the driver has what the case is about.
  case present
  /// What holds where it does not.
  case absent
  /// Nothing; the reason is given.
  case notApplicable(String)

  /// The word in reports.
  public var name: String {
    switch self {
    case .present: "present"
    case .absent: "absent"
    case .notApplicable: "none"
    }
  }
}
