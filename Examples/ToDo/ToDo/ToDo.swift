#if Macros
// Does what a user of the app would do, and prints what a view would show after each change.
//
//   swift run --enable-all-traits ToDo

import Observation
import Quarry
import QuarryMemory
import ToDoCore

@main struct ToDo {
  static func main() async throws {
    let store = try await ToDoStore(MemoryDriver())
    await ToDoView(store).use()
    await store.database.close()
  }
}

/// Stands for a view: it draws the model whenever something that it has drawn changes.
@MainActor private final class ToDoView {
  let store: ToDoStore
  let model: ToDoModel
  let today = ToDoDay(rawValue: "2026-03-01")

  init(_ store: ToDoStore) {
    self.store = store
    model = ToDoModel(store)
  }

  func use() async {
    await step("Open the app", changesScreen: false) {}
    await step("Add the list Groceries") { await model.addList("Groceries") }
    let groceries = model.selection
    await step("Add milk") { await model.add("Milk", tags: ["dairy"]) }
    await step("Add a cake, due yesterday") {
      await model.add("Cake", due: ToDoDay(rawValue: "2026-02-28"), tags: ["party", "sweet"])
    }
    await step("Add the list Work") { await model.addList("Work") }
    await step("Add a report") { await model.add("Report", due: ToDoDay(rawValue: "2026-03-02")) }
    await step("Add the list groceries", changesScreen: false) { await model.addList("groceries") }
    await step("Choose Groceries") { model.selection = groceries }
    await step("Finish the cake") {
      if let cake = model.screen.entries.first(where: { $0.item.title == "Cake" }) {
        await model.setDone(true, cake.id)
      }
    }
    // The model doesn't know of this one: the screen follows the database.
    await step("Somebody else adds bread") {
      if let groceries { _ = try? await store.addItem("Bread", to: groceries, tags: ["Dairy-free"]) }
    }
    await step("Remove what is done") { await model.removeDone() }
    await step("Remove the list Groceries") { if let groceries { await model.removeList(groceries) } }
  }

  /// Does something, waits until the screen shows it, and draws the screen.
  private func step(_ name: String, changesScreen: Bool = true, _ action: @MainActor () async -> Void) async {
    let before = model.screen
    await action()
    while model.isLoading || (changesScreen && model.screen == before) { await change() }
    print("\n\(name)")
    if let today { print(model.screen.text(selection: model.selection, today: today)) }
    if let message = model.message { print("  ! \(message)") }
  }

  /// Waits until something that is drawn changes, as SwiftUI does.
  private func change() async {
    await withCheckedContinuation { continuation in
      withObservationTracking {
        _ = (model.screen, model.isLoading)
      } onChange: {
        continuation.resume()
      }
    }
  }
}
#else
@main struct ToDo {
  static func main() { print("Run it with: swift run --enable-all-traits ToDo") }
}
#endif
