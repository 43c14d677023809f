public import Quarry

/// The facts about a driver that the suite determines before the first case.
public struct DriverProfile: Sendable {
  /// The capabilities of a connection.
  public let capabilities: DriverCapabilities

  /// Creates a profile from the capabilities of a connection.
  public init(capabilities: DriverCapabilities) { self.capabilities = capabilities }

  /// Opens a database of the driver and reads its capabilities.
  ///
  /// - Parameters:
  ///   - driver: The driver under test.
  ///   - folder: An existing folder for the database.
  /// - Throws: The error of the driver if it can't be opened or doesn't answer `SELECT 1`.
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
