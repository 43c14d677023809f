extension BoundValues {
  /// Appends the values that an insert gives to the columns of a table.
  ///
  /// A column without a value is left out and gets its default. A generated column is never written. The key of a
  /// table with one integer key is left out if it is 0 or NULL, so that the engine assigns it. Every other key is
  /// written unchanged.
  ///
  /// - Parameters:
  ///   - record: Writes the value of each column.
  ///   - stamps: The values of columns with a time stamp.
  ///   - expected: The columns of the rows before, if there are any.
  /// - Returns: The positions of the columns that get a value, or `nil` if they aren't the expected ones. Then nothing
  ///   was appended.
  @inlinable func appendInsert<Record: SQLEncodable>(
    of record: (inout SQLRowWriter<Record>) -> Void, into table: SQLTable, stamps: SQLStamps, like expected: [Int]?
  ) throws(DatabaseError) -> [Int]? {
    let bytesBefore = byteCount
    var writer = SQLRowWriter<Record>(appendingTo: self)
    let start = openRow
    record(&writer)
    // The record may have put a row of its own in the place of the one that it was given.
    if !writer.wrote(to: self, from: start) { replaceRow(writer.values) }
    endRow()
    if let error = writer.error { throw error }
    return finishInsert(from: start, bytesBefore, into: table, stamps, like: expected)
  }

  @usableFromInline func replaceRow(_ values: [SQLValue?]) {
    for (index, value) in values.enumerated() {
      if let value { set(openRow + index, value) } else { setAbsent(openRow + index) }
    }
  }

  @usableFromInline func finishInsert(
    from start: Int, _ bytesBefore: Int, into table: SQLTable, _ stamps: SQLStamps, like expected: [Int]?
  ) -> [Int]? {
    stamps.fill(self, from: start)
    let positions = expected ?? chosenPositions(from: start, of: table)
    let count = count - start
    // Usually all columns have a value. Then every cell is in its place.
    if positions.count == count {
      return expected == nil || hasAll(from: start, of: table) ? positions : forget(start, bytesBefore)
    }
    var kept = 0
    for position in 0..<count where !isLeftOut(position, cells[start + position], table) {
      guard kept < positions.count, positions[kept] == position else { return forget(start, bytesBefore) }
      cells[start + kept] = cells[start + position]
      kept += 1
    }
    guard kept == positions.count else { return forget(start, bytesBefore) }
    removeLast(from: start + kept, bytes: byteCount)
    return positions
  }

  /// Removes a row that has other columns than the rows before.
  private func forget(_ start: Int, _ bytesBefore: Int) -> [Int]? {
    removeLast(from: start, bytes: bytesBefore)
    return nil
  }

  /// Whether every column gets a value.
  private func hasAll(from start: Int, of table: SQLTable) -> Bool {
    for position in 0..<(count - start) where isLeftOut(position, cells[start + position], table) { return false }
    return true
  }

  /// The positions of the columns that get a value, usually in an array that already exists.
  private func chosenPositions(from start: Int, of table: SQLTable) -> [Int] {
    var (leftOut, last) = (0, 0)
    for position in 0..<(count - start) where isLeftOut(position, cells[start + position], table) {
      leftOut += 1
      last = position
    }
    // Each fact by itself: a copy of all of them would retain every one.
    if leftOut == 0 { return table.facts.allPositions }
    if leftOut == 1, last == table.facts.rowIDPosition { return table.facts.positionsWithoutRowID }
    return table.facts.allPositions.filter { !isLeftOut($0, cells[start + $0], table) }
  }

  private func isLeftOut(_ position: Int, _ cell: SQLCellStorage, _ table: SQLTable) -> Bool {
    if cell.type == 0 { return true }
    if table.facts.hasGeneratedColumns, table.columns[position].generated != nil { return true }
    guard cell.payload == 0, position == table.facts.rowIDPosition else { return false }
    return cell.type == SQLStorageClass.null.rawValue || cell.type == SQLStorageClass.integer.rawValue
  }
}

extension SQLStamps {
  /// Fills the columns of a row that is inserted.
  func fill(_ bound: BoundValues, from start: Int) {
    guard let filled else { return }
    for (position, value) in filled.values { bound.set(start + position, value) }
  }
}
