internal import CQuarrySQLite
public import Quarry

/// How two texts stand to each other.
public enum SQLiteOrder: Int32, Sendable, Hashable {
  /// The first comes before the second.
  case before = -1
  /// Neither comes before the other.
  case same = 0
  /// The first comes after the second.
  case after = 1
}

extension SQLiteConnection {
  /// Adds an order of texts that SQL can name on this connection, or replaces the one of that name.
  ///
  /// The order must be a total one and must never change for texts that are in an index. Source:
  /// <https://sqlite.org/c3ref/create_collation.html>.
  ///
  /// - Parameters:
  ///   - name: The name for `COLLATE`.
  ///   - compare: Compares two texts; bytes that are not UTF-8 are replaced.
  /// - Throws: What the engine reports, such as `.busy` while a statement runs.
  public func addCollation(
    _ name: String, _ compare: @escaping (String, String) -> SQLiteOrder
  ) throws(DatabaseError) {
    let database = try openDatabase()
    try Self.checkName(name, "collation")
    use.enter()
    defer { use.leave() }
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
      throw failure(code, action: "cannot add the collation \(name)")
    }
  }

  /// Removes an order of texts, which lets its closure go. Does nothing when there is none of that name.
  public func removeCollation(_ name: String) throws(DatabaseError) {
    try inOneCall { database throws(DatabaseError) in
      try Self.checkName(name, "collation")
      let code = api.pointee.create_collation_v2(database, name, SQLITE_UTF8, nil, nil, nil)
      guard code == SQLITE_OK else { throw failure(code, action: "cannot remove the collation \(name)") }
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
