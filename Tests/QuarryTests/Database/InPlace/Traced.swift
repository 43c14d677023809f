import Foundation
import Quarry
import TestSupport
import Testing

/// The kind of thread that ran a statement.
enum StatementPlace: Sendable, Hashable { case caller, connection }

/// The threads of a database's connections, noted when they are opened.
final class ConnectionThreads: Sendable {
  private let threads = Shared<Set<ObjectIdentifier>>([])

  func note() { threads.update { $0.insert(ObjectIdentifier(Thread.current)) } }

  var current: StatementPlace { threads.value.contains(ObjectIdentifier(Thread.current)) ? .connection : .caller }
}

/// A query whose rows tell where they were read. Tells of each batch.
struct TracedQuery: SQLFetchable {
  var fragment: SQLFragment
  let threads: ConnectionThreads
  let places = Shared<[StatementPlace]>([])

  init(_ fragment: SQLFragment, _ threads: ConnectionThreads) {
    self.fragment = fragment
    self.threads = threads
  }

  func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment { fragment }

  func decode(_ row: inout SQLRowDecoder) throws -> SQLValue {
    places.update { $0.append(threads.current) }
    return try row.decode(SQLValue.self, coding: nil)
  }
}

/// A command of one or more statements on their own, which tells where each ended and what rows it gave.
struct TracedCommand: SQLCommand {
  var fragments: [SQLFragment]
  let threads: ConnectionThreads
  let places = Shared<[StatementPlace]>([])

  init(_ threads: ConnectionThreads, _ fragments: SQLFragment...) {
    self.fragments = fragments
    self.threads = threads
  }

  struct Output: Sendable, Equatable {
    var changes: [Int64] = []
    var rows: [SQLValue] = []
  }

  /// Its rows are in an object, as those of Quarry's own machines are.
  struct Machine: SQLCommandMachine {
    var rest: ArraySlice<SQLFragment>
    let threads: ConnectionThreads
    let places: Shared<[StatementPlace]>
    let found = Shared(Output())

    var isAtomicGroup: Bool { false }
    mutating func next() -> SQLFragment? { rest.popFirst() }
    mutating func receive(_ row: inout SQLRowDecoder) throws {
      let value = try row.decode(SQLValue.self, coding: nil)
      found.update { $0.rows.append(value) }
    }
    mutating func finish(_ result: StatementResult) {
      places.update { $0.append(threads.current) }
      found.update { $0.changes.append(result.affectedRows) }
    }
    func output() -> Output { found.value }
  }

  func machine(for context: SQLGenerationContext) -> Machine {
    Machine(rest: fragments[...], threads: threads, places: places)
  }
}

/// What a call came to, so that two ways of running it can be compared.
struct CallOutcome: Equatable, CustomStringConvertible {
  var description: String

  init<R>(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R) async {
    do {
      description = "\(try await body())"
    } catch let error as DatabaseError {
      description =
        "\(error.code) \(error.message) \(String(describing: error.engineCode)) \(String(describing: error.sql)) "
        + "\(error.outcome) \(error.isRetrySafe) \(String(describing: error.isTransactionOpen))"
    } catch {
      description = "\(error)"
    }
  }
}

extension Database {
  /// A database with a table of one row.
  static func prepared(
    _ driver: LocalDriver, _ folder: TemporaryFolder, _ threads: ConnectionThreads,
    _ configuration: DatabaseConfiguration = DatabaseConfiguration()
  ) async throws -> Database {
    var configuration = configuration
    // However busy the machine is.
    configuration.longStatement = .max
    let database = try await Database(
      driver.driver(in: folder) { _, _ in threads.note() }, configuration: configuration)
    try await database.executeScript("CREATE TABLE t (id INTEGER PRIMARY KEY, n UNIQUE); INSERT INTO t VALUES (1, 10)")
    return database
  }

  /// Runs a query until it runs on the caller's thread.
  func warm(_ query: TracedQuery) async throws {
    for _ in 0..<3 { _ = try await fetchAll(query) }
    #expect(query.places.value.last == .caller)
  }

  /// Runs a command until it runs on the caller's thread.
  func warm(_ command: TracedCommand) async throws {
    for _ in 0..<3 { _ = try await run(command) }
    #expect(command.places.value.last == .caller)
  }
}
