#if ColumnEncryption
public import Quarry

/// The progress of a key rotation.
public struct ColumnRotationProgress: Sendable, Hashable {
  /// The number of values encrypted with the new key so far.
  public let rotated: Int
  /// The number of values to encrypt, counted at the start.
  public let total: Int
}

extension Database {
  /// Encrypts the values of a column with the current key of a cipher, in batches.
  ///
  /// The app can use the column during the rotation. Values of both keys can be read, and a value that the app changes in the meantime
  /// isn't overwritten. If the rotation is interrupted, call the method again to continue. Delete the old key after the method
  /// has returned 0 and no other process writes with the old key.
  ///
  /// Each batch is atomic, on every driver.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - table: The table of the column. It must have rowids or a primary key.
  ///   - cipher: The cipher with the keys of all values.
  ///   - encryptsPlainValues: Whether to encrypt plain values, for a column that wasn't encrypted before. If `false`, plain
  ///     values throw.
  ///   - batchSize: The number of values in a batch, from 1 to 10,000.
  ///   - progress: A closure to call after each batch.
  /// - Returns: The number of values that were encrypted with the new key.
  /// - Throws: ``DatabaseError``, ``SQLConversionError`` if a value can't be read, or `CancellationError` between
  ///   batches.
  @discardableResult
  public func rotateEncryption<Value>(
    of column: SQLColumn<Value>, in table: SQLTable, with cipher: ColumnCipher, encryptsPlainValues: Bool = false,
    batchSize: Int = 500, progress: @Sendable (ColumnRotationProgress) -> Void = { _ in }
  ) async throws -> Int {
    let rotation = try ColumnRotation(column.name, table, cipher, batchSize: min(max(batchSize, 1), 10_000))
    let total = try await fetchAll(rotation.count.values(Int64.self)).first ?? Int64(0)
    var rotated = 0
    var after: [SQLValue]? = nil
    while true {
      try Task.checkCancellation()
      let rows = try await fetchAll(rotation.rows(after: after).rows()).map(\.values)
      guard let last = rows.last else { return rotated }
      var changes: [SQLFragment] = []
      for row in rows {
        let stored = row[0]
        let value: SQLValue
        if case .text(let text) = stored, ColumnCipher.keyID(of: text) != nil {
          value = try cipher.open(text)
        } else if encryptsPlainValues {
          value = stored
        } else {
          throw SQLConversionError(
            wanted: "a value of the encrypted column \(cipher.column)", found: "\(stored.storageClass) in the clear")
        }
        changes.append(rotation.change(row, to: .text(try cipher.seal(value))))
      }
      try await batch { batch in for change in changes { batch.execute(change) } }
      rotated += rows.count
      progress(ColumnRotationProgress(rotated: rotated, total: max(Int(total), rotated)))
      after = Array(last.dropFirst())
    }
  }
}

/// The statements of a rotation.
private struct ColumnRotation {
  private let column: String
  private let table: String
  /// The columns that identify a row.
  private let key: [String]
  private let prefix: String
  private let batchSize: Int

  init(_ column: String, _ table: SQLTable, _ cipher: ColumnCipher, batchSize: Int) throws(DatabaseError) {
    self.column = Self.quoted(column)
    self.table = (table.schema.map { Self.quoted($0) + "." } ?? "") + Self.quoted(table.name)
    let hidden = ["rowid", "_rowid_", "oid"].first { table.column(named: $0) == nil }
    let own = table.primaryKeyColumns.map { Self.quoted($0.name) }
    switch (table.kind, hidden) {
    case (.table, let hidden?): key = [hidden]
    default: key = own
    }
    guard !key.isEmpty else {
      throw DatabaseError(
        .invalidQuery, "the values of \"\(table.name)\" can't be encrypted again: no columns identify a row")
    }
    prefix = ColumnCipher.prefix(cipher.currentKeyID)
    self.batchSize = batchSize
  }

  private static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

  private var isOld: String { "\(column) IS NOT NULL AND substr(\(column), 1, \(prefix.utf8.count)) <> ?" }

  var count: SQLFragment {
    SQLFragment(raw: "SELECT count(*) FROM \(table) WHERE \(isOld)", values: [.text(prefix)])
  }

  /// The next rows: the value, and the identity of the row.
  func rows(after last: [SQLValue]?) -> SQLFragment {
    let names = key.joined(separator: ", ")
    var sql = "SELECT \(column), \(names) FROM \(table) WHERE \(isOld)"
    if let last {
      // Row values came with 3.15, which is the oldest engine.
      let places = Array(repeating: "?", count: last.count).joined(separator: ", ")
      sql += key.count == 1 ? " AND \(names) > ?" : " AND (\(names)) > (\(places))"
    }
    sql += " ORDER BY \(names) LIMIT \(batchSize)"
    return SQLFragment(raw: sql, values: [.text(prefix)] + (last ?? []))
  }

  /// Replaces a value, unless it has changed.
  func change(_ row: [SQLValue], to value: SQLValue) -> SQLFragment {
    let conditions = key.map { "\($0) = ?" } + ["\(column) = ?"]
    return SQLFragment(
      raw: "UPDATE \(table) SET \(column) = ? WHERE \(conditions.joined(separator: " AND "))",
      values: [value] + row.dropFirst() + [row[0]])
  }
}
#endif
