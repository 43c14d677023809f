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

  private struct State {
    /// The memory for words; `nil` while somebody looks something up.
    var words: ShapeWords? = ShapeWords()
    var shapes: [UInt64: Shape] = [:]
    var bytes = 0
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
    return find(&words)
  }

  /// Takes the memory for words, which looking them up puts back; `nil` while somebody else has it.
  func takeWords() -> ShapeWords? {
    guard var words = state.withLockIfAvailable({ $0.words.take() }) ?? nil else { return nil }
    words.begin()
    return words
  }

  /// Looks words up, and keeps their memory for the next ones.
  func find(_ words: inout ShapeWords) -> Finding {
    state.withLock { state in
      let finding = words.isComplete ? find(&words, &state) : .nothing
      words.end()
      state.words = words
      return finding
    }
  }

  private func find(_ words: inout ShapeWords, _ state: inout State) -> Finding {
    let hash = words.hash
    if let shape = state.shapes[hash], shape.words == words.words {
      let values = words.takeValues()
      guard let order = shape.order else { return .statement(SQLFragment(raw: shape.text, values: values)) }
      return .statement(SQLFragment(raw: shape.text, values: order.map { values[$0] }))
    }
    let place = Int(truncatingIfNeeded: hash) & 255
    guard state.seen[place] == hash else {
      state.seen[place] = hash
      return .nothing
    }
    // One that won't be kept isn't worth the proof.
    guard words.words.count * Shape.bytesOfWord <= limit / 2 else { return .nothing }
    return .repeated(words.words, words.takeValues())
  }

  /// Keeps a shape.
  func keep(_ shape: Shape) {
    guard shape.bytes <= limit / 2 else { return }
    state.withLock { state in
      if state.bytes + shape.bytes > limit {
        state.shapes.removeAll()
        state.bytes = 0
      }
      let old = state.shapes.updateValue(shape, forKey: ShapeWords.hash(shape.words))
      state.bytes += shape.bytes - (old?.bytes ?? 0)
    }
  }

  /// The number of shapes and their memory, for tests.
  var size: (count: Int, bytes: Int) { state.withLock { ($0.shapes.count, $0.bytes) } }
}

/// The words and values of one query.
struct ShapeWords {
  private(set) var words: [UInt64] = []
  /// The values of the parameters, in the order of the words.
  private(set) var values: [SQLValue] = []
  /// Whether the words determine the text. `false` if the query has a part that has no words.
  private(set) var isComplete = true
  /// The nesting of what is being written.
  private var level = 0
  /// How many values were taken last.
  private var takenValues = 0

  /// More words than this aren't worth comparing.
  private static let longest = 4096
  private static let deepest = 100

  mutating func begin() {
    words.removeAll(keepingCapacity: true)
    isComplete = true
    level = 0
    values.reserveCapacity(takenValues)
  }

  /// Lets values that nobody has taken go, and the memory of a shape that is too large to be kept.
  mutating func end() {
    values = []
    if words.capacity > 2 * Self.longest { words = [] }
  }

  /// Declares that the words don't determine the text.
  mutating func give() { isComplete = false }

  mutating func add(_ word: UInt64) { words.append(word) }

  /// Adds the identity of an object, which the shape must keep alive.
  mutating func add(_ object: AnyObject) { words.append(UInt64(UInt(bitPattern: ObjectIdentifier(object)))) }

  /// Adds a text, byte by byte.
  mutating func add(_ text: String) {
    add(UInt64(text.utf8.count))
    add(bytes: text.utf8)
  }

  mutating func add(bytes: some Sequence<UInt8>) {
    var word: UInt64 = 0
    var count = 0
    for byte in bytes {
      word = word << 8 | UInt64(byte)
      count += 1
      if count % 8 == 0 {
        add(word)
        word = 0
      }
    }
    add(word)
  }

  /// Adds a value, which becomes a parameter.
  mutating func add(value: SQLValue) { values.append(value) }

  /// Begins something nested, unless it's nested too deep or there are too many words. End it with ``endNested()``.
  mutating func beginNested() -> Bool {
    guard level < Self.deepest, words.count < Self.longest else {
      give()
      return false
    }
    level += 1
    return true
  }

  mutating func endNested() { level -= 1 }

  mutating func takeValues() -> [SQLValue] {
    takenValues = min(values.count, 64)
    defer { values = [] }
    return values
  }

  var hash: UInt64 { Self.hash(words) }

  static func hash(_ words: [UInt64]) -> UInt64 {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    for word in words {
      hash = (hash ^ word) &* 0xFF51_AFD7_ED55_8CCD
      hash ^= hash >> 32
    }
    return hash
  }
}
