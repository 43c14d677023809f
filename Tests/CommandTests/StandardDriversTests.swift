#if Command
import Quarry
import QuarryDrivers
import Testing

@Suite struct StandardDriversTests {
  @Test func everySchemeOpens() async throws {
    let folder = try ScratchFolder()
    let expected: Set = [
      "memory", "sqlcipher", "sqlite", "hrana+http", "hrana+https", "libsql", "persql+http", "persql+https",
      "rqlite+http", "rqlite+https",
    ]
    #expect(expected.isSubset(of: DriverRegistry.standard.schemes))
    for url in ["memory:", folder.plain("a.db"), folder.encrypted("b.db")] {
      let database = try await Database(url: url)
      #expect(url.hasPrefix(database.driverName + ":"))
      let query: SQLFragment = "SELECT 6 * 7"
      let answers = try await database.fetchAll(query.values(Int.self))
      #expect(answers == [42])
      await database.close()
    }
  }

  @Test func aConfigurationOpens() async throws {
    var configuration = DriverConfiguration(url: try DriverURL("memory:"))
    configuration.database.featurePolicy = .strict
    let database = try await Database(configuration: configuration)
    #expect(database.driverName == "memory")
    await database.close()
  }

  @Test func anUnknownSchemeNamesTheKnownOnes() async throws {
    let error = await #expect(throws: DatabaseError.self) { _ = try await Database(url: "nowhere:x") }
    #expect(error?.code == .invalidConfiguration)
    for scheme in DriverRegistry.standard.schemes { #expect(error?.message.contains(scheme) == true) }
  }
}
#endif
