/// The words and values of one query.
struct ShapeWords: ~Copyable {
  private(set) var words = WordList()
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
    words.removeAll()
    isComplete = true
    level = 0
    values.reserveCapacity(takenValues)
  }

  /// Lets values that nobody has taken go, and the memory of a shape that is too large to be kept.
  mutating func end() {
    values = []
    if words.capacity > 2 * Self.longest { words = WordList() }
  }

  /// Declares that the words don't determine the text.
  mutating func give() { isComplete = false }

  @inline(__always) mutating func add(_ word: UInt64) { words.append(word) }

  /// Adds the identity of an object, which the shape must keep alive.
  @inline(__always) mutating func add(_ object: AnyObject) {
    words.append(UInt64(UInt(bitPattern: ObjectIdentifier(object))))
  }

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
}
