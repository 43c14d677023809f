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
  /// - Returns: The positions of the columns that get a value.
  @inlinable func appendInsert<Record: SQLEncodable>(
    of record: (inout SQLRowWriter<Record>) -> Void, into table: SQLTable, stamps: SQLStamps
  ) throws(DatabaseError) -> [Int] {
    let bytesBefore = byteCount
    var writer = SQLRowWriter<Record>(appendingTo: self)
    let start = openRow
    record(&writer)
    try endRow(of: writer, from: start)
    return keepChosen(from: start, bytesBefore, of: table, stamps)
  }

  /// Appends the values of several records, up to the first one that gives values to other columns.
  ///
  /// - Parameters:
  ///   - rows: The indexes of the records.
  ///   - encode: Writes the value of each column of the record with an index.
  ///   - positions: The columns that get a value.
  /// - Returns: The number of appended records.
  @inlinable func appendInserts<Record: SQLEncodable>(
    _ rows: Range<Int>, _ encode: (Int, inout SQLRowWriter<Record>) -> Void, into table: SQLTable, stamps: SQLStamps,
    like positions: [Int]
  ) throws(DatabaseError) -> Int {
    guard !rows.isEmpty else { return 0 }
    var writer = SQLRowWriter<Record>(appendingTo: self)
    for index in rows {
      let (start, bytesBefore) = (openRow, byteCount)
      encode(index, &writer)
      let isReplaced = try endRow(of: writer, from: start)
      guard keep(positions, from: start, bytesBefore, of: table, stamps) else { return index - rows.lowerBound }
      if index + 1 == rows.upperBound { break }
      if isReplaced { writer = SQLRowWriter(appendingTo: self) } else { writer.beginRow(in: self) }
    }
    return rows.count
  }

  /// Ends the row that a writer has written.
  ///
  /// - Returns: Whether the record has put another row in the place of the one that it was given.
  /// - Throws: The first error of a value.
  @inlinable @discardableResult func endRow<Record: SQLEncodable>(
    of writer: borrowing SQLRowWriter<Record>, from start: Int
  ) throws(DatabaseError) -> Bool {
    let isReplaced = !writer.wrote(to: self, from: start)
    if isReplaced { replaceRow(writer.values) }
    endRow()
    if let error = writer.error { throw error }
    return isReplaced
  }

  @usableFromInline func replaceRow(_ values: [SQLValue?]) {
    for (index, value) in values.enumerated() {
      if let value { set(openRow + index, value) } else { setAbsent(openRow + index) }
    }
  }

  /// Fills a row's stamps, removes the cells of columns that are left out, and returns the positions of the others.
  @usableFromInline func keepChosen(
    from start: Int, _ bytesBefore: Int, of table: SQLTable, _ stamps: SQLStamps
  ) -> [Int] {
    stamps.fill(self, from: start)
    if hasAll(from: start, of: table) { return table.facts.allPositions }
    let positions = chosenPositions(from: start, of: table)
    _ = compact(positions, from: start, bytesBefore, of: table)
    return positions
  }

  /// Fills a row's stamps and removes the cells of columns that are left out.
  ///
  /// - Returns: Whether the others are the expected ones. If not, the whole row is removed.
  @usableFromInline func keep(
    _ positions: [Int], from start: Int, _ bytesBefore: Int, of table: SQLTable, _ stamps: SQLStamps
  ) -> Bool {
    stamps.fill(self, from: start)
    // Usually all columns have a value. Then every cell is in its place.
    if positions.count == count &- start {
      return hasAll(from: start, of: table) || forget(start, bytesBefore)
    }
    return compact(positions, from: start, bytesBefore, of: table)
  }

  /// Moves the cells at some positions together. If a row has other cells, it is removed, and the result is `false`.
  private func compact(_ positions: [Int], from start: Int, _ bytesBefore: Int, of table: SQLTable) -> Bool {
    var kept = 0
    for position in 0..<(count - start) where !isLeftOut(position, cells[start + position], table) {
      guard kept < positions.count, positions[kept] == position else { return forget(start, bytesBefore) }
      cells[start + kept] = cells[start + position]
      kept += 1
    }
    guard kept == positions.count else { return forget(start, bytesBefore) }
    removeLast(from: start + kept, bytes: byteCount)
    return true
  }

  /// Removes a row that has other columns than the rows before.
  private func forget(_ start: Int, _ bytesBefore: Int) -> Bool {
    removeLast(from: start, bytes: bytesBefore)
    return false
  }

  /// Whether every column gets a value.
  private func hasAll(from start: Int, of table: SQLTable) -> Bool {
    if table.facts.hasGeneratedColumns { return false }
    let (row, count) = (cells + start, count &- start)
    for position in 0..<count where row[position].type == 0 { return false }
    guard let key = table.facts.rowIDPosition, key < count else { return true }
    return !isLeftOut(key, row[key], table)
  }

  /// The positions of the columns that get a value, usually in an array that already exists.
  private func chosenPositions(from start: Int, of table: SQLTable) -> [Int] {
    var (leftOut, last) = (0, 0)
    for position in 0..<(count - start) where isLeftOut(position, cells[start + position], table) {
      leftOut += 1
      last = position
    }
    // Each fact by itself: a copy of all of them would retain every one.
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
