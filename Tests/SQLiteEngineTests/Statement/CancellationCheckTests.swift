import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// Statements that start, step and end with one call, which asks between start and step.
@Suite("Cancellation of a statement that runs at once")
struct CancellationCheckTests {
  /// A statement that leaves running at once to the contract.
  private final class Plain: SynchronousDriverStatement {
    let base: SQLiteStatement
    init(_ base: SQLiteStatement) { self.base = base }
    var sql: String { base.sql }
    var columns: [ColumnDescription] { base.columns }
    var parameterNames: [String?] { base.parameterNames }
    var isReadOnly: Bool { base.isReadOnly }
    var isReusable: Bool { base.isReusable }
    func start(_ values: [SQLValue]) throws(DatabaseError) { try base.start(values) }
    func stepSynchronously(into batch: SQLRowBatch, limit: Int) throws(DatabaseError) -> StepResult {
      try base.stepSynchronously(into: batch, limit: limit)
    }
    func reset() { base.reset() }
    func finalize() { base.finalize() }
  }

  @Test("Only a check of a canceled task ends it, and it can run again", arguments: Installed.all, [false, true])
  func asking(_ library: SQLiteLibrary, isCancelled: Bool) async throws {
    try await Task {
      if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
      let connection = try library.openMemory()
      let statement = try #require(try connection.prepareSynchronously("SELECT ?")).statement
      for statement in [statement, Plain(statement)] as [any SynchronousDriverStatement] {
        for _ in 0..<2 {
          #expect(try Self.run(statement, .never) == .integer(7))
          if isCancelled {
            #expect(try databaseError { try Self.run(statement, .ofTask) }.code == .interrupted)
          } else {
            #expect(try Self.run(statement, .ofTask) == .integer(7))
          }
        }
      }
    }.value
  }

  private static func run(_ statement: any SynchronousDriverStatement, _ cancellation: CancellationCheck) throws
    -> SQLValue
  {
    let batch = SQLRowBatch()
    batch.removeAllRows(columnCount: 1)
    _ = try statement.runSynchronously(
      BoundValues([.integer(7)]), into: batch, limit: 1, endsAtLimit: true, cancellation: cancellation)
    return try batch.cell(row: 0, column: 0).value()
  }
}
