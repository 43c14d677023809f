/// A list of words that is written once for each query, which an array is too slow for: it asks at each word whether
/// somebody else has it too.
///
/// Sound: nobody but the owner has the memory, and every access is within it.
struct WordList: ~Copyable, @unchecked Sendable {
  private var start: UnsafeMutablePointer<UInt64>
  private(set) var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 64) {
    self.capacity = max(capacity, 1)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  /// Appends a word.
  @inline(__always) mutating func append(_ word: UInt64) {
    if unlikely(count == capacity) { grow() }
    start[count] = word
    count &+= 1
  }

  /// Removes all words and keeps the memory.
  mutating func removeAll() { count = 0 }

  /// Whether the words are those of an array.
  func equals(_ words: [UInt64]) -> Bool {
    guard words.count == count else { return false }
    return words.withUnsafeBufferPointer { words in
      for index in 0..<count where words[index] != start[index] { return false }
      return true
    }
  }

  /// The words as an array.
  var array: [UInt64] { Array(buffer) }

  /// A number that equal lists share.
  var hash: UInt64 { Self.hash(buffer) }

  /// The same number of the words of an array.
  static func hash(_ words: some Sequence<UInt64>) -> UInt64 {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    for word in words {
      hash = (hash ^ word) &* 0xFF51_AFD7_ED55_8CCD
      hash ^= hash >> 32
    }
    return hash
  }

  private var buffer: UnsafeBufferPointer<UInt64> { UnsafeBufferPointer(start: start, count: count) }

  @inline(never) private mutating func grow() {
    let grown = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * 2)
    grown.update(from: start, count: count)
    start.deallocate()
    start = grown
    capacity *= 2
  }
}
