/// The pages of a query, read one after the other.
///
/// Each loop begins with the first page. A query without rows has no pages.
public struct DatabasePages<Row: Sendable>: AsyncSequence, Sendable {
  /// A page.
  public typealias Element = DatabasePage<Row>

  let load: @Sendable (PageCursor?) async throws -> DatabasePage<Row>

  init(_ load: @escaping @Sendable (PageCursor?) async throws -> DatabasePage<Row>) { self.load = load }

  /// Starts a loop; the first page is read when it is asked for.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(load: load) }

  /// Walks over the pages.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let load: @Sendable (PageCursor?) async throws -> DatabasePage<Row>
    private var cursor: PageCursor?
    private var isDone = false

    init(load: @escaping @Sendable (PageCursor?) async throws -> DatabasePage<Row>) { self.load = load }

    /// The next page, or nil at the end.
    ///
    /// - Throws: ``DatabaseError``; `CancellationError` when the task is cancelled.
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
