import Quarry
import TestSupport
import Testing

/// The values of an observation, asked for one by one in a task of its own.
actor Values<Source: AsyncSequence & Sendable> where Source.Element: Sendable, Source.AsyncIterator: Sendable {
  private var iterator: Source.AsyncIterator

  init(_ source: Source) { iterator = source.makeAsyncIterator() }

  /// The next value, for which it may wait.
  func next() async throws -> Source.Element? {
    var iterator = iterator
    defer { self.iterator = iterator }
    return try await iterator.next()
  }
}

/// A value that is asked for, and may not have come yet.
final class Asked<Value: Sendable>: Sendable {
  private let result = Shared<Result<Value?, any Error>?>(nil)
  let task: Task<Void, Never>

  init<Source>(_ values: Values<Source>) where Source.Element == Value {
    let result = result
    task = Task {
      do {
        let value = try await values.next()
        result.set(.success(value))
      } catch {
        result.set(.failure(error))
      }
    }
  }

  var hasCome: Bool { result.value != nil }

  var value: Value? {
    get async throws {
      await task.value
      return try result.value?.get()
    }
  }
}

extension Database {
  /// A database of a test's own with the tables of these tests.
  static func observed(
    _ driver: TestSupport.LocalDriver, in folder: TemporaryFolder,
    configuration: DatabaseConfiguration = DatabaseConfiguration()
  ) async throws -> Database {
    let database = try await driver.database(in: folder, configuration: configuration)
    try await database.executeScript(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER);
      CREATE TABLE other (id INTEGER PRIMARY KEY, n INTEGER);
      INSERT INTO t VALUES (1, 10, 100), (2, 20, 200);
      INSERT INTO other VALUES (1, 1);
      """)
    return database
  }
}

/// The sum of a column, and how often it was fetched.
struct CountedSum: Sendable {
  let fetches = Shared(0)
  let text: String

  init(_ text: String = "SELECT sum(a) FROM t") { self.text = text }

  func observation(_ database: Database, removingDuplicates: Bool = true) -> DatabaseObservation<Int64> {
    database.observe(removingDuplicates: removingDuplicates) { [fetches, text] transaction in
      fetches.update { $0 += 1 }
      return try await transaction.fetchOne(SQLFragment(raw: text).values(Int64.self)) ?? 0
    }
  }
}
