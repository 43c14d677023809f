/// The rows of a query, read on demand without suspension.
///
/// ```swift
/// let cursor = try session.cursor(Artist.all)
/// while let artist = try cursor.next() { print(artist.name) }
/// ```
///
/// A cursor can be read only once. It closes after its last row, when you call ``close()``, or when it's deallocated.
public final class SQLCursor<Query: SQLFetchable> {
  private let session: SQLSession
  private let query: Query
  private let cursor: SessionCursor
  private var buffer: [Query.Row] = []
  private var position = 0
  private var isDone = false
  private var isClosed = false

  init(session: SQLSession, query: Query) throws {
    self.session = session
    self.query = query
    self.cursor = try session.openCursor(try query.statement(for: session.context))
  }

  deinit { close() }

  /// Returns the next row, or `nil` at the end.
  ///
  /// - Throws: ``DatabaseError`` with code `.decoding`, `.unexpectedNull` or `.unknownColumn` if the row can't be read,
  ///   or with the engine's code if the statement fails.
  public func next() throws -> Query.Row? {
    while position == buffer.count {
      guard !isDone, !isClosed else { return nil }
      buffer.removeAll(keepingCapacity: true)
      position = 0
      do {
        isDone = try session.nextBatch(of: cursor) { try query.decodeRows($0, into: &buffer) }
      } catch {
        close()
        throw error
      }
      if isDone { finish() }
    }
    defer { position += 1 }
    return buffer[position]
  }

  /// Returns further rows.
  ///
  /// - Parameter count: The largest number of rows, 0 or more.
  /// - Throws: As ``next()``.
  public func load(_ count: Int = .max) throws -> [Query.Row] {
    var rows: [Query.Row] = []
    while rows.count < count, let row = try next() { rows.append(row) }
    return rows
  }

  /// Closes the cursor and ends its statement. A second call does nothing.
  public func close() {
    finish()
    buffer = []
    position = 0
  }

  private func finish() {
    guard !isClosed else { return }
    isClosed = true
    session.close(cursor)
  }
}

extension SQLSession {
  /// Opens a cursor over the rows of a query.
  ///
  /// - Parameter query: The query.
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` or `.unsupportedFeature` if the query can't be rendered, or
  ///   with the engine's code if the statement can't be started.
  public func cursor<Query: SQLFetchable>(_ query: Query) throws -> SQLCursor<Query> {
    try SQLCursor(session: self, query: query)
  }
}
