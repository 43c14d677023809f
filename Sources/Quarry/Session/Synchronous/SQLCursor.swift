/// The rows of a query, read as they are asked for, without suspension.
///
/// ```swift
/// let cursor = try session.cursor(Artist.all)
/// while let artist = try cursor.next() { print(artist.name) }
/// ```
///
/// A cursor is read once. It ends with its last row, with ``close()``, or when it is let go.
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

  /// The next row, or nil at the end.
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

  /// At most `count` further rows.
  ///
  /// - Parameter count: 0 gives no row.
  public func load(_ count: Int = .max) throws -> [Query.Row] {
    var rows: [Query.Row] = []
    while rows.count < count, let row = try next() { rows.append(row) }
    return rows
  }

  /// Ends the statement. A second call does nothing.
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
  /// The rows of a query, read as they are asked for.
  public func cursor<Query: SQLFetchable>(_ query: Query) throws -> SQLCursor<Query> {
    try SQLCursor(session: self, query: query)
  }
}
