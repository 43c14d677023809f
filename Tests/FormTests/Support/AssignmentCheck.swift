import Foundation
import Quarry
import Testing

/// A row with a column that is never NULL and one that may be.
protocol AssignedRow: SQLCodable, Sendable {
  static var id: SQLColumn<Int64> { get }
}

/// Assigns to a row and compares what it holds afterwards.
struct AssignmentCheck<Row: AssignedRow> {
  let database: Database
  let row: Row
  let new: Row

  func prepare() async throws { try await database.createTable(Row.self) }

  /// Updates the row and compares one column.
  func update<Value: SQLValueConvertible>(
    _ column: any KeyPath<Row, Value> & Sendable, _ wanted: Value, sourceLocation: SourceLocation = #_sourceLocation,
    _ set: (inout SQLAssignments<Row>) -> Void
  ) async throws {
    let command = SQLUpdate(Row.all, set: set)
    try await check(column, wanted, sourceLocation) { try $0.run(command) }
  }

  /// Inserts a record with the same key, where a conflict assigns, and compares one column.
  func upsert<Value: SQLValueConvertible>(
    _ column: any KeyPath<Row, Value> & Sendable, _ wanted: Value, sourceLocation: SourceLocation = #_sourceLocation,
    _ set: (inout SQLAssignments<Row>, SQLExcluded<Row>) -> Void
  ) async throws {
    let command = SQLInsert(new).onConflict(Row.id).doUpdate(set: set)
    try await check(column, wanted, sourceLocation) { try $0.run(command) }
  }

  private func check<Value: SQLValueConvertible>(
    _ column: any KeyPath<Row, Value> & Sendable, _ wanted: Value, _ sourceLocation: SourceLocation,
    _ run: @escaping @Sendable (SQLSession) throws -> SQLChangeResult
  ) async throws {
    let row = row
    let (affected, stored) = try await database.write { session in
      try session.delete(Row.all)
      try session.insert(row)
      let result = try run(session)
      return (result.affectedRows, try session.fetchAll(Row.all))
    }
    #expect(affected == 1, sourceLocation: sourceLocation)
    // Compared as it is stored, because not every type can be compared.
    #expect(
      try stored.map { try $0[keyPath: column].sqlValue() } == [wanted.sqlValue()], sourceLocation: sourceLocation)
  }
}

enum Color: String, SQLValueConvertible { case red, green, blue }

enum Level: Int, SQLValueConvertible { case low, high, top }

struct Address: SQLJSONConvertible { var street: String }

/// Numbers that are stored as JSON and written as an array.
struct Numbers: SQLJSONConvertible, ExpressibleByArrayLiteral {
  var numbers: [Int]
  init(arrayLiteral elements: Int...) { numbers = elements }
}

func someDay(_ number: Int) -> Date { Date(timeIntervalSince1970: Double(number) * 86_400) }

func someUUID(_ number: UInt8) -> UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number)) }

/// Every form of an assignment for every kind of column; the files beside this one are generated.
@Suite("Assignments") struct AssignmentTests {}
