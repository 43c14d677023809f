/// The prepared statements of one connection. The least recently used one is removed first. Their number and their
/// memory are limited, because a statement with thousands of parameters takes megabytes.
struct StatementCache {
  private struct Entry {
    var statement: SessionStatement
    var memory: Int
  }

  /// A statement by the address of its text, which is the same for every execution of most queries.
  private struct Slot {
    // Keeps the text, so that no other one gets its address.
    var sql: String
    var identity: TextIdentity
    var statement: SessionStatement
  }

  /// Where the bytes of a text are. Two living texts with the same place have the same bytes.
  private struct TextIdentity: Equatable {
    var address: UInt
    var count: Int

    /// Returns `nil` for a short text, which lies in the variable itself.
    init?(_ sql: String) {
      let count = sql.utf8.count
      guard count > 15, let start = sql.utf8.withContiguousStorageIfAvailable({ UInt(bitPattern: $0.baseAddress) })
      else { return nil }
      (address, self.count) = (start, count)
    }

    var slot: Int { Int(truncatingIfNeeded: (address >> 4) ^ (address >> 9)) & (StatementCache.slotCount - 1) }
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
  private var slots: [Slot?]
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
    slots = Array(repeating: nil, count: Self.slotCount)
    entries.reserveCapacity(min(self.capacity, 64))
  }

  /// Returns a capacity within the valid range.
  static func clampedCapacity(_ capacity: Int) -> Int { min(max(capacity, 0), 100_000) }

  var count: Int { entries.count }

  /// Returns an idle statement for the text, or `nil`.
  mutating func idleStatement(for sql: String) -> SessionStatement? {
    let identity = TextIdentity(sql)
    if let identity, let slot = slots[identity.slot], slot.identity == identity {
      guard !slot.statement.isBusy else { return nil }
      clock &+= 1
      slot.statement.lastUse = clock
      return slot.statement
    }
    guard let statement = entries[Key(sql: sql)]?.statement else { return nil }
    if let identity { slots[identity.slot] = Slot(sql: sql, identity: identity, statement: statement) }
    guard !statement.isBusy else { return nil }
    clock &+= 1
    statement.lastUse = clock
    return statement
  }

  /// Forgets the places of texts, so that no statement is found that was removed.
  private mutating func forgetPlaces() { for index in slots.indices { slots[index] = nil } }

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
