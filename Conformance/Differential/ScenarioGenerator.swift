import Quarry

/// Generates random scenarios that have the same result on every correct engine.
///
/// It avoids everything that SQLite leaves open: which of several equal values represents a group, the order of ties,
/// and the text of a real with many digits.
struct ScenarioGenerator {
  var random: SeededGenerator

  /// Creates a generator for one group of scenarios of a run.
  init(seed: UInt64, number: Int) { random = SeededGenerator(seed: seed, name: "group \(number)") }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  mutating func chance(_ one: Int, in all: Int) -> Bool { below(all) < one }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  // MARK: - Schema and rows

  mutating func tables() -> [Scenario.Table] {
    (0..<(2 + below(2))).map { number in
      let letter = ["a", "b", "c"][number]
      var columns = [Scenario.Column(name: "\(letter)0", kind: .key)]
      let kinds: [Scenario.Column.Kind] = [.integer, .integer, .text, .textWithoutCase, .real, .any]
      for position in 1...(2 + below(3)) {
        let kind = position == 1 ? .integer : pick(kinds)
        columns.append(Scenario.Column(name: "\(letter)\(position)", kind: kind))
      }
      var indexes: [[Int]] = []
      if chance(1, in: 2) { indexes.append([1 + below(columns.count - 1)]) }
      if chance(1, in: 3) { indexes.append([1, columns.count - 1]) }
      let rows = (0..<below(9)).map { row in columns.map { value(for: $0.kind, row: row) } }
      return Scenario.Table(name: "t\(letter)", columns: columns, indexes: indexes, rows: rows)
    }
  }

  private mutating func value(for kind: Scenario.Column.Kind, row: Int) -> SQLValue {
    if kind == .key { return .integer(Int64(row + 1)) }
    return chance(1, in: 5) ? .null : constant(like: kind)
  }

  /// A value of the kind that a column holds, from a small set so that values meet.
  mutating func constant(like kind: Scenario.Column.Kind) -> SQLValue {
    switch kind {
    case .key: .integer(Int64(1 + below(8)))
    case .integer: pick([0, 1, 2, 3, -1, 7, .integer(.max), .integer(.min)])
    case .text, .textWithoutCase: pick(["", "a", "A", "b", "ab", "1", "10", "ä", "a%", "a_b"])
    case .real: pick([0.5, -0.5, 1.5, 0.25, .real(1e10 + 0.5)])
    case .any: pick([0, 1, "1", "a", 0.5, -1.5, .blob([]), .blob([0x61]), .blob([0, 255])])
    }
  }

  // MARK: - The whole

  /// A query over tables.
  mutating func scenario(over tables: [Scenario.Table]) -> Scenario {
    switch below(8) {
    case 0: grouped(tables)
    case 1: compound(tables)
    case 2: distinct(tables)
    default: joined(tables)
    }
  }
}
