/// The bytes of the texts and blobs that are bound to one statement.
///
/// They are copied once, into memory that the next execution reuses, and stay until the statement is reset.
/// `SQLITE_STATIC` requires this, and it saves the engine an allocation and a copy for each value.
struct SQLiteBindingArena: ~Copyable {
  /// More memory than this is released after an execution.
  private static let keptCapacity = 64 * 1024

  private(set) var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int

  init() {
    capacity = 0
    // An address that is never NULL: the engine takes a text without an address for NULL.
    bytes = .allocate(capacity: 1)
  }

  deinit { bytes.deallocate() }

  /// Makes room for a number of bytes, at a new address if there wasn't enough. Nothing may be bound meanwhile.
  mutating func reserve(_ count: Int) {
    guard count > capacity else { return }
    replace(capacity: max(count, min(capacity * 2, Self.keptCapacity), 64))
  }

  /// Releases memory if there is unusually much. Nothing may be bound meanwhile.
  mutating func shrink() {
    if capacity > Self.keptCapacity { replace(capacity: Self.keptCapacity) }
  }

  private mutating func replace(capacity newCapacity: Int) {
    bytes.deallocate()
    bytes = .allocate(capacity: newCapacity)
    capacity = newCapacity
  }
}
