#if Command
import Quarry
import QuarryDrivers

/// The drivers of the package by URL.
enum DriverRegistryForTests {
  static func driver(_ url: String) throws -> any DatabaseDriver { try DriverRegistry.standard.driver(url: url) }
}
#endif
