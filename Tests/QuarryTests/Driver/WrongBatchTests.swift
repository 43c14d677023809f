import Quarry
import Testing

/// A driver of somebody else's that fills a batch of rows wrongly: an error, and never foreign memory.
@Suite("Batches that a driver fills wrongly")
struct WrongBatchTests {
  typealias Fill = @Sendable (inout SQLRowBatch.UnsafeStorage) -> Void

  final class Connection: SynchronousDriverConnection {
    typealias Statement = WrongBatchTests.Statement

    let fill: Fill
    let capabilities: DriverCapabilities
    let transactionStatus = TransactionStatus.idle
    let interruptHandle: any InterruptHandle = Handle()

    struct Handle: InterruptHandle {
      func interrupt() {}
    }

    init(_ fill: @escaping Fill) {
      self.fill = fill
      capabilities = DriverCapabilities(
        engine: DatabaseEngine.expected(product: .sqlite, version: EngineVersion(3, 40), compileOptions: nil),
        transactions: .interactive,
        exactIntegers: true, blobs: true, infinities: true, limits: EngineLimits())
    }

    func prepareSynchronously(_ sql: String) -> PreparedStatement<Statement>? {
      PreparedStatement(statement: Statement(sql: sql, fill: fill), byteCount: sql.utf8.count)
    }

    func closeSynchronously() {}
  }

  final class Statement: SynchronousDriverStatement {
    let sql: String
    let fill: Fill
    let columns = [ColumnDescription(name: "a"), ColumnDescription(name: "b")]
    let parameterNames: [String?] = []
    let isReadOnly = true
    let isReusable = false

    init(sql: String, fill: @escaping Fill) {
      self.sql = sql
      self.fill = fill
    }

    func start(_ values: [SQLValue]) {}
    func stepSynchronously(into batch: SQLRowBatch, limit: Int) -> StepResult {
      batch.withUnsafeStorage(fill)
      return .done(StatementResult(affectedRows: 0, lastInsertedRowID: 0))
    }
    func reset() {}
    func finalize() {}
  }

  private static func cell(_ type: SQLStorageClass, _ payload: UInt64, _ length: UInt32) -> SQLCellStorage {
    SQLCellStorage(payload: payload, length: length, type: type.rawValue)
  }

  private static func filling(_ cell: SQLCellStorage, bytes: Int) -> Fill {
    { storage in
      storage.cells[0] = .null
      storage.cells[1] = cell
      for index in 0..<min(max(bytes, 0), 16) { storage.bytes[index] = 0x41 }
      storage.byteCount = bytes
      storage.rowCount = 1
    }
  }

  /// Counts beyond what there is: checked in every build.
  static let counts: [(name: String, fill: Fill)] = [
    ("rows beyond the capacity", { $0.rowCount = $0.cellCapacity }), ("negative rows", { $0.rowCount = -1 }),
    ("most rows", { $0.rowCount = .max }), ("fewest rows", { $0.rowCount = .min }),
    ("bytes beyond the capacity", { $0.byteCount = $0.byteCapacity + 1 }), ("negative bytes", { $0.byteCount = -1 }),
    ("most bytes", { $0.byteCount = .max }), ("fewest bytes", { $0.byteCount = .min }),
  ]

  /// Cells that lead out of the bytes: checked in debug builds.
  static let cells: [(name: String, fill: Fill)] = [
    ("a text beyond the bytes", filling(cell(.text, 0, 17), bytes: 16)),
    ("a text that begins beyond the bytes", filling(cell(.text, 17, 0), bytes: 16)),
    ("a text that wraps around", filling(cell(.text, .max, 2), bytes: 16)),
    ("a blob beyond the bytes", filling(cell(.blob, 16, 1), bytes: 16)),
    ("a cell of no kind", filling(SQLCellStorage(payload: 0, length: 0, type: 99), bytes: 0)),
    ("a cell of kind 0", filling(SQLCellStorage(payload: 0, length: 0, type: 0), bytes: 0)),
  ]

  @Test("Counts that cannot be are an error", arguments: counts.map(\.name))
  func wrongCounts(_ name: String) throws {
    let fill = try #require(Self.counts.first { $0.name == name }).fill
    try refuses(fill)
  }

  #if DEBUG
  @Test("Cells that lead elsewhere are an error", arguments: cells.map(\.name))
  func wrongCells(_ name: String) throws {
    let fill = try #require(Self.cells.first { $0.name == name }).fill
    try refuses(fill)
  }

  @Test("A cell out of range is not read")
  func outOfRange() async {
    await #expect(processExitsWith: .failure) {
      let batch = SQLRowBatch()
      batch.removeAllRows(columnCount: 1)
      batch.appendNull()
      batch.endRow()
      _ = batch.cell(row: 1, column: 0)
    }
  }
  #endif

  private func refuses(_ fill: @escaping Fill) throws {
    let session = SQLSession(connection: Connection(fill))
    let error = try #require(throws: DatabaseError.self) {
      try session.fetchAll(("SELECT a, b" as SQLFragment).rows())
    }
    #expect(error.code == .engineInternal)
    #expect(error.message.contains("driver"))
  }

  @Test("What is right is read")
  func right() throws {
    let session = SQLSession(connection: Connection(Self.filling(Self.cell(.text, 14, 2), bytes: 16)))
    #expect(try session.fetchAll(("SELECT a, b" as SQLFragment).rows()).map(\.values) == [[.null, "AA"]])
  }

  @Test("No number of columns and no capacity ends the process")
  func extremes() {
    let batch = SQLRowBatch()
    for count in [Int.min, -1, 0, 1] {
      batch.removeAllRows(columnCount: count)
      batch.endRow()
    }
    for count in [Int.min, -1, 0, Int.max] { batch.reserveCapacity(cells: count, bytes: count) }
  }
}
