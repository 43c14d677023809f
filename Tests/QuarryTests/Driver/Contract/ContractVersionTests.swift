import Quarry
import QuarryMemory
import TestSupport
import Testing

/// A driver that was written for another contract is refused before it opens anything.
@Suite("The version of the contract")
struct ContractVersionTests {
  private struct OtherDriver: ForwardingDriver {
    let base = MemoryDriver()
    let version: Int
    let opened: Protected<Int>

    var traits: DriverTraits { DriverTraits(maximumReaders: 0, blocksThread: true, contractVersion: version) }

    nonisolated(nonsending) func open(
      _ role: ConnectionRole
    ) async throws(DatabaseError) -> sending MemoryDriver.Connection {
      opened.withLock { $0 += 1 }
      return try await base.open(role)
    }
  }

  private static let current = DriverTraits.currentContractVersion

  @Test(arguments: [.min, 0, 1, 2, current + 1, .max])
  func refused(_ version: Int) async throws {
    let driver = OtherDriver(version: version, opened: Protected(0))
    let error = try await databaseError { try await Database(driver) }
    #expect(error.code == .invalidConfiguration)
    #expect(error.message.contains("version \(version)") && error.message.contains("version \(Self.current)"))
    #expect(error.message.hasSuffix(version > Self.current ? "update Quarry" : "update the driver"))
    #expect(driver.opened.withLock { $0 } == 0)
  }

  @Test func supported() async throws {
    #expect(DriverTraits.supportedContractVersions.upperBound == Self.current)
    for version in DriverTraits.supportedContractVersions {
      let driver = OtherDriver(version: version, opened: Protected(0))
      let database = try await Database(driver)
      #expect(driver.opened.withLock { $0 } == 1)
      await database.close()
    }
  }
}
