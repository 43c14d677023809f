import Foundation
import Quarry
import QuarryMemory
import QuarrySQLCipher
import QuarrySQLite
import Testing

/// A folder of its own for one test.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("quarry-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}

/// The local drivers that every test of the pool runs on.
enum LocalDriver: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case sqlite, sqlcipher, memory, sharedMemory

  var testDescription: String { rawValue }

  func open(
    in folder: TemporaryFolder, configuration: DatabaseConfiguration = DatabaseConfiguration()
  ) async throws -> Database {
    switch self {
    case .sqlite: try await Database(SQLiteDriver(path: folder.path("a.db")), configuration: configuration)
    case .sqlcipher:
      try await Database(
        SQLCipherDriver(path: folder.path("c.db"), key: .raw(Array(repeating: 7, count: 32))),
        configuration: configuration)
    case .memory: try await Database(MemoryDriver(), configuration: configuration)
    case .sharedMemory: try await Database(MemoryDriver(name: UUID().uuidString), configuration: configuration)
    }
  }
}

/// Whole rows of plain values, read from SQL text.
struct Values: SQLFetchable {
  var fragment: SQLFragment
  var isReadOnly = true

  init(_ fragment: SQLFragment, isReadOnly: Bool = true) {
    self.fragment = fragment
    self.isReadOnly = isReadOnly
  }

  func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment { fragment }

  func decode(_ row: inout SQLRowDecoder) throws -> SQLValue { try row.decode(SQLValue.self, coding: nil) }
}

/// Waits, without fixed sleeps, until a condition holds.
func eventually(_ condition: () async throws -> Bool) async throws {
  for _ in 0..<15_000 {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(2))
  }
  Issue.record("a condition did not become true in time")
}

/// A statement that runs for a very long time unless it is interrupted.
let endless: SQLFragment = """
  WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c
  """

struct Refused: Error, Equatable {}

/// A value that several tasks see.
final class Shared<Value: Sendable>: Sendable {
  private let mutex: Protected<Value>

  init(_ value: Value) { mutex = Protected(value) }

  var value: Value { mutex.withLock { $0 } }

  func set(_ value: Value) { mutex.withLock { $0 = value } }

  func update(_ body: (inout Value) -> Void) { mutex.withLock { body(&$0) } }
}
