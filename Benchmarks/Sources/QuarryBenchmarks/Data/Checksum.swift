import Foundation

/// A fingerprint of a result: equal results have equal fingerprints, on every candidate.
///
/// FNV-1a over all fields of all rows. Rows are combined in order.
struct Checksum: Equatable, Sendable {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  private mutating func add(_ number: UInt64) {
    value = (value ^ number) &* 0x0000_0100_0000_01B3
    value ^= value >> 29
  }

  private mutating func add(_ bytes: some Sequence<UInt8>) {
    var length: UInt64 = 0
    for byte in bytes {
      value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
      length += 1
    }
    add(length)
  }

  mutating func add(_ item: Item) {
    add(UInt64(bitPattern: item.id))
    add(item.name.utf8)
    add(item.score.map { $0.bitPattern } ?? 0xFFFF_FFFF_FFFF_FFFF)
    add(UInt64(bitPattern: item.count))
    add(item.weight.bitPattern)
    add(item.payload)
  }

  mutating func add(_ child: Child, _ parent: Parent) {
    add(UInt64(bitPattern: child.id))
    add(UInt64(bitPattern: child.parentId))
    add(child.title.utf8)
    add(child.value.bitPattern)
    add(UInt64(bitPattern: parent.id))
    add(parent.name.utf8)
    add(UInt64(bitPattern: parent.rank))
  }

  mutating func add(_ words: Words) {
    add(UInt64(bitPattern: words.id))
    add(words.a.utf8)
    add(words.b.utf8)
    add(words.c.utf8)
    add(words.d.utf8)
  }

  static func of(_ items: some Sequence<Item>) -> Checksum {
    var checksum = Checksum()
    for item in items { checksum.add(item) }
    return checksum
  }

  static func of(_ results: some Sequence<[Item]>) -> Checksum {
    var checksum = Checksum()
    for items in results {
      checksum.add(UInt64(items.count))
      for item in items { checksum.add(item) }
    }
    return checksum
  }

  static func of(_ words: some Sequence<Words>) -> Checksum {
    var checksum = Checksum()
    for row in words { checksum.add(row) }
    return checksum
  }

  /// The rows of a join have no order that a query without ORDER BY promises: the sum of the rows' fingerprints.
  static func ofUnordered(_ pairs: some Sequence<(Child, Parent)>) -> Checksum {
    var sum = Checksum()
    sum.value = 0
    for (child, parent) in pairs {
      var row = Checksum()
      row.add(child, parent)
      sum.value &+= row.value
    }
    return sum
  }
}
