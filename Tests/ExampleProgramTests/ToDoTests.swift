#if Command && Macros && Telemetry
import Quarry
import QuarryMemory
import QuarrySQLite
import TestSupport
import Testing
import ToDoCore

/// The tests that an app like this would have.
@Suite("The core of the to-do app") struct ToDoTests {
  private func withStore(_ body: (ToDoStore) async throws -> Void) async throws {
    let store = try await ToDoStore(MemoryDriver())
    try await body(store)
    await store.database.close()
  }

  @Test("The steps lead to the tables that the records declare") func schema() async throws {
    try await withStore { store in
      let changes = try await store.database.schemaDifference(
        to: [ToDoList.table, ToDoItem.table, ToDoTag.table, ToDoItemTag.table], ignoring: ["quarry_migration"])
      #expect(changes.isEmpty, "\(changes)")
    }
  }

  @Test("A file of the first release keeps its rows") func oldFile() async throws {
    let folder = try TemporaryFolder()
    let old = try await Database(SQLiteDriver(path: folder.file()))
    try await DatabaseMigrator.toDo.migrate(old, to: .lists)
    try await old.executeScript(
      "INSERT INTO list VALUES (1, 'Groceries'); INSERT INTO item VALUES (1, 1, 'Milk', 1)")
    await old.close()

    let store = try await ToDoStore(SQLiteDriver(path: folder.file()))
    let items = try await store.database.fetchAll(ToDoItem.all)
    #expect(items.map(\.title) == ["Milk"])
    #expect(items.map(\.isDone) == [true])
    #expect(items.map(\.due) == [nil])
    await store.database.close()
  }

  @Test("An item whose tag fails is not added") func allOrNothing() async throws {
    try await withStore { store in
      await #expect(throws: DatabaseError.self) { try await store.addItem("Milk", to: 7, tags: ["dairy"]) }
      let (items, tags) = try await store.database.batch { ($0.fetchCount(ToDoItem.all), $0.fetchCount(ToDoTag.all)) }
      #expect(items == 0)
      #expect(tags == 0)
    }
  }

  @Test("Tags are found in any case, items by tag and by day") func finding() async throws {
    try await withStore { store in
      let list = try await store.addList("Groceries")
      let days = ["2026-03-02", "2026-03-01", "2026-03-03"].map { ToDoDay(rawValue: $0) }
      for (number, day) in days.enumerated() {
        try await store.addItem("\(number)", to: list.id, due: day, tags: [number == 0 ? "Dairy" : "dairy"])
      }
      #expect(try await store.items(tagged: "DAIRY").map(\.title) == ["0", "1", "2"])
      #expect(try await store.database.fetchCount(ToDoTag.all) == 1)
      let day = try #require(ToDoDay(rawValue: "2026-03-02"))
      #expect(try await store.dueItems(by: day).map(\.title) == ["1", "0"])
      try await store.setDone(true, 2)
      #expect(try await store.dueItems(by: day).map(\.title) == ["0"])
      try await store.removeList(list.id)
      #expect(try await store.items(tagged: "dairy") == [])
    }
  }

  @Test("Days are days", arguments: ["2026-13-01", "2026-3-1", "today", "", "2026-00-10", "2026-03-32"])
  func days(_ text: String) { #expect(ToDoDay(rawValue: text) == nil) }

  @Test("The model says in words what went wrong") @MainActor func messages() async throws {
    let store = try await ToDoStore(MemoryDriver())
    let model = ToDoModel(store)
    await model.add("Milk")
    #expect(model.message == "Choose a list first.")
    await model.addList("Groceries")
    #expect(model.message == nil)
    await model.addList("GROCERIES")
    #expect(model.message == "There is a list with this name already.")
    try await store.database.delete(ToDoList.all)
    await model.add("Milk")
    #expect(model.message == "The list is gone.")
    await store.database.close()
  }
}
#endif
