/// The rows of one level of a query with parts, as they are read.
class PartRows {
  /// The value of the level above to which each row belongs.
  private(set) var keys: [SQLValue] = []
  /// For each part, the value of its link column in each row.
  fileprivate(set) var links: [[SQLValue]] = []
  /// What stood behind each record of the root.
  private(set) var extra: [[SQLValue]] = []

  /// How many rows there are.
  var count: Int { 0 }

  /// Reads what else is in the rows of a batch, from the columns behind the record.
  ///
  /// - Parameters:
  ///   - width: The number of columns of the record.
  ///   - links: The columns of the record that parts follow.
  ///   - isPart: Whether the value of the level above follows the record.
  func read(_ batch: SQLRowBatch, width: Int, links columns: [Int], isPart: Bool) throws {
    guard batch.columnCount >= width + (isPart ? 1 : 0) else {
      throw SQLRowDecoder.tooShort(count: batch.columnCount, needed: width + 1)
    }
    if links.isEmpty, !columns.isEmpty { links = Array(repeating: [], count: columns.count) }
    for row in 0..<batch.rowCount {
      for (index, column) in columns.enumerated() { links[index].append(try batch.value(row, column)) }
      if isPart {
        keys.append(try batch.value(row, width))
      } else if batch.columnCount > width {
        extra.append(try (width..<batch.columnCount).map { try batch.value(row, $0) })
      }
    }
  }
}

extension PartRows {
  /// Adds the values of the link columns of a record that was read elsewhere.
  fileprivate func add(links values: [SQLValue]) {
    if links.isEmpty { links = Array(repeating: [], count: values.count) }
    for (index, value) in values.enumerated() { links[index].append(value) }
  }
}

extension SQLRowBatch {
  fileprivate func value(_ row: Int, _ column: Int) throws -> SQLValue {
    try SQLValue.read(cell(row: row, column: column), coding: nil)
  }
}

/// The records of a level.
final class PartRecords<Record: SQLDecodable>: PartRows {
  private(set) var records: [Record] = []

  override var count: Int { records.count }

  override func read(_ batch: SQLRowBatch, width: Int, links: [Int], isPart: Bool) throws {
    try super.read(batch, width: width, links: links, isPart: isPart)
    try batch.decodeRows(of: Record.self, into: &records)
  }

  /// Adds records of the root that were read elsewhere.
  func add(_ roots: [PartRoot<Record>]) {
    for root in roots {
      records.append(root.record)
      add(links: root.links)
    }
  }
}

/// How many rows belong to each value of the level above.
final class PartCounts: PartRows {
  private(set) var counts: [SQLValue: Int] = [:]

  override func read(_ batch: SQLRowBatch, width: Int, links: [Int], isPart: Bool) throws {
    for row in 0..<batch.rowCount {
      counts[try batch.value(row, 0)] = Int(batch.cell(row: row, column: 1).integerIfPresent ?? 0)
    }
  }
}
