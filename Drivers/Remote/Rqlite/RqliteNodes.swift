internal import Quarry

/// The addresses of a cluster, and which of them answered last.
final class RqliteNodes: Sendable {
  private struct State {
    var addresses: [String]
    var current = 0
  }

  private let state: Protected<State>

  /// - Parameter addresses: base addresses such as `http://10.0.0.1:4001`, at least one.
  init(_ addresses: [String]) { state = Protected(State(addresses: addresses)) }

  /// All addresses, beginning with the one that answered last.
  var inOrder: [String] {
    state.withLock { state in Array(state.addresses[state.current...] + state.addresses[..<state.current]) }
  }

  /// The address that answered is asked first from now on.
  func answered(_ address: String) {
    state.withLock { state in
      if let index = state.addresses.firstIndex(of: address) { state.current = index }
    }
  }

  /// The address failed, or knows no leader: the next one is asked first from now on.
  func failed(_ address: String) {
    state.withLock { state in
      guard state.addresses[state.current] == address else { return }
      state.current = (state.current + 1) % state.addresses.count
    }
  }

  /// Adds addresses that are not known yet.
  func add(_ addresses: [String]) {
    state.withLock { state in
      for address in addresses {
        let origin = HTTPOrigin(parsing: address)
        let isKnown = state.addresses.contains { $0 == address || origin != nil && HTTPOrigin(parsing: $0) == origin }
        if !isKnown { state.addresses.append(address) }
      }
    }
  }
}
