#if Macros
public import Quarry

/// What can be done with lists and items. Each method is one transaction: all of it happens, or nothing.
public struct ToDoStore: Sendable {
  public let database: Database

  /// Opens the database and brings its schema to the version of this program.
  public init(_ driver: any DatabaseDriver) async throws {
    database = try await Database(driver)
    do {
      try await DatabaseMigrator.toDo.migrate(database)
    } catch {
      await database.close()
      throw error
    }
  }

  @discardableResult public func addList(_ name: String) async throws -> ToDoList {
    try await database.insert(ToDoList.Draft(name: name))
  }

  /// Removes a list with its items.
  public func removeList(_ id: ToDoList.ID) async throws {
    try await database.delete(ToDoList.where { $0.id == id })
  }

  /// Adds an item. Tags that don't exist yet are made.
  @discardableResult public func addItem(
    _ title: String, to list: ToDoList.ID, due: ToDoDay? = nil, tags names: [String] = []
  ) async throws -> ToDoItem {
    try await database.write { transaction in
      let item = try await transaction.insert(ToDoItem.Draft(listID: list, title: title, due: due))
      for name in names {
        try await transaction.insert(ToDoTag.Draft(name: name), or: .ignore)
        let tag = try await transaction.require(ToDoTag.find(by: ToDoTag.name, name))
        try await transaction.insert(ToDoItemTag(itemID: item.id, tagID: tag.id), or: .ignore)
      }
      return item
    }
  }

  public func setDone(_ isDone: Bool, _ item: ToDoItem.ID) async throws {
    try await database.update(ToDoItem.where { $0.id == item }) { $0.isDone = isDone }
  }

  public func setDue(_ day: ToDoDay?, _ item: ToDoItem.ID) async throws {
    try await database.update(ToDoItem.where { $0.id == item }) { $0.due = day }
  }

  /// Removes the items of a list that are done.
  public func removeDone(from list: ToDoList.ID) async throws {
    try await database.delete(ToDoItem.where { $0.listID == list && $0.isDone })
  }

  /// The open items that are due on a day or before, the oldest first.
  public func dueItems(by day: ToDoDay) async throws -> [ToDoItem] {
    try await database.fetchAll(
      ToDoItem.where { !$0.isDone && $0.due <= day }.order { ($0.due, $0.id) })
  }

  /// The items with a tag.
  public func items(tagged name: String) async throws -> [ToDoItem] {
    try await database.fetchAll(
      ToDoItem.join(ToDoItemTag.self).join(ToDoTag.self)
        .where { _, _, tag in tag.name == name }.order { item, _, _ in item.id }.select { item, _, _ in item })
  }
}
#endif
