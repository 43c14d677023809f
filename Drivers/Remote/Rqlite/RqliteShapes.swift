internal import Quarry

/// The known facts about the columns of a query, besides their names.
enum RqliteShape: Sendable, Hashable {
  /// The response shows every value exactly. The columns have these declared types.
  case plain([String?])
  /// The response would be ambiguous for some values. This number of columns is selected together with the types of
  /// their values.
  case tagged(Int)
  /// The query can't be analyzed. If its response is ambiguous, reading it throws.
  case unknown

  /// - Parameter columns: The columns of a query without rows, so that expressions have no type.
  init(_ columns: [ColumnDescription]) {
    let isExact = columns.allSatisfy { RqliteShape.isExact($0.declaredType?.lowercased()) }
    if isExact {
      self = .plain(columns.map(\.declaredType))
    } else {
      self = columns.count <= RqliteShape.largestCount ? .tagged(columns.count) : .unknown
    }
  }

  /// The maximum number of columns whose types fit into one expression, which has a maximum depth.
  private static let largestCount = 400

  /// Whether the server shows values of a column with this declared type exactly. Blobs are shown as texts if the
  /// type is a text type or missing. Whole reals are shown as integers if the column can hold integers. Other types
  /// are rewritten.
  private static func isExact(_ type: String?) -> Bool {
    guard let type, !["date", "datetime", "timestamp", "boolean"].contains(type) else { return false }
    if ["char", "clob", "text", "json", "blob"].contains(where: type.contains) { return false }
    return ["int", "real", "floa", "doub", "num", "dec"].contains(where: type.contains)
  }
}

/// The shapes of queries, by their texts, for all connections of a driver.
///
/// The texts have a limited size: those that were used last are kept, and a text that is too long is analyzed each
/// time.
final class RqliteShapes: Sendable {
  private struct State {
    var recent: [String: RqliteShape] = [:]
    var older: [String: RqliteShape] = [:]
    var recentBytes = 0
  }

  private let state = Protected(State())
  private let bytesOfHalf: Int
  private let longestText: Int

  /// The memory of an entry in addition to its text.
  private static let overhead = 100

  /// - Parameter capacity: The maximum size of the texts in bytes.
  init(capacity: Int = 1 << 20) {
    bytesOfHalf = capacity / 2
    longestText = capacity / 16
  }

  /// The current size in bytes.
  var byteCount: Int {
    state.withLock { state in
      (state.recent.keys.map(\.utf8.count) + state.older.keys.map(\.utf8.count)).reduce(0) {
        $0 + $1 + RqliteShapes.overhead
      }
    }
  }

  subscript(sql: String) -> RqliteShape? {
    get {
      state.withLock { state in
        if let shape = state.recent[sql] { return shape }
        guard let shape = state.older.removeValue(forKey: sql) else { return nil }
        keep(shape, sql, &state)
        return shape
      }
    }
    set {
      state.withLock { state in
        state.older[sql] = nil
        if state.recent.removeValue(forKey: sql) != nil { state.recentBytes -= sql.utf8.count + RqliteShapes.overhead }
        if let newValue, sql.utf8.count <= longestText { keep(newValue, sql, &state) }
      }
    }
  }

  /// Adds an entry to the recent half. A full half becomes the older one, whose previous entries are removed.
  private func keep(_ shape: RqliteShape, _ sql: String, _ state: inout State) {
    let bytes = sql.utf8.count + RqliteShapes.overhead
    if state.recentBytes + bytes > bytesOfHalf {
      state.older = state.recent
      state.recent = [:]
      state.recentBytes = 0
    }
    state.recent[sql] = shape
    state.recentBytes += bytes
  }
}
