internal import LinkedSQLite
public import Quarry
public import QuarryConformance

/// How the suite reaches a fresh database of the driver, and what the driver is.
public struct LinkedSQLiteUnderTest: DriverUnderTest {
  public let name = "linked-sqlite"
  public let kinds: Set<DriverKind> = [.file, .shared, .sqlite]

  public init() {}

  public func driver(for request: DriverRequest) throws -> any DatabaseDriver {
    guard request.key == .usual || request.key == .none else {
      throw DatabaseError(.unsupportedFeature, "this driver cannot encrypt: open the database without a key")
    }
    let mode: LinkedSQLiteDriver.Mode =
      switch request.access {
      case .readOnly: .readOnly
      case .readWrite: .readWrite
      case .readWriteCreate: .readWriteCreate
      }
    return LinkedSQLiteDriver(path: request.filePath, mode: mode, busyTimeout: request.busyTimeout ?? .seconds(5))
  }

  /// The program that plays the second process of some cases.
  public var processLauncher: ProcessLauncher? { ProcessLauncher(product: "LinkedSQLiteScenarios") }
}
