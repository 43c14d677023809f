public import Quarry

/// What the suite found out about a driver before the first case.
public struct DriverProfile: Sendable {
  /// What a connection of the driver says it can do.
  public let capabilities: DriverCapabilities

  /// Creates a profile from what a connection says.
  public init(capabilities: DriverCapabilities) { self.capabilities = capabilities }

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
}
