import QuarryMemory
import TestSupport
import Testing

@testable import Quarry

/// A query or a command is rendered, and refused, before it waits for a connection.
@Suite struct RenderingFirstTests {
  /// A query that is refused, or counts how often it is rendered.
  private struct Counted: SQLFetchable, SQLCommand {
    let renderings = Protected(0)
    var refusal: DatabaseError?

    func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
      renderings.withLock { $0 += 1 }
      if let refusal { throw refusal }
      return "SELECT 1"
    }
    func decode(_ row: inout SQLRowDecoder) throws -> Int { try row.decode(Int.self, coding: nil) }
    func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Never, Void> {
      .single(try statement(for: context))
    }
  }

  private enum Verb: CaseIterable {
    case all, first, count, rows, command

    func run(_ query: Counted, on database: Database) async throws {
      switch self {
      case .all: _ = try await database.fetchAll(query)
      case .first: _ = try await database.fetchOne(query)
      case .count: _ = try await database.fetchCount(query)
      case .rows: for try await _ in database.rows(query) {}
      case .command: try await database.run(query)
      }
    }
  }

  private func code(_ body: () async throws -> Void) async -> DatabaseError.Code? {
    do {
      try await body()
      return nil
    } catch { return (error as? DatabaseError)?.code ?? .misuse }
  }

  @Test(arguments: LocalDriver.allCases) func onceAndBeforeWaiting(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(
      in: folder, configuration: DatabaseConfiguration(maximumReaders: 1))
    let refusal = DatabaseError(.invalidQuery, "refused")
    for verb in Verb.allCases {
      let query = Counted()
      try await verb.run(query, on: database)
      #expect(query.renderings.withLock { $0 } == 1, "\(verb)")
    }
    // All connections are in use: who is refused does not wait for them.
    try await database.write { _ in
      await Task.detached {
        for verb in Verb.allCases {
          #expect(await self.code { try await verb.run(Counted(refusal: refusal), on: database) } == .invalidQuery)
        }
      }.value
      // Inside a body, it is the body that is wrong.
      for verb in Verb.allCases {
        #expect(await self.code { try await verb.run(Counted(refusal: refusal), on: database) } == .reentrantAccess)
      }
    }
    await database.close()
    for verb in Verb.allCases {
      #expect(await code { try await verb.run(Counted(refusal: refusal), on: database) } == .connectionClosed)
    }
  }

  /// A connection that was opened later may lead to another engine.
  @Test func anotherEngineRendersAgain() throws {
    let contexts = SQLGenerationContexts(policy: .lower)
    var capabilities = DriverCapabilities(
      engine: KnownEngines.debian12, transactions: .interactive, limits: EngineLimits())
    let first = contexts.context(for: capabilities)
    let same = contexts.context(for: capabilities)
    capabilities.limits.parameters += 1
    let other = contexts.context(for: capabilities)
    let query = Counted()
    let rendered = SpecializedQuery(query, try query.statement(for: first), for: first)
    let command = ReadyCommand(query, try query.machine(for: first), for: first)
    #expect(query.renderings.withLock { $0 } == 2)
    _ = try rendered.statement(for: same)
    _ = try command.machine(for: first)
    #expect(query.renderings.withLock { $0 } == 2)
    _ = try rendered.statement(for: other)
    // What equivalents know of the schema belongs to one connection.
    _ = try command.machine(for: same)
    #expect(query.renderings.withLock { $0 } == 4)
    let statement = ReadyStatement("SELECT 1", for: first)
    #expect(statement.isFor(first) && statement.isFor(same) && !statement.isFor(other))
  }
}
