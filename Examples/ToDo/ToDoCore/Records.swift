#if Macros
public import Quarry

/// A list of things to do.
@Table("list") public struct ToDoList: Identifiable, Hashable {
  public var id: Int64
  @Column(unique: true, collation: .nocase) public var name: String
}

/// One thing to do.
@Table("item", naming: .snakeCase) public struct ToDoItem: Identifiable, Hashable {
  public var id: Int64
  @Column(references: ToDoList.self, onDelete: .cascade) public var listID: Int64
  public var title: String
  @Column(default: 0) public var isDone = false
  /// The day on which it is due, as `2026-03-01`.
  public var due: ToDoDay?
  #Index<ToDoItem>("item_list", on: \.listID, \.isDone)
}

/// A word by which items of all lists are found.
@Table("tag") public struct ToDoTag: Identifiable, Hashable {
  public var id: Int64
  @Column(unique: true, collation: .nocase) public var name: String
}

/// A tag of an item.
@Table("item_tag", naming: .snakeCase, kind: .withoutRowID) public struct ToDoItemTag: Hashable {
  @Column(primaryKey: .plain, references: ToDoItem.self, onDelete: .cascade) public var itemID: Int64
  @Column(primaryKey: .plain, references: ToDoTag.self, onDelete: .cascade) public var tagID: Int64
}

/// A day, without a time or a time zone. As text, days sort and compare in SQL.
public struct ToDoDay: RawRepresentable, SQLValueConvertible, Hashable, Comparable, Sendable {
  public let rawValue: String

  public init?(rawValue: String) {
    let parts = rawValue.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], let month = Int(parts[1]), let day = Int(parts[2]), Int(parts[0]) != nil,
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    self.rawValue = rawValue
  }

  public static func < (a: ToDoDay, b: ToDoDay) -> Bool { a.rawValue < b.rawValue }
}
#endif
