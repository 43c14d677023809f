import Foundation
import QuarrySQLite
import QuarrySQLiteEngine
import TestSupport
import Testing

@testable import Quarry

/// Every call comes to the same on its caller's thread and on the connection's.
@Suite struct SamePlaceTests {
  enum Verb: CaseIterable {
    case fetchOne, fetchAll, fetchCount, find, require, exists, page, fetchSet, fetchWriting
    case insert, insertReturning, update, delete, upsert, execute, violation, failure, decodingFailure, writeOnReader
    case begin, pragma

    func run(on database: Database) async throws -> String {
      func item(_ id: Int64) -> Item { Item(id, "item \(id)") }
      return switch self {
      case .fetchOne: "\(String(describing: try await database.fetchOne(Item.find(1))))"
      case .fetchAll: "\(try await database.fetchAll(Item.order { $0.id }))"
      case .fetchCount: "\(try await database.fetchCount(Item.all))"
      case .find: "\(String(describing: try await database.find(Item.self, 2)))"
      case .require: "\(try await database.require(Item.find(99)))"
      case .exists: "\(try await database.exists(Item.where { $0.id == 2 }))"
      case .page: "\(try await database.page(Item.order { $0.id }, size: 1).rows)"
      case .fetchSet: "\(try await database.fetchSet(Item.select { $0.id }).sorted())"
      case .fetchWriting:
        "\(try await database.fetchAll(Values("UPDATE Item SET name = 'w' WHERE id = 1 RETURNING name", isReadOnly: false)))"
      case .insert: "\(try await database.run(SQLInsert(item(0))))"
      case .insertReturning: "\(try await database.insert(item(0)))"
      case .update: "\(try await database.update(item(1)))"
      case .delete: "\(try await database.delete(item(3)))"
      case .upsert: "\(try await database.upsert(item(2)))"
      case .execute: "\(try await database.execute("UPDATE Item SET name = \("e") WHERE id = \(2)"))"
      case .violation: "\(try await database.run(SQLInsert(item(1))))"
      case .failure: "\(try await database.fetchAll(Values("SELECT json_extract('{', '$')")))"
      case .decodingFailure: "\(try await database.fetchAll(SQLFragment("SELECT 'x' AS id").decoded(as: Int.self)))"
      case .writeOnReader: "\(try await database.fetchAll(Values("DELETE FROM Item")))"
      case .begin: "\(try await database.execute("BEGIN"))"
      case .pragma: "\(try await database.execute("PRAGMA defer_foreign_keys = 1"))"
      }
    }
  }

  enum Isolation: CaseIterable {
    case task, mainActor, actor, detached, otherBody

    func run(_ verb: Verb, on database: Database) async -> CallOutcome {
      switch self {
      case .task: await CallOutcome { try await verb.run(on: database) }
      case .mainActor: await Self.onMainActor(verb, database)
      case .actor: await Caller().run(verb, on: database)
      case .detached: await Task.detached { await CallOutcome { try await verb.run(on: database) } }.value
      case .otherBody:
        await CallOutcome {
          let other = try await LocalDriver.memory.database(in: TemporaryFolder())
          let result = try await other.read { _ in try await verb.run(on: database) }
          await other.close()
          return result
        }
      }
    }

    @MainActor private static func onMainActor(_ verb: Verb, _ database: Database) async -> CallOutcome {
      await CallOutcome { try await verb.run(on: database) }
    }

    private actor Caller {
      func run(_ verb: Verb, on database: Database) async -> CallOutcome {
        await CallOutcome { try await verb.run(on: database) }
      }
    }
  }

  /// What happens to the database before the last call.
  enum Change: CaseIterable {
    case none, columnAdded, tableDropped, closed, readOnly, observed, inside, cancelled, locked
  }

  private func outcomes(
    _ place: StatementThread, _ driver: LocalDriver, _ verb: Verb, _ isolation: Isolation, _ change: Change
  ) async throws -> [CallOutcome] {
    let folder = try TemporaryFolder()
    var settings = SQLiteConnectionSettings()
    settings.busyTimeout = .milliseconds(20)
    let database = try await driver.database(
      in: folder, configuration: DatabaseConfiguration(statementThread: place), settings: settings)
    try await database.createTable(Item.self)
    try await database.insert((1...5).map { Item($0, "item \($0)") })
    var outcomes: [CallOutcome] = []
    for _ in 0..<6 { outcomes.append(await isolation.run(verb, on: database)) }
    switch change {
    case .none: outcomes.append(await isolation.run(verb, on: database))
    case .columnAdded:
      try await database.execute("ALTER TABLE Item ADD COLUMN more DEFAULT 5")
      outcomes.append(await isolation.run(verb, on: database))
    case .tableDropped:
      try await database.execute("DROP TABLE Item")
      outcomes.append(await isolation.run(verb, on: database))
    case .closed:
      await database.close()
      outcomes.append(await isolation.run(verb, on: database))
    case .readOnly:
      database.pool.isReadOnly = true
      outcomes.append(await isolation.run(verb, on: database))
      database.pool.isReadOnly = false
    case .observed:
      var values = database.observe(Item.order { $0.id }).makeAsyncIterator()
      _ = try await values.next()
      for _ in 0..<3 { outcomes.append(await isolation.run(verb, on: database)) }
      let number = database.hub.number
      outcomes.append(await isolation.run(verb, on: database))
      // What was committed was announced before the call returned.
      outcomes.append(await CallOutcome { database.hub.number > number })
    case .inside:
      outcomes.append(await CallOutcome { try await database.read { _ in try await verb.run(on: database) } })
    case .cancelled:
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await CallOutcome { try await verb.run(on: database) }
      }
      outcomes.append(await task.value)
    case .locked:
      guard driver != .memory else { break }
      let other = try driver.driver(in: folder).openSynchronously(.writer)
      try other.execute("BEGIN EXCLUSIVE")
      outcomes.append(await isolation.run(verb, on: database))
      try other.execute("COMMIT")
      other.closeSynchronously()
      outcomes.append(await isolation.run(verb, on: database))
    }
    if change != .closed, change != .tableDropped {
      outcomes.append(await CallOutcome { try await database.fetchAll(Item.order { $0.id }) })
    }
    await database.close()
    return outcomes
  }

  @Test(arguments: LocalDriver.engines, Verb.allCases) func everywhere(_ driver: LocalDriver, _ verb: Verb) async throws
  {
    for (index, change) in Change.allCases.enumerated() {
      // Each change with one isolation, another one for each verb; all meet in the course of the verbs.
      let isolations = Isolation.allCases
      let verbs = Verb.allCases
      let isolation = isolations[(index + (verbs.firstIndex(of: verb) ?? 0)) % isolations.count]
      let here = try await outcomes(.automatic, driver, verb, isolation, change)
      let there = try await outcomes(.connection, driver, verb, isolation, change)
      #expect(here == there, "\(verb) \(isolation) \(change)")
    }
  }
}
