/// The prepared statements of one connection. The least recently used one is removed first. Their number and their
/// memory are limited, because a statement with thousands of parameters takes megabytes.
struct StatementCache {
  private struct Entry {
    var statement: SessionStatement
    var memory: Int
  }

  /// The memory of a text itself. Two living texts with the same memory have the same bytes, because one text owns the
  /// place of its bytes, or has them in the variable.
  private struct TextIdentity: Equatable {
    // No text has two zeros.
    var first: UInt64 = 0
    var last: UInt64 = 0

    init() {}

    init(_ sql: String) {
      (first, last) = withUnsafeBytes(of: sql) { bytes in
        // A text has 16 bytes, or 12 with pointers of 32 bits: the two words overlap there.
        (
          bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
          bytes.loadUnaligned(fromByteOffset: MemoryLayout<String>.size - 8, as: UInt64.self)
        )
      }
    }

    var slot: Int { Int(truncatingIfNeeded: (last >> 4) ^ (last >> 9) ^ first) & (StatementCache.slotCount - 1) }
  }

  private static let slotCount = 32

  /// The text, compared byte by byte. Swift treats two normal forms of a character as equal, but the engine doesn't.
  private struct Key: Hashable {
    var sql: String

    static func == (a: Key, b: Key) -> Bool {
      // Element by element it would take a nanosecond for each byte, as much as some statements take to run.
      let isEqual = a.sql.utf8.withContiguousStorageIfAvailable { first in
        b.sql.utf8.withContiguousStorageIfAvailable { second in haveEqualBytes(first, second) }
      }
      return (isEqual ?? nil) ?? a.sql.utf8.elementsEqual(b.sql.utf8)
    }

    /// Compares eight bytes at a time.
    private static func haveEqualBytes(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
      guard a.count == b.count else { return false }
      let (a, b) = (UnsafeRawBufferPointer(a), UnsafeRawBufferPointer(b))
      var offset = 0
      while offset &+ 8 <= a.count {
        let first = a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        guard first == b.loadUnaligned(fromByteOffset: offset, as: UInt64.self) else { return false }
        offset &+= 8
      }
      while offset < a.count {
        guard a[offset] == b[offset] else { return false }
        offset &+= 1
      }
      return true
    }

    func hash(into hasher: inout Hasher) {
      var sql = sql
      sql.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  private var entries: [Key: Entry] = [:]
  // Statements by the memory of their texts, which is the same for every execution of most queries.
  private var slotIdentities: [TextIdentity]
  private var slotStatements: [SessionStatement?]
  /// Keeps the texts, so that no other one gets their memory.
  private var slotTexts: [String]
  private var clock: UInt64 = 0
  /// The largest number of statements.
  let capacity: Int
  /// The largest number of bytes of all statements.
  let memoryLimit: Int
  /// The number of bytes of all statements.
  private(set) var memory = 0

  init(capacity: Int, memoryLimit: Int = 16 << 20) {
    self.capacity = Self.clampedCapacity(capacity)
    self.memoryLimit = memoryLimit
    slotIdentities = Array(repeating: TextIdentity(), count: Self.slotCount)
    slotStatements = Array(repeating: nil, count: Self.slotCount)
    slotTexts = Array(repeating: "", count: Self.slotCount)
    entries.reserveCapacity(min(self.capacity, 64))
  }

  /// Returns a capacity within the valid range.
  static func clampedCapacity(_ capacity: Int) -> Int { min(max(capacity, 0), 100_000) }

  var count: Int { entries.count }

  /// Returns an idle statement for the text, or `nil`.
  @inline(__always) mutating func idleStatement(for sql: String) -> SessionStatement? {
    let identity = TextIdentity(sql)
    let slot = identity.slot
    guard !unlikely(slotIdentities[slot] != identity), let statement = slotStatements[slot] else {
      return idleStatement(for: sql, identity)
    }
    guard !unlikely(statement.isBusy) else { return nil }
    clock &+= 1
    statement.lastUse = clock
    return statement
  }

  @inline(never) private mutating func idleStatement(for sql: String, _ identity: TextIdentity) -> SessionStatement? {
    guard let statement = entries[Key(sql: sql)]?.statement else { return nil }
    let slot = identity.slot
    (slotIdentities[slot], slotStatements[slot], slotTexts[slot]) = (identity, statement, sql)
    guard !statement.isBusy else { return nil }
    clock &+= 1
    statement.lastUse = clock
    return statement
  }

  /// Forgets the places of texts, so that no statement is found that was removed.
  private mutating func forgetPlaces() {
    for slot in 0..<Self.slotCount {
      (slotIdentities[slot], slotStatements[slot], slotTexts[slot]) = (TextIdentity(), nil, "")
    }
  }

  /// Adds a statement. Returns the statements to free: the oldest idle ones, or the given one itself.
  mutating func insert(_ statement: SessionStatement) -> [SessionStatement] {
    let memory = statement.memoryUse
    guard capacity > 0, memory <= memoryLimit / 4, entries[Key(sql: statement.sql)] == nil else { return [statement] }
    var evicted: [SessionStatement] = []
    while entries.count >= capacity || self.memory + memory > memoryLimit {
      var oldest: (key: Key, entry: Entry)?
      for (key, entry) in entries
      where !entry.statement.isBusy && entry.statement.lastUse < oldest?.entry.statement.lastUse ?? .max {
        oldest = (key, entry)
      }
      guard let oldest else { return evicted + [statement] }
      oldest.entry.statement.isCached = false
      evicted.append(oldest.entry.statement)
      self.memory -= oldest.entry.memory
      entries[oldest.key] = nil
      forgetPlaces()
    }
    clock &+= 1
    statement.isCached = true
    statement.lastUse = clock
    self.memory += memory
    entries[Key(sql: statement.sql)] = Entry(statement: statement, memory: memory)
    return evicted
  }

  /// Whether the cache owns the statement.
  func contains(_ statement: SessionStatement) -> Bool { statement.isCached }

  /// Removes all statements.
  mutating func removeAll() -> [SessionStatement] {
    for entry in entries.values { entry.statement.isCached = false }
    defer {
      entries.removeAll()
      forgetPlaces()
      memory = 0
    }
    return entries.values.map(\.statement)
  }
}
