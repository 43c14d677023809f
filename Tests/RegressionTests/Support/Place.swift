import Foundation
import Quarry
import QuarryMemory
import QuarrySQLCipher
import QuarrySQLite
import QuarrySQLiteEngine
import Testing

/// Where a test runs: a plain file on SQLite 3.40, an encrypted one on SQLite 3.15, and memory.
enum Place: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case sqlite, sqlcipher, memory

  var testDescription: String { rawValue }

  static let key = SQLCipherKey.raw(Array(repeating: 7, count: 32))

  /// Opens a database of the test's own, without suspension.
  func context(
    in folder: TemporaryFolder, policy: FeaturePolicy = .lower,
    settings: SQLiteConnectionSettings = SQLiteConnectionSettings()
  ) throws -> SQLContext {
    switch self {
    case .sqlite: try SQLContext(SQLiteDriver(path: folder.file("a.db"), settings: settings), policy: policy)
    case .sqlcipher:
      try SQLContext(SQLCipherDriver(path: folder.file("c.db"), key: Self.key, settings: settings), policy: policy)
    case .memory: try SQLContext(MemoryDriver(settings: settings), policy: policy)
    }
  }

  /// Opens the same database with a pool.
  func database(
    in folder: TemporaryFolder, configuration: DatabaseConfiguration = DatabaseConfiguration(),
    settings: SQLiteConnectionSettings = SQLiteConnectionSettings()
  ) async throws -> Database {
    switch self {
    case .sqlite:
      try await Database(
        SQLiteDriver(path: folder.file("a.db"), settings: settings), configuration: configuration)
    case .sqlcipher:
      try await Database(
        SQLCipherDriver(path: folder.file("c.db"), key: Self.key, settings: settings), configuration: configuration)
    case .memory: try await Database(MemoryDriver(settings: settings), configuration: configuration)
    }
  }
}

/// The error that a body throws; the test fails when it throws none or another one.
@discardableResult
func failure(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> some Any
) throws -> DatabaseError {
  try #require(throws: DatabaseError.self, sourceLocation: sourceLocation) { _ = try body() }
}

/// The error that a body throws; the test fails when it throws none or another one.
@discardableResult
func failure(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> some Any
) async throws -> DatabaseError {
  do {
    _ = try await body()
  } catch let error as DatabaseError {
    return error
  }
  Issue.record("no error was thrown", sourceLocation: sourceLocation)
  throw NoError()
}

struct NoError: Error {}

extension SQLSession {
  /// All rows of a text as plain values.
  func values(_ fragment: SQLFragment) throws -> [[SQLValue]] { try fetchAll(fragment.rows()).map(\.values) }

  /// The single value of a text.
  func value(_ fragment: SQLFragment) throws -> SQLValue? { try values(fragment).first?.first }
}

/// Whether two lists of rows are equal in class and bits.
func isIdentical(_ left: [[SQLValue]], _ right: [[SQLValue]]) -> Bool {
  left.count == right.count
    && zip(left, right).allSatisfy { left, right in
      left.count == right.count && zip(left, right).allSatisfy { $0.isIdentical(to: $1) }
    }
}

/// Waits, without fixed sleeps, until a condition holds.
func eventually(_ condition: () async throws -> Bool) async throws {
  for _ in 0..<15_000 {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(2))
  }
  Issue.record("a condition did not become true in time")
}
