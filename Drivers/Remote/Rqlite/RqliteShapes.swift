internal import Quarry

/// What is known of the columns of a query, beside their names.
enum RqliteShape: Sendable, Hashable {
  /// The answer tells every value as it is: the columns have these declared types.
  case plain([String?])
  /// The answer would leave some values open: so many columns are asked for together with the classes of their values.
  case tagged(Int)
  /// The query cannot be looked at; what its answer leaves open is refused.
  case unknown

  /// - Parameter columns: the columns of a query that was asked for no rows, so that expressions have no type.
  init(_ columns: [ColumnDescription]) {
    let isExact = columns.allSatisfy { RqliteShape.isExact($0.declaredType?.lowercased()) }
    if isExact {
      self = .plain(columns.map(\.declaredType))
    } else {
      self = columns.count <= RqliteShape.largestCount ? .tagged(columns.count) : .unknown
    }
  }

  /// The columns whose classes go into one expression, which has a largest depth.
  private static let largestCount = 400

  /// Whether values of a column with this declared type come as they are. Blobs come as texts where the type is one of
  /// a text or none; whole reals come as integers where the column may hold them; others are written anew.
  private static func isExact(_ type: String?) -> Bool {
    guard let type, !["date", "datetime", "timestamp", "boolean"].contains(type) else { return false }
    if ["char", "clob", "text", "json", "blob"].contains(where: type.contains) { return false }
    return ["int", "real", "floa", "doub", "num", "dec"].contains(where: type.contains)
  }
}

/// The shapes of queries, by their texts: for all connections of a driver.
final class RqliteShapes: Sendable {
  private let known = Protected<[String: RqliteShape]>([:])
  private static let capacity = 512

  subscript(sql: String) -> RqliteShape? {
    get { known.withLock { $0[sql] } }
    set {
      known.withLock { known in
        if known.count >= RqliteShapes.capacity { known = [:] }
        known[sql] = newValue
      }
    }
  }
}
