/// How long the executions of a statement took of late, which decides where the next one runs.
///
/// A long execution counts as three short ones. A single long one can be the system's doing, so two are needed to send
/// a statement to its connection's thread.
package struct StatementPace {
  /// The time from which an execution counts as long, in nanoseconds.
  package static let long: UInt64 = 100_000
  private static let limit: UInt8 = 4
  private static let most: UInt8 = 12
  private static let unmeasured = UInt8.max - 1
  private static let never = UInt8.max

  private var slowness = Self.unmeasured

  /// Whether the statement has run, and quickly enough for its caller's thread.
  var isShort: Bool { slowness < Self.limit }

  /// Records an execution.
  ///
  /// - Parameters:
  ///   - isLong: Whether it counts as long.
  ///   - sql: The text of the statement, whose kind the first time needs.
  mutating func note(isLong: Bool, _ sql: String) {
    switch slowness {
    case Self.never: break
    case Self.unmeasured:
      // What controls transactions, settings or the whole file can wait for the disk.
      let kind = SQLStatementKind(sql)
      guard kind.explanation == nil, kind.verb == .select || kind.changesRows else {
        slowness = Self.never
        return
      }
      slowness = isLong ? Self.limit : 0
    default: slowness = isLong ? min(slowness + 3, Self.most) : slowness > 0 ? slowness - 1 : 0
    }
  }
}

extension SQLStatementKind {
  /// Whether preparing or running a statement can change a setting of the connection, or what is attached to it.
  static func canChangeSettings(_ sql: String) -> Bool {
    // Most statements are known by their first byte.
    switch sql.utf8.first.map({ $0 | 0x20 }) {
    case UInt8(ascii: "s"), UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "w"), UInt8(ascii: "c"): return false
    default: break
    }
    switch SQLStatementKind(sql).verb {
    case .pragma, .attach, .detach, .unknown: return true
    default: return false
    }
  }
}
