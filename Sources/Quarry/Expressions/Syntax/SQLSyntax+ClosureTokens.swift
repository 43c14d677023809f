extension SQLSyntax {
  /// The tokens by which the closures of a query know its sources.
  ///
  /// Most queries have a few clauses: their tokens need no memory.
  struct ClosureTokens: Sendable, ExpressibleByArrayLiteral {
    // No token is 0; see `SourceIdentity.nextToken()`.
    private var first: UInt64 = 0
    private var second: UInt64 = 0
    private var third: UInt64 = 0
    private var others: [UInt64] = []

    init(arrayLiteral elements: UInt64...) {
      for token in elements { append(token) }
    }

    mutating func append(_ token: UInt64) {
      if first == 0 {
        first = token
      } else if second == 0 {
        second = token
      } else if third == 0 {
        third = token
      } else {
        others.append(token)
      }
    }

    func contains(_ token: UInt64) -> Bool {
      guard token != 0 else { return false }
      return token == first || token == second || token == third || others.contains(token)
    }

    /// The tokens, with one more.
    func appending(_ token: UInt64) -> ClosureTokens {
      var copy = self
      copy.append(token)
      return copy
    }
  }
}
