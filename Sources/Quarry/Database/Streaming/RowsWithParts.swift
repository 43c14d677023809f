import Synchronization

/// The rows of a query with parts, read as they are asked for: at most one batch of rows is held, with what belongs to them.
///
/// ```swift
/// for try await (artist, albums) in database.rows(Artist.all.with(many: Album.self, on: Album.artistID)) {
///   print(artist.name, albums.count)
/// }
/// ```
///
/// All rows and their parts are of one snapshot. A driver that can't hold a transaction open reads everything in one round
/// trip when the first row is asked for.
public struct RowsWithParts<Record: SQLDecodable, Row: Sendable>: AsyncSequence, Sendable {
  /// A row of the query.
  public typealias Element = Row

  let root: PartRootQuery<Record>
  let plan: RecordQueryPlan<Row>
  let source: PartCursor.Source

  /// Starts a loop. The query runs when the first row is asked for.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rows: self) }

  /// Iterates over the rows.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let rows: RowsWithParts
    private var cursor: PartCursor?
    private var buffer: [Row] = []
    private var position = 0
    private var isDone = false

    init(rows: RowsWithParts) { self.rows = rows }

    /// Reads the next row. Returns `nil` at the end.
    ///
    /// - Throws: ``DatabaseError``; `CancellationError` if the task is canceled.
    public mutating func next() async throws -> Row? {
      while position == buffer.count {
        guard !isDone else { return nil }
        try await fill()
      }
      defer { position += 1 }
      return buffer[position]
    }

    private mutating func fill() async throws {
      position = 0
      buffer = []
      do {
        if cursor == nil {
          if let all = try await rows.source.fetchWhole(rows.plan) {
            buffer = all
            isDone = true
            return
          }
          cursor = try await PartCursor(rows.root, rows.source)
        }
        if let cursor { buffer = try await cursor.next(rows.root, rows.plan) }
      } catch let error as DatabaseError where error.code == .interrupted && Task.isCancelled {
        await finish()
        throw CancellationError()
      } catch {
        await finish()
        throw error
      }
      if buffer.isEmpty { await finish() }
    }

    private mutating func finish() async {
      isDone = true
      await cursor?.close()
      cursor = nil
    }
  }
}

/// An open cursor over the root of a query with parts, in a transaction that reads; freeing it ends both.
final class PartCursor: Sendable {
  /// Where a query with parts is read.
  enum Source: Sendable {
    case database(Database)
    case transaction(DatabaseTransaction)

    /// All rows, where the driver can't hold a transaction open; else `nil`.
    func fetchWhole<Row: Sendable>(_ plan: RecordQueryPlan<Row>) async throws -> [Row]? {
      guard case .database(let database) = self, database.capabilities.transactions != .interactive else { return nil }
      return try await database.runBatch { $0.fetchAll(plan) }
    }
  }

  private let connection: any PooledConnection
  private let id: SQLCursorID
  private let level: TransactionLevel?
  private let database: Database?
  private let isOpen = Atomic(true)

  init<Record: SQLDecodable>(_ root: PartRootQuery<Record>, _ source: Source) async throws {
    switch source {
    case .transaction(let transaction):
      try transaction.requireActive()
      connection = transaction.connection
      database = nil
      level = nil
      id = try await connection.openCursor(root)
    case .database(let database):
      try database.requireOutside()
      _ = try database.ready { () throws(DatabaseError) in try root.statement(for: database.context) }
      let connection = try await database.pool.acquire(.reader)
      do {
        level = try await connection.begin(.deferred, isReadOnly: true)
        id = try await connection.openCursor(root)
      } catch {
        await connection.recover()
        await database.pool.giveBack(connection, .reader)
        throw error
      }
      self.connection = connection
      self.database = database
    }
  }

  /// The next rows with their parts; none at the end.
  func next<Record: SQLDecodable, Row: Sendable>(
    _ root: PartRootQuery<Record>, _ plan: RecordQueryPlan<Row>
  ) async throws -> [Row] {
    let records = try await connection.nextRows(of: id, root)
    return records.isEmpty
      ? [] : try await connection.runBatch { $0.parts(of: records, plan.level) { try plan.rows($0) } }
  }

  func close() async {
    guard isOpen.exchange(false, ordering: .acquiringAndReleasing) else { return }
    await Self.close(connection, id, level, database)
  }

  private static func close(
    _ connection: any PooledConnection, _ id: SQLCursorID, _ level: TransactionLevel?, _ database: Database?
  ) async {
    await connection.closeCursor(id)
    if let level { try? await connection.end(level, commit: true) }
    await database?.pool.giveBack(connection, .reader)
  }

  deinit {
    guard isOpen.load(ordering: .acquiring) else { return }
    Task { [connection, id, level, database] in await Self.close(connection, id, level, database) }
  }
}

extension Database {
  /// The rows of a query with parts, read as they are asked for. The loop holds a reader until it ends.
  ///
  /// - Parameter query: The query.
  public func rows<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>
  ) -> RowsWithParts<Record, Row> {
    RowsWithParts(root: query.rootQuery, plan: query.rowPlan, source: .database(self))
  }
}

extension DatabaseTransaction {
  /// The rows of a query with parts, read as they are asked for.
  ///
  /// - Parameter query: The query.
  public func rows<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>
  ) -> RowsWithParts<Record, Row> {
    RowsWithParts(root: query.rootQuery, plan: query.rowPlan, source: .transaction(self))
  }
}
