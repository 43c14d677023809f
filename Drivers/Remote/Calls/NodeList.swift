internal import Quarry

/// The addresses of a cluster, and the one that responded last. Safe to use from any task.
public final class NodeList: Sendable {
  private struct State {
    var addresses: [String]
    var current = 0
  }

  private let state: Protected<State>

  /// Creates a list.
  ///
  /// - Parameter addresses: Base addresses such as `http://10.0.0.1:4001`, in the order in which they are tried.
  public init(_ addresses: [String]) { state = Protected(State(addresses: addresses)) }

  /// All addresses, beginning with the one that responded last.
  public var inOrder: [String] {
    state.withLock { state in Array(state.addresses[state.current...] + state.addresses[..<state.current]) }
  }

  /// Tries this address first from now on, because it responded.
  public func answered(_ address: String) {
    state.withLock { state in
      if let index = state.addresses.firstIndex(of: address) { state.current = index }
    }
  }

  /// Tries the address after this one first from now on, because this one failed or knows no leader.
  public func failed(_ address: String) {
    state.withLock { state in
      guard state.addresses.indices.contains(state.current), state.addresses[state.current] == address else { return }
      state.current = (state.current + 1) % state.addresses.count
    }
  }

  /// Adds new addresses.
  public func add(_ addresses: [String]) {
    state.withLock { state in
      for address in addresses {
        let origin = HTTPOrigin(parsing: address)
        let isKnown = state.addresses.contains { $0 == address || origin != nil && HTTPOrigin(parsing: $0) == origin }
        if !isKnown { state.addresses.append(address) }
      }
    }
  }
}
