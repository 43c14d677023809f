/// The pages of a query in order.
///
/// Each loop starts with the first page. A query without rows has no pages.
public struct DatabasePages<Row: Sendable>: AsyncSequence, Sendable {
  /// A page.
  public typealias Element = DatabasePage<Row>

  let load: @Sendable (PageCursor?) async throws -> DatabasePage<Row>

  init(_ load: @escaping @Sendable (PageCursor?) async throws -> DatabasePage<Row>) { self.load = load }

  /// Starts a loop. The first page is read by the first call of `next()`.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(load: load) }

  /// Iterates over the pages.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let load: @Sendable (PageCursor?) async throws -> DatabasePage<Row>
    private var cursor: PageCursor?
    private var isDone = false

    init(load: @escaping @Sendable (PageCursor?) async throws -> DatabasePage<Row>) { self.load = load }

    /// Reads the next page. Returns `nil` after the last one, and after an error.
    ///
    /// - Throws: ``DatabaseError``; `CancellationError` if the task is canceled.
    public mutating func next() async throws -> DatabasePage<Row>? {
      guard !isDone else { return nil }
      // Stays so when the page cannot be read.
      isDone = true
      let page = try await load(cursor)
      cursor = page.next
      isDone = cursor == nil
      return page.isEmpty ? nil : page
    }
  }
}
