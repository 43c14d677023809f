import CQuarrySQLite
import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// Runs commands and queries on one connection, straight through the table of functions.
final class CommandRunner {
  private let connection: RawConnection
  let context: SQLGenerationContext
  /// Every statement that was sent.
  private(set) var log: [String] = []

  /// - Parameters:
  ///   - policy: whether equivalents may stand for missing features.
  ///   - without: features to hide, so that their equivalents run on an engine that has them.
  init(_ library: SQLiteLibrary, policy: FeaturePolicy = .lower, without hidden: [SQLFeature] = []) throws {
    connection = try RawConnection(library)
    let options = try CommandRunner.options(connection)
    let version = try #require(EngineVersion(try connection.text("SELECT sqlite_version()") ?? ""))
    let found = DatabaseEngine.expected(product: .sqlite, version: version, compileOptions: options)
    var features = found.features
    for feature in hidden { features.remove(feature) }
    let engine = DatabaseEngine(
      product: .sqlite, version: version, compileOptions: options, features: features, absence: found.absence)
    context = SQLGenerationContext(
      capabilities: DriverCapabilities(engine: engine, transactions: .interactive, limits: EngineLimits()),
      policy: policy)
  }

  private static func options(_ connection: borrowing RawConnection) throws -> CompileOptions {
    var lines: [String] = []
    let statement = try connection.prepare("PRAGMA compile_options")
    defer { _ = connection.api.pointee.finalize(statement) }
    while connection.api.pointee.step(statement) == SQLITE_ROW {
      if let text = connection.api.pointee.column_text(statement, 0) { lines.append(String(cString: text)) }
    }
    return CompileOptions(lines)
  }

  /// Runs a command as the core does: in a savepoint when it asks for one.
  @discardableResult
  func run<Command: SQLCommand>(_ command: Command) throws -> Command.Output {
    var machine = try command.machine(for: context)
    guard machine.isAtomicGroup else { return try lead(&machine) }
    try execute("SAVEPOINT command")
    do {
      let output = try lead(&machine)
      try execute("RELEASE command")
      return output
    } catch {
      try execute("ROLLBACK TO command")
      try execute("RELEASE command")
      throw error
    }
  }

  private func lead<Machine: SQLCommandMachine>(_ machine: inout Machine) throws -> Machine.Output {
    while let fragment = try machine.next() {
      let result = try step(fragment) { try machine.receive(&$0) }
      try machine.finish(result)
    }
    return try machine.output()
  }

  /// All rows of a query.
  func fetch<Query: SQLFetchable>(_ query: Query) throws -> [Query.Row] {
    var rows: [Query.Row] = []
    _ = try step(try query.statement(for: context)) { rows.append(try query.decode(&$0)) }
    return rows
  }

  /// All rows of SQL text, as plain values.
  func values(_ fragment: SQLFragment) throws -> [[SQLValue]] {
    var rows: [[SQLValue]] = []
    _ = try step(fragment) { row in
      var values: [SQLValue] = []
      while let value = try? row.decode(SQLValue.self, coding: nil) { values.append(value) }
      rows.append(values)
    }
    return rows
  }

  /// Runs SQL text for its effect.
  @discardableResult
  func execute(_ fragment: SQLFragment) throws -> StatementResult { try step(fragment) { _ in } }

  private func step(
    _ fragment: SQLFragment, _ receive: (inout SQLRowDecoder) throws -> Void
  ) throws -> StatementResult {
    log.append(fragment.sql)
    let api = connection.api
    let statement: OpaquePointer
    do { statement = try connection.prepare(fragment.sql) } catch { throw failure(fragment) }
    defer { _ = api.pointee.finalize(statement) }
    guard Int(api.pointee.bind_parameter_count(statement)) == fragment.values.count else {
      throw DatabaseError(.missingParameter, "parameters and values differ in number", sql: fragment.sql)
    }
    for (index, value) in fragment.values.enumerated() { bind(value, to: Int32(index + 1), of: statement) }
    let batch = SQLRowBatch()
    var code = api.pointee.step(statement)
    while code == SQLITE_ROW {
      let count = api.pointee.column_count(statement)
      batch.removeAllRows(columnCount: Int(count))
      for column in 0..<count { append(column, of: statement, to: batch) }
      batch.endRow()
      var none: [Void] = []
      try batch.decodeRows(into: &none, receive)
      code = api.pointee.step(statement)
    }
    guard code == SQLITE_DONE else { throw failure(fragment) }
    let isChange = ["INSERT", "UPDATE", "DELETE", "REPLACE"].contains { fragment.sql.hasPrefix($0) }
    return StatementResult(
      affectedRows: isChange ? Int64(api.pointee.changes(connection.database)) : 0,
      lastInsertedRowID: api.pointee.last_insert_rowid(connection.database))
  }

  private func bind(_ value: SQLValue, to index: Int32, of statement: OpaquePointer) {
    let api = connection.api
    switch value {
    case .null: _ = api.pointee.bind_null(statement, index)
    case .integer(let value): _ = api.pointee.bind_int64(statement, index, value)
    case .real(let value): _ = api.pointee.bind_double(statement, index, value)
    case .text(let value):
      _ = api.pointee.bind_text(statement, index, value, Int32(value.utf8.count), quarry_sqlite_transient())
    case .blob(let value):
      if value.isEmpty {
        _ = api.pointee.bind_zeroblob(statement, index, 0)
      } else {
        _ = api.pointee.bind_blob(statement, index, value, Int32(value.count), quarry_sqlite_transient())
      }
    }
  }

  private func append(_ column: Int32, of statement: OpaquePointer, to batch: SQLRowBatch) {
    let api = connection.api
    switch api.pointee.column_type(statement, column) {
    case 1: batch.append(integer: api.pointee.column_int64(statement, column))
    case 2: batch.append(real: api.pointee.column_double(statement, column))
    case 3, 4:
      let isText = api.pointee.column_type(statement, column) == 3
      let start = api.pointee.column_blob(statement, column)?.assumingMemoryBound(to: UInt8.self)
      let bytes = UnsafeBufferPointer(start: start, count: Int(api.pointee.column_bytes(statement, column)))
      if isText { batch.append(text: bytes) } else { batch.append(blob: bytes) }
    default: batch.appendNull()
    }
  }

  private func failure(_ fragment: SQLFragment) -> DatabaseError {
    let code = DatabaseError.EngineCode(rawValue: connection.api.pointee.extended_errcode(connection.database))
    let message = connection.api.pointee.errmsg(connection.database).map { String(cString: $0) } ?? ""
    return DatabaseError(
      DatabaseError.Code(engineCode: code, message: message), message, engineCode: code, sql: fragment.sql)
  }
}
