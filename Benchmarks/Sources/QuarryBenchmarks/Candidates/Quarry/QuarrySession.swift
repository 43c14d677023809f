import Quarry
import QuarrySQLite

/// The driver of both Quarry candidates: its defaults, and the page cache that everybody gets.
func quarryDriver(_ path: String) -> SQLiteDriver {
  var settings = SQLiteConnectionSettings()
  settings.synchronous = .normal
  settings.cacheKibibytes = 65_536
  settings.busyTimeout = .seconds(10)
  // A thread looks at the mark by the clock, which a count must not depend on.
  settings.keepsReadMark = CommandLine.arguments.dropFirst().first != "count"
  return SQLiteDriver(path: path, settings: settings)
}

/// The work that stands inside one synchronous body, which both of Quarry's ways in hand to the same session.
extension SQLSession {
  func lookUp(_ keys: [Int64]) throws -> [Item] {
    var items: [Item] = []
    items.reserveCapacity(keys.count)
    for key in keys { items.append(try found(fetchOne(Item.find(key)), key)) }
    return items
  }

  func query(_ conditions: [Condition]) throws -> [[Item]] {
    var results: [[Item]] = []
    results.reserveCapacity(conditions.count)
    for condition in conditions {
      results.append(
        try fetchAll(
          Item
            .where { $0.count == condition.count && $0.weight > condition.weight }
            .order { $0.weight.descending }
            .limit(10)))
    }
    return results
  }
}
