import DequeModule
import Synchronization

extension SQLSyntax {
  /// The terms of an AND or OR: a list to which terms are added in constant time.
  ///
  /// Each operator of `a && b && c && …` makes a longer list, and an array would be copied each time. These lists
  /// share one store instead, and each knows its part. The longest list grows in place, at either end.
  public struct Terms: Sendable, RandomAccessCollection, ExpressibleByArrayLiteral {
    // Indirect, so that a node is as small as without lists, and passing one on counts a single reference.
    indirect enum Storage: Sendable {
      /// Two terms, which is what most lists have. They need no store.
      case two(Expression, Expression)
      /// A part of a store.
      case part(Store, Range<Int>)
    }

    let storage: Storage
    /// The depth of the deepest term.
    private let termDepth: Int

    /// Creates a list of terms.
    public init(_ terms: some Sequence<Expression>) {
      let terms = Deque(terms)
      storage = .part(Store(terms), 0..<terms.count)
      termDepth = terms.reduce(0) { Swift.max($0, $1.depth) }
    }

    /// Creates a list of two terms.
    init(_ first: Expression, _ second: Expression) {
      storage = .two(first, second)
      termDepth = Swift.max(first.depth, second.depth)
    }

    private init(_ part: (Store, Range<Int>), _ termDepth: Int) {
      storage = .part(part.0, part.1)
      self.termDepth = termDepth
    }

    /// Creates a list from a literal.
    public init(arrayLiteral elements: Expression...) { self.init(elements) }

    /// The terms of both lists. The shorter list is added to the longer one.
    func joined(with other: Terms) -> Terms {
      let isAppending = other.count <= count
      let (long, short) = isAppending ? (self, other) : (other, self)
      let (store, range) = long.part
      return Terms(
        store.adding(short.array, to: range, atEnd: isAppending), Swift.max(termDepth, other.termDepth))
    }

    /// The terms, with one more at the end or at the beginning.
    func adding(_ term: Expression, atEnd: Bool) -> Terms {
      let (store, range) = part
      return Terms(
        store.adding(CollectionOfOne(term), to: range, atEnd: atEnd), Swift.max(termDepth, term.depth))
    }

    /// The terms in a store.
    private var part: (Store, Range<Int>) {
      switch storage {
      case .two(let first, let second): (Store([first, second]), 0..<2)
      case .part(let store, let range): (store, range)
      }
    }

    /// The levels that the list needs. The engine reads `a AND b AND c` as a tree that leans to the left, and long
    /// lists are written as balanced trees of such lists.
    var depth: Int {
      guard count > Self.longest else { return termDepth + Swift.max(count - 1, 0) }
      let lists = (count + Self.longest - 1) / Self.longest
      return termDepth + Self.longest + (Int.bitWidth - (lists - 1).leadingZeroBitCount)
    }

    /// The number of terms that are written one after the other.
    static let longest = 100

    /// The terms as an array.
    public var array: [Expression] {
      switch storage {
      case .two(let first, let second): [first, second]
      case .part(let store, let range): store.part(range)
      }
    }

    /// The position of the first term.
    public var startIndex: Int { 0 }
    /// The position after the last term.
    public var endIndex: Int {
      switch storage {
      case .two: 2
      case .part(_, let range): range.count
      }
    }
    /// The term at a position. Iterate over ``array`` instead, which is faster.
    public subscript(position: Int) -> Expression {
      switch storage {
      case .two(let first, let second):
        precondition(0..<2 ~= position, "there is no term at position \(position) of 2")
        return position == 0 ? first : second
      case .part(let store, let range): return store[range.lowerBound + position]
      }
    }
    /// Returns an iterator over the terms.
    public func makeIterator() -> IndexingIterator<[Expression]> { array.makeIterator() }

    /// The number of terms that all lists of this store copied or added, for tests of growth.
    package var steps: Int {
      switch storage {
      case .two: 2
      case .part(let store, _): store.steps
      }
    }

    /// The storage that lists of terms share.
    final class Store: Sendable {
      private struct State: Sendable {
        var terms: Deque<Expression>
        /// The position of the first term. Each term that is added in front makes it smaller.
        var start = 0
        var steps = 0
      }

      private let state: Mutex<State>

      init(_ terms: Deque<Expression>, steps: Int = 0) {
        state = Mutex(State(terms: terms, steps: steps + terms.count))
      }

      var steps: Int { state.withLock { $0.steps } }

      /// Adds terms beside a part: in place if there is nothing yet, otherwise in a copy.
      func adding(_ new: some Collection<Expression>, to range: Range<Int>, atEnd: Bool) -> (Store, Range<Int>) {
        let copy: (terms: Deque<Expression>, steps: Int)? = state.withLock { state in
          let end = state.start + state.terms.count
          if atEnd, range.upperBound == end {
            state.terms.append(contentsOf: new)
          } else if !atEnd, range.lowerBound == state.start {
            state.terms.prepend(contentsOf: new)
            state.start -= new.count
          } else {
            let lower = range.lowerBound - state.start
            return (Deque(state.terms[lower..<lower + range.count]), state.steps)
          }
          state.steps += new.count
          return nil
        }
        guard let (terms, steps) = copy else {
          return atEnd
            ? (self, range.lowerBound..<range.upperBound + new.count)
            : (self, range.lowerBound - new.count..<range.upperBound)
        }
        let all = atEnd ? terms + Deque(new) : Deque(new) + terms
        return (Store(all, steps: steps), 0..<all.count)
      }

      /// Calls a closure with each term of a part. Nothing is copied, unless it adds terms to the store.
      func forEachTerm<Failure: Error>(
        in range: Range<Int>, _ body: (Expression) throws(Failure) -> Void
      ) throws(Failure) {
        let (terms, start) = state.withLock { ($0.terms, $0.start) }
        for index in range { try body(terms[index - start]) }
      }

      func part(_ range: Range<Int>) -> [Expression] {
        state.withLock { state in
          let lower = range.lowerBound - state.start
          return Array(state.terms[lower..<lower + range.count])
        }
      }

      subscript(position: Int) -> Expression { state.withLock { $0.terms[position - $0.start] } }
    }
  }
}
