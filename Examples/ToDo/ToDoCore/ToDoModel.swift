#if Macros
public import Observation
internal import Quarry

/// What a view observes, and what it calls.
@MainActor @Observable public final class ToDoModel {
  /// The selected list.
  public var selection: ToDoList.ID? {
    didSet {
      guard selection != oldValue else { return }
      message = nil
      observe()
    }
  }
  /// What went wrong last, in words for the user.
  public var message: String?

  /// What is shown. It follows the database, whoever changes it.
  public var screen: ToDoScreen { observed.value }
  /// Whether nothing has been read yet.
  public var isLoading: Bool { observed.isLoading }

  private let store: ToDoStore
  private var observed: Observed<ToDoScreen>

  public init(_ store: ToDoStore) {
    self.store = store
    observed = Self.observed(store, nil, from: ToDoScreen())
  }

  private func observe() { observed = Self.observed(store, selection, from: screen) }

  private static func observed(
    _ store: ToDoStore, _ selection: ToDoList.ID?, from screen: ToDoScreen
  ) -> Observed<ToDoScreen> {
    Observed(screen, store.database.observe { try await ToDoScreen($0, selection: selection) })
  }

  // MARK: - What a user does

  public func addList(_ name: String) async {
    await perform { selection = try await store.addList(name).id }
  }

  public func removeList(_ id: ToDoList.ID) async {
    await perform {
      try await store.removeList(id)
      if selection == id { selection = nil }
    }
  }

  public func add(_ title: String, due: ToDoDay? = nil, tags: [String] = []) async {
    guard let selection else {
      message = "Choose a list first."
      return
    }
    await perform { try await store.addItem(title, to: selection, due: due, tags: tags) }
  }

  public func setDone(_ isDone: Bool, _ item: ToDoItem.ID) async {
    await perform { try await store.setDone(isDone, item) }
  }

  public func removeDone() async {
    guard let selection else { return }
    await perform { try await store.removeDone(from: selection) }
  }

  private func perform(_ change: @MainActor () async throws -> Void) async {
    do {
      try await change()
      message = nil
    } catch let error as DatabaseError {
      message =
        switch error.code {
        case .constraintUnique: "There is a list with this name already."
        case .constraintForeignKey: "The list is gone."
        case .diskFull: "The disk is full. Nothing was changed."
        default: "It didn't work: \(error.message)"
        }
    } catch {
      message = "It didn't work."
    }
  }
}
#endif
