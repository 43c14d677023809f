import Quarry
import QuarryRemote
import Testing
import TestSupport

/// Reads after change tokens: made at a level at which they see every write that was answered before.
@Suite struct RqliteTokenTests {
  private static let rows = ("SELECT a FROM t" as SQLFragment).values(Int.self)
  private static let read = #"{"results":[{"columns":["a"],"types":["integer"],"values":[[1]]}]}"#

  @Test(arguments: [
    (RqliteReadLevel.none, "linearizable"), (.weak, "linearizable"), (.auto, "linearizable"),
    (.linearizable, "linearizable"), (.strong, "strong"),
  ])
  func aReadAfterATokenIsCurrent(_ level: RqliteReadLevel, _ expected: String) async throws {
    let script = try RqliteScript(level: level) { _, _ in .whole(Self.read) }
    let database = try await script.database()
    let token = try await database.changeToken()
    #expect(script.urls.isEmpty)
    #expect(try await database.fetchAll(Self.rows, after: token) == [1])
    #expect(try await database.fetchAll(Self.rows) == [1])
    try #require(script.urls.count == 2)
    #expect(script.urls[0].contains("level=\(expected)"))
    #expect(script.urls[1].contains("level=\(level.rawValue)"))
  }

  @Test func aTokenIsOfTheAddressesOrOfTheName() async throws {
    func database(_ addresses: [String], _ name: String? = nil) async throws -> Database {
      let script = try RqliteScript(addresses, level: .weak) { _, _ in .whole(Self.read) }
      return try await Database(script.driver, configuration: DatabaseConfiguration(databaseName: name))
    }
    let token = try await database(["https://n1:4001", "https://n2:4001"]).changeToken()
    #expect(try await database(["https://n2:4001", "https://n1:4001/"]).fetchAll(Self.rows, after: token) == [1])
    let error = await thrownError {
      _ = try await database(["https://n3:4001"]).fetchAll(Self.rows, after: token)
    }
    #expect(error?.code == .foreignChangeToken)
    let named = try await database(["https://n1:4001"], "shop").changeToken()
    #expect(try await database(["https://n3:4001"], "shop").fetchAll(Self.rows, after: named) == [1])
  }

  @Test func aClusterThatCannotConfirmIsAnErrorInTime() async throws {
    let script = try RqliteScript(level: .weak) { request, _ throws(HTTPError) in
      throw HTTPError(.timeout, mayHaveBeenSent: true, "nothing came in \(request.timeout)")
    }
    let database = try await script.database()
    let token = try await database.changeToken()
    let error = await thrownError {
      _ = try await database.fetchAll(Self.rows, after: token, within: .milliseconds(200))
    }
    #expect(error?.code == .changesNotReached && error?.isRetrySafe == true)
    #expect(script.requests.allSatisfy { $0.timeout <= .milliseconds(200) })
  }
}
