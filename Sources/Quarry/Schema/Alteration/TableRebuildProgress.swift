/// The number of rows that ``SQLRebuildTable`` has copied.
public struct TableRebuildProgress: Sendable, Hashable {
  /// A closure that gets the progress, on the thread that copies.
  typealias Handler = @Sendable (TableRebuildProgress) -> Void

  /// The name of the table.
  public let table: String
  /// The number of rows copied so far.
  public let copiedRows: Int
  /// The number of rows in the table.
  public let totalRows: Int

  /// The observer of rebuilds in the current task.
  @TaskLocal static var observer: Observer?

  /// A handler as an object: optimized code of Swift 6.2 crashes on a task-local value that is a function.
  final class Observer: Sendable {
    let handler: Handler

    init(_ handler: @escaping Handler) { self.handler = handler }
  }
}

/// Copies the rows of a table part by part, in the order of their rowids.
final class TableRebuildCopy {
  private static let rowsAtOnce: Int64 = 20_000

  private let name: String
  private let table: String
  private let key: String
  private let copy: String
  private let progress: TableRebuildProgress.Handler
  private var total: Int64 = 0
  private var copied: Int64 = 0
  private var last: Int64?

  init(name: String, table: String, key: String, copy: String, progress: @escaping TableRebuildProgress.Handler) {
    self.name = name
    self.table = table
    self.key = key
    self.copy = copy
    self.progress = progress
  }

  /// Counts the rows; each step adds the next one.
  var firstStep: SQLStep<Never> {
    SQLStep(
      SQLFragment(raw: "SELECT count(*) FROM \(table)"),
      receive: { _, row in self.total = try row.value(Int64.self) },
      finish: { (state, _) throws(DatabaseError) in
        self.tell()
        state.insert(self.boundStep)
      })
  }

  private func tell() {
    progress(TableRebuildProgress(table: name, copiedRows: Int(copied), totalRows: Int(total)))
  }

  /// Finds the end of the next part.
  private var boundStep: SQLStep<Never> {
    var bound: Int64?
    let part = SQLFragment(
      raw:
        "SELECT max(k), count(*) FROM (SELECT \(key) AS k FROM \(table)\(condition(through: nil)) ORDER BY 1 LIMIT ?)",
      values: (last.map { [.integer($0)] } ?? []) + [.integer(Self.rowsAtOnce)])
    return SQLStep(
      part,
      receive: { _, row in
        bound = try row.value(Int64?.self)
        self.copied += try row.value(Int64.self)
      },
      finish: { (state, _) throws(DatabaseError) in if let bound { state.insert(self.copyStep(through: bound)) } })
  }

  private func copyStep(through bound: Int64) -> SQLStep<Never> {
    let values = (last.map { [SQLValue.integer($0)] } ?? []) + [.integer(bound)]
    return SQLStep(
      SQLFragment(raw: copy + condition(through: bound) + " ORDER BY \(key)", values: values),
      finish: { (state, _) throws(DatabaseError) in
        self.last = bound
        self.tell()
        if self.copied < self.total { state.insert(self.boundStep) }
      })
  }

  private func condition(through bound: Int64?) -> String {
    let parts = (last == nil ? [] : ["\(key) > ?"]) + (bound == nil ? [] : ["\(key) <= ?"])
    return parts.isEmpty ? "" : " WHERE " + parts.joined(separator: " AND ")
  }
}
