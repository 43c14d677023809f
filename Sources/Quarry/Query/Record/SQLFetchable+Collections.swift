extension Dictionary where Value: Sendable {
  /// Collects rows under the keys that a closure makes of them.
  ///
  /// - Throws: What the closure throws, or ``DatabaseError`` with code `.duplicateKey` if two rows have the same key.
  init(rows: [Value], by key: (Value) throws -> Key) throws {
    self.init(minimumCapacity: rows.count)
    for (index, row) in rows.enumerated() {
      guard updateValue(row, forKey: try key(row)) == nil else {
        throw DatabaseError(
          .duplicateKey,
          "row \(index + 1) has the key of a row before it; group the rows with Dictionary(grouping:by:), or choose a key "
            + "that each row has alone")
      }
    }
  }
}
