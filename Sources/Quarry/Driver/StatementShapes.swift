import Synchronization

/// The texts of queries that were rendered before, by the shape of their trees. A query that differs from an earlier one
/// in nothing but its values needn't be rendered.
///
/// A shape is a list of words that determine the text completely. Shapes are equal if all their words are; a hash only
/// finds them. Words may contain addresses of tables and columns, so a shape keeps those objects alive.
final class StatementShapes: Sendable {
  /// A text, and how the values of a query become its parameters.
  final class Shape: Sendable {
    let words: [UInt64]
    let text: String
    /// For each parameter, the index of its value in the order of the words. `nil` if that is the order of the parameters.
    let order: [Int]?
    /// Keeps the objects whose addresses are part of the words.
    private let kept: any Sendable

    init(words: [UInt64], text: String, order: [Int]?, kept: any Sendable) {
      (self.words, self.text, self.order, self.kept) = (words, text, order, kept)
    }

    /// The statement of a query with this shape, and with these values in the order of the words.
    fileprivate func statement(_ values: consuming [SQLValue]) -> SQLFragment {
      guard let order else { return SQLFragment(raw: text, values: values) }
      let values = values
      return SQLFragment(raw: text, values: order.map { values[$0] })
    }

    /// About how much memory the shape takes.
    fileprivate var bytes: Int { words.count * Self.bytesOfWord + text.utf8.count + (order?.count ?? 0) * 8 + 256 }

    /// A word represents a part of a tree.
    fileprivate static let bytesOfWord = 128
  }

  /// What is known about a query.
  enum Finding {
    /// Its statement.
    case statement(SQLFragment)
    /// Nothing yet, but the shape was seen before: the words, and the values in their order.
    case repeated([UInt64], [SQLValue])
    /// Nothing, and it isn't worth more work.
    case nothing
  }

  private struct State: ~Copyable {
    /// The memory for words; `nil` while somebody looks something up.
    var words: ShapeWords? = ShapeWords()
    var shapes: [UInt64: Shape] = [:]
    var bytes = 0
    /// The shape that was found last. Programs often repeat a query at once.
    var last: Shape?
    /// Hashes of shapes that were seen once, so that a shape which never comes back costs little.
    var seen = [UInt64](repeating: 0, count: 256)
  }

  /// The memory of all shapes. Beyond it, all are forgotten.
  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int = 512 * 1024) { self.limit = limit }

  /// Looks a query up by its shape.
  ///
  /// If another thread is looking something up, or this one already is, nothing is found.
  ///
  /// - Parameter write: Writes the words and the values of the query.
  func find(_ write: (inout ShapeWords) -> Void) -> Finding {
    guard var words = takeWords() else { return .nothing }
    write(&words)
    return find(words)
  }

  /// Takes the memory for words, which looking them up puts back; `nil` while somebody else has it.
  func takeWords() -> ShapeWords? {
    guard var words = state.withLockIfAvailable({ $0.words.take() }) ?? nil else { return nil }
    words.begin()
    return words
  }

  /// Looks words up, and keeps their memory for the next ones.
  func find(_ words: consuming ShapeWords) -> Finding {
    // The closure is called once, which the compiler doesn't know.
    var words: ShapeWords? = consume words
    return state.withLock { state in
      guard var words = words.take() else { return .nothing }
      let finding = words.isComplete ? find(&words, &state) : .nothing
      words.end()
      state.words = consume words
      return finding
    }
  }

  private func find(_ words: inout ShapeWords, _ state: inout State) -> Finding {
    if let shape = state.last, words.words.equals(shape.words) {
      return .statement(shape.statement(words.takeValues()))
    }
    let hash = words.words.hash
    if let shape = state.shapes[hash], words.words.equals(shape.words) {
      state.last = shape
      return .statement(shape.statement(words.takeValues()))
    }
    let place = Int(truncatingIfNeeded: hash) & 255
    guard state.seen[place] == hash else {
      state.seen[place] = hash
      return .nothing
    }
    // One that won't be kept isn't worth the proof.
    guard words.words.count * Shape.bytesOfWord <= limit / 2 else { return .nothing }
    return .repeated(words.words.array, words.takeValues())
  }

  /// Keeps a shape.
  func keep(_ shape: Shape) {
    guard shape.bytes <= limit / 2 else { return }
    state.withLock { state in
      if state.bytes + shape.bytes > limit {
        state.shapes.removeAll()
        state.last = nil
        state.bytes = 0
      }
      let old = state.shapes.updateValue(shape, forKey: WordList.hash(shape.words))
      state.bytes += shape.bytes - (old?.bytes ?? 0)
    }
  }

  /// The number of shapes and their memory, for tests.
  var size: (count: Int, bytes: Int) { state.withLock { ($0.shapes.count, $0.bytes) } }
}
