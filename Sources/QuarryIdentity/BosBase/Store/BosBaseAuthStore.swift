#if Identity
public import Quarry

/// The signed-in account of a client.
///
/// ```swift
/// let registration = client.authStore.onChange { account in
///   print(account == nil ? "signed out" : "signed in")
/// }
/// client.authStore.clear()          // signs out: the server has no call for that
/// registration.remove()
/// ```
///
/// Several clients can share a store. Descriptions show no token.
public final class BosBaseAuthStore: Sendable {
  /// A closure that gets the account after a change, or `nil` if nobody is signed in.
  public typealias Listener = @Sendable (BosBaseAccount?) -> Void

  private struct State {
    var account: BosBaseAccount?
    var listeners: [(id: Int, call: Listener)] = []
    var nextID = 0
    var saving: Task<Void, Never>?
    var failure: IdentityError?
  }

  private let state: Protected<State>
  private let storage: (any BosBaseAccountStorage)?
  private let clock: IdentityClock

  /// Creates a store, empty or with an account.
  ///
  /// - Parameters:
  ///   - account: The initial account.
  ///   - storage: The storage of changes. ``restore()`` reads its account.
  public convenience init(_ account: BosBaseAccount? = nil, storage: (any BosBaseAccountStorage)? = nil) {
    self.init(account, storage: storage, clock: .system)
  }

  init(_ account: BosBaseAccount?, storage: (any BosBaseAccountStorage)? = nil, clock: IdentityClock) {
    state = Protected(State(account: account))
    self.storage = storage
    self.clock = clock
  }

  /// The account, or `nil` if nobody is signed in.
  public var account: BosBaseAccount? { state.withLock { $0.account } }
  /// The token, or `nil` if nobody is signed in.
  public var token: DriverSecret? { account?.token }
  /// The record of the account, or `nil` if nobody is signed in.
  public var record: BosBaseRecord? { account?.record }
  /// Whether somebody is signed in with a token that has time left.
  public var isValid: Bool { account?.isValid(at: clock.now()) ?? false }
  /// Whether the token says that the account is a superuser.
  public var isSuperuser: Bool { account?.isSuperuser ?? false }

  // MARK: Changes

  /// Replaces the account.
  public func save(_ account: BosBaseAccount) { update { $0 = account } }

  /// Signs out by removing the account. Listeners are called even if there was none.
  public func clear() { update { $0 = nil } }

  /// Registers a listener, which is called after each change, on the thread that made it.
  ///
  /// The listener can use the store, and register and remove listeners. If tasks change the store concurrently, read
  /// ``account`` for the latest state.
  ///
  /// - Parameters:
  ///   - callNow: Whether to call it immediately with the current account.
  ///   - listener: The listener.
  /// - Returns: The registration. It lasts until you remove it.
  @discardableResult
  public func onChange(callNow: Bool = false, _ listener: @escaping Listener) -> Registration {
    let (id, account) = state.withLock { state in
      state.nextID += 1
      state.listeners.append((state.nextID, listener))
      return (state.nextID, state.account)
    }
    if callNow { listener(account) }
    return Registration(store: self, id: id)
  }

  /// The registration of a listener.
  public struct Registration: Sendable {
    fileprivate let store: BosBaseAuthStore
    fileprivate let id: Int

    /// Removes the listener. It can be called more than once.
    public func remove() { store.state.withLock { state in state.listeners.removeAll { $0.id == id } } }
  }

  /// Changes the record of the account, if `change` returns `true`.
  func change(_ change: (inout BosBaseRecord) -> Bool) {
    update(if: { account in
      guard var record = account?.record, change(&record) else { return false }
      account?.record = record
      return true
    })
  }

  /// Removes the account if its record is the given one.
  func clear(if isGiven: (BosBaseRecord) -> Bool) {
    update(if: { account in
      guard let record = account?.record, isGiven(record) else { return false }
      account = nil
      return true
    })
  }

  /// Replaces the account by its refreshed version, unless it was removed.
  func replace(_ token: DriverSecret, with account: BosBaseAccount) {
    update(if: { current in
      guard current?.token == token else { return false }
      current = account
      return true
    })
  }

  private func update(_ change: (inout BosBaseAccount?) -> Void) {
    update(if: {
      change(&$0)
      return true
    })
  }

  private func update(if change: (inout BosBaseAccount?) -> Bool) {
    let told = state.withLock { state -> (listeners: [Listener], account: BosBaseAccount?)? in
      guard change(&state.account) else { return nil }
      if let storage { state.saving = saving(state.account, to: storage, after: state.saving) }
      return (state.listeners.map(\.call), state.account)
    }
    guard let told else { return }
    for listener in told.listeners { listener(told.account) }
  }

  // MARK: Storing

  /// Reads the stored account, unless an account has signed in meanwhile.
  ///
  /// - Throws: ``IdentityError`` with code `.store` if the account can't be read.
  public func restore() async throws(IdentityError) {
    guard let storage, let stored = try await storage.load() else { return }
    let told = state.withLock { state -> [Listener]? in
      guard state.account == nil, state.saving == nil else { return nil }
      state.account = stored
      return state.listeners.map(\.call)
    }
    for listener in told ?? [] { listener(stored) }
  }

  /// Waits until all changes so far are stored.
  ///
  /// - Throws: ``IdentityError`` with code `.store` if the last of them couldn't be stored.
  public func stored() async throws(IdentityError) {
    await state.withLock { $0.saving }?.value
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// Stores one change after the other.
  private func saving(
    _ account: BosBaseAccount?, to storage: any BosBaseAccountStorage, after previous: Task<Void, Never>?
  ) -> Task<Void, Never> {
    Task {
      await previous?.value
      do throws(IdentityError) {
        try await storage.save(account)
        state.withLock { $0.failure = nil }
      } catch {
        state.withLock { $0.failure = error }
      }
    }
  }
}

extension BosBaseAuthStore: CustomStringConvertible, CustomReflectable {
  /// The signed-in account, without the token.
  public var description: String { "BosBaseAuthStore(\(account.map(\.description) ?? "nobody"))" }
  /// No children, so that no secret is shown.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
