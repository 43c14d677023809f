internal import CQuarrySQLite
public import Quarry

/// The order of two texts.
public enum SQLiteOrder: Int32, Sendable, Hashable {
  /// The first comes before the second.
  case before = -1
  /// The texts are equal in this order.
  case same = 0
  /// The first comes after the second.
  case after = 1
}

extension SQLiteConnection {
  /// Adds a collation that SQL can use on this connection, or replaces the collation of that name.
  ///
  /// The order must be total, and must never change for texts that are in an index.
  ///
  /// Source: <https://sqlite.org/c3ref/create_collation.html>.
  ///
  /// - Parameters:
  ///   - name: The name for `COLLATE`.
  ///   - compare: Compares two texts. Bytes that aren't UTF-8 are replaced.
  /// - Throws: ``DatabaseError`` with code `.busy` while a statement runs, `.connectionClosed`, or what else the
  ///   engine reports.
  public func addCollation(
    _ name: String, _ compare: @escaping (String, String) -> SQLiteOrder
  ) throws(DatabaseError) {
    let database = try openDatabase()
    try Self.checkName(name, "collation")
    use.enter()
    defer { use.leave() }
    nonblocking.runsForeignCode = true
    let box = Unmanaged.passRetained(SQLiteCollation(use: use, compare))
    let code = api.pointee.create_collation_v2(
      database, name, SQLITE_UTF8, box.toOpaque(),
      { context, leftCount, left, rightCount, right in
        guard let context else { return 0 }
        let collation = Unmanaged<SQLiteCollation>.fromOpaque(context).takeUnretainedValue()
        let (first, second) = (SQLiteCollation.text(left, leftCount), SQLiteCollation.text(right, rightCount))
        return collation.use.callback(.collation) { collation.compare(first, second) }.rawValue
      },
      { context in
        guard let context else { return }
        let collation = Unmanaged<SQLiteCollation>.fromOpaque(context)
        let use = collation.takeUnretainedValue().use
        use.callback(.release) { collation.release() }
      })
    guard code == SQLITE_OK else {
      // Unlike for functions, the engine does not let the box go when it refuses.
      box.release()
      throw failure(code, action: "can't add the collation \(name)")
    }
  }

  /// Removes a collation and releases its closure. Does nothing if there is none of that name.
  ///
  /// - Throws: ``DatabaseError`` with code `.busy` while a statement runs, `.connectionClosed`, or what else the
  ///   engine reports.
  public func removeCollation(_ name: String) throws(DatabaseError) {
    try inOneCall { database throws(DatabaseError) in
      try Self.checkName(name, "collation")
      let code = api.pointee.create_collation_v2(database, name, SQLITE_UTF8, nil, nil, nil)
      guard code == SQLITE_OK else { throw failure(code, action: "can't remove the collation \(name)") }
    }
  }
}

/// Holds the closure of a collation for the engine.
private final class SQLiteCollation {
  let use: SQLiteUse
  let compare: (String, String) -> SQLiteOrder

  init(use: SQLiteUse, _ compare: @escaping (String, String) -> SQLiteOrder) {
    self.use = use
    self.compare = compare
  }

  static func text(_ bytes: UnsafeRawPointer?, _ count: Int32) -> String {
    String(decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
  }
}
