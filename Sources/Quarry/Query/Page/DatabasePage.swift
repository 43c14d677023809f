/// A page of rows, with the cursors of the pages beside it.
///
/// ```swift
/// let first = try await database.page(Artist.order { $0.name }, size: 50)
/// let second = try await database.page(Artist.order { $0.name }, size: 50, after: first.next)
/// ```
public struct DatabasePage<Row: Sendable>: Sendable {
  /// The rows, in the order of the query.
  public var rows: [Row]
  /// The cursor for the page after this one, or `nil` if this is the last page.
  public var next: PageCursor?
  /// The cursor for the page before this one, or `nil` if this is the first page or has no rows.
  public var previous: PageCursor?

  /// Creates a page.
  public init(rows: [Row], next: PageCursor? = nil, previous: PageCursor? = nil) {
    self.rows = rows
    self.next = next
    self.previous = previous
  }

  /// Returns the page with its rows transformed, and the same cursors.
  ///
  /// - Parameter transform: A closure that transforms a row.
  /// - Throws: What the closure throws.
  public func map<Other: Sendable>(_ transform: (Row) throws -> Other) rethrows -> DatabasePage<Other> {
    DatabasePage<Other>(rows: try rows.map(transform), next: next, previous: previous)
  }
}

extension DatabasePage: RandomAccessCollection {
  /// The position of the first row.
  public var startIndex: Int { rows.startIndex }
  /// The position after the last row.
  public var endIndex: Int { rows.endIndex }
  /// The row at a position.
  public subscript(position: Int) -> Row { rows[position] }
}

extension DatabasePage: Equatable where Row: Equatable {}

/// A page of rows by its number, with the number of all rows.
public struct NumberedDatabasePage<Row: Sendable>: Sendable {
  /// The rows, in the order of the query.
  public var rows: [Row]
  /// The number of the page, from 1.
  public var number: Int
  /// The number of rows of a full page, 1 to 10,000.
  public var size: Int
  /// The number of rows of all pages.
  public var total: Int

  /// Creates a page.
  public init(rows: [Row], number: Int, size: Int, total: Int) {
    self.rows = rows
    self.number = number
    self.size = size
    self.total = total
  }

  /// The number of pages.
  public var pageCount: Int { size > 0 ? (total + size - 1) / size : 0 }
}

extension NumberedDatabasePage: RandomAccessCollection {
  /// The position of the first row.
  public var startIndex: Int { rows.startIndex }
  /// The position after the last row.
  public var endIndex: Int { rows.endIndex }
  /// The row at a position.
  public subscript(position: Int) -> Row { rows[position] }
}

extension NumberedDatabasePage: Equatable where Row: Equatable {}
