#if Macros
public import Quarry

/// All that a view shows.
public struct ToDoScreen: Hashable, Sendable {
  /// A list in the sidebar.
  public struct Row: Hashable, Sendable, Identifiable {
    public var id: ToDoList.ID
    public var name: String
    /// The number of items that aren't done.
    public var open: Int
  }

  /// An item of the selected list.
  public struct Entry: Hashable, Sendable, Identifiable {
    public var item: ToDoItem
    public var tags: [String]
    public var id: ToDoItem.ID { item.id }
  }

  public var lists: [Row] = []
  /// The items of the selected list: those that are due first come first, those that are done last.
  public var entries: [Entry] = []

  public init() {}

  /// Reads the screen. All of it is from the snapshot of the transaction.
  public init(_ transaction: DatabaseTransaction, selection: ToDoList.ID?) async throws {
    let counts = try await transaction.fetchAll(
      ToDoList.leftJoin(ToDoItem.self) { list, item in item.listID == list.id && !item.isDone }
        .group { list, _ in list.id }.order { list, _ in list.name }
        .select { list, item in (list.id, list.name, item.id.count()) })
    lists = counts.map { Row(id: $0, name: $1, open: $2) }

    guard let selection else { return }
    let items = try await transaction.fetchAll(
      ToDoItem.where { $0.listID == selection }
        .order { ($0.isDone.ascending, $0.due.ascending.nullsLast, $0.id.ascending) })
    let tags = try await transaction.fetchAll(
      ToDoItem.join(ToDoItemTag.self).join(ToDoTag.self)
        .where { item, _, _ in item.listID == selection }.order { _, _, tag in tag.name }
        .select { item, _, tag in (item.id, tag.name) })
    let names = Dictionary(grouping: tags) { id, _ in id }
    entries = items.map { Entry(item: $0, tags: (names[$0.id] ?? []).map { _, name in name }) }
  }

  /// The screen as text, for the program and the tests.
  public func text(selection: ToDoList.ID?, today: ToDoDay) -> String {
    var lines = lists.map { "\($0.id == selection ? ">" : " ") \($0.name) (\($0.open))" }
    for entry in entries {
      var line = "    [\(entry.item.isDone ? "x" : " ")] \(entry.item.title)"
      if let due = entry.item.due {
        line += due < today && !entry.item.isDone ? ", overdue since \(due.rawValue)" : ", due \(due.rawValue)"
      }
      line += entry.tags.map { " #\($0)" }.joined()
      lines.append(line)
    }
    return lines.isEmpty ? "  no lists" : lines.joined(separator: "\n")
  }
}
#endif
