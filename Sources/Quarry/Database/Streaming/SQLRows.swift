import Synchronization

/// A sequence of a query's rows, read on demand. At most one batch is in memory, and a slow reader slows the engine.
///
/// ```swift
/// for try await artist in database.rows(Artist.all) {
///   print(artist.name)
/// }
/// ```
///
/// Each loop runs the query again. Leaving the loop early ends the statement and frees its connection.
public struct SQLRows<Query: SQLFetchable>: AsyncSequence, Sendable {
  /// A row of the query.
  public typealias Element = Query.Row

  enum Source: Sendable {
    case database(Database)
    case transaction(DatabaseTransaction)
  }

  let query: Query
  let source: Source

  /// Starts a loop. The query runs when the first row is asked for.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(query: query, source: source) }

  /// Iterates over the rows.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let query: Query
    let source: Source
    private var cursor: OpenCursor?
    private var buffer: [Query.Row] = []
    private var position = 0
    private var isDone = false

    init(query: Query, source: Source) {
      self.query = query
      self.source = source
    }

    /// Returns the next row, or `nil` at the end.
    ///
    /// - Throws:
    ///   - ``DatabaseError`` as `fetchAll(_:)`.
    ///   - Code `.readOnly` for a query that changes the database.
    ///   - Code `.reentrantAccess` inside a body of the same database.
    ///   - `CancellationError` if the task is canceled.
    public mutating func next() async throws -> Query.Row? {
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
        if cursor == nil { cursor = try await OpenCursor(query, source) }
        if let cursor { buffer = try await cursor.connection.nextRows(of: cursor.id, query) }
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

/// An open cursor with its connection. Deallocating it closes the cursor.
final class OpenCursor: Sendable {
  let connection: any PooledConnection
  let id: SQLCursorID
  private let database: Database?
  private let isOpen = Atomic(true)

  init<Query: SQLFetchable>(_ query: Query, _ source: SQLRows<Query>.Source) async throws {
    switch source {
    case .transaction(let transaction):
      try transaction.requireActive()
      connection = transaction.connection
      database = nil
      id = try await connection.openCursor(query)
    case .database(let database):
      guard query.isReadOnly else {
        throw DatabaseError(.readOnly, "a query that changes the database can't be streamed; use fetchAll")
      }
      guard !DatabaseAccess.isInside(database) else {
        throw DatabaseError(
          .reentrantAccess, "the database was called inside one of its own bodies; use the body's parameter")
      }
      self.database = database
      let statement = try database.ready { () throws(DatabaseError) in try query.statement(for: database.context) }
      let rendered = SpecializedQuery(query, statement, for: database.context)
      let connection = try await database.pool.acquire(.reader)
      do {
        id = try await connection.openCursor(rendered)
      } catch {
        await database.pool.giveBack(connection, .reader)
        throw error
      }
      self.connection = connection
    }
  }

  func close() async {
    guard isOpen.exchange(false, ordering: .acquiringAndReleasing) else { return }
    await connection.closeCursor(id)
    await database?.pool.giveBack(connection, .reader)
  }

  deinit {
    guard isOpen.load(ordering: .acquiring) else { return }
    Task { [connection, id, database] in
      await connection.closeCursor(id)
      await database?.pool.giveBack(connection, .reader)
    }
  }
}
