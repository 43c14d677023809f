import Quarry
import TestSupport

/// The columns of a left row as expressions, the same for a source that is always there and for one that may be empty.
struct LeftTerms {
  let id: SQLExpression<Int64?>
  let k: SQLExpression<Int64?>
  let v: SQLExpression<SQLValue?>

  init(_ columns: Left.SourceColumns) {
    id = columns.id.asOptional
    k = columns.k
    v = columns.v.asOptional
  }

  init(_ columns: SQLOptionalColumns<Left>) {
    id = columns.id
    k = columns.k
    v = columns.v
  }
}

/// The columns of a right row as expressions.
struct RightTerms {
  let k: SQLExpression<Int64?>
  let s: SQLExpression<String?>
  let r: SQLExpression<Double?>

  init(_ columns: Right.SourceColumns) {
    k = columns.k
    s = columns.s
    r = columns.r
  }

  init(_ columns: SQLOptionalColumns<Right>) {
    k = columns.k
    s = columns.s
    r = columns.r
  }
}

/// Makes random conditions over the columns of the two tables.
struct RandomConditions {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  mutating func number() -> Int64? { pick(6) == 0 ? nil : Int64.random(in: -1...12, using: &random) }

  private mutating func value() -> SQLValue {
    let values: [SQLValue] = [
      .null, 0, 1, -0.5, "a", "A", "ä", "", .blob([]), .blob([0, 255]), "1", .integer(.max), .text("a\0b"),
    ]
    return values[pick(values.count)]
  }

  private mutating func text() -> String { ["a", "A%", "_b", "%", "", "ä", "a\\%", "b", "a_"][pick(9)] }

  /// A condition of several terms.
  mutating func of(_ left: LeftTerms, depth: Int = 3) -> SQLPredicate {
    guard depth > 0, pick(3) > 0 else { return term(left) }
    switch pick(4) {
    case 0:
      let first = of(left, depth: depth - 1)
      return first && of(left, depth: depth - 1)
    case 1:
      let first = of(left, depth: depth - 1)
      return first || of(left, depth: depth - 1)
    case 2: return !of(left, depth: depth - 1)
    default:
      var parts: [SQLPredicate] = []
      for _ in 0..<pick(3) { parts.append(of(left, depth: depth - 1)) }
      return pick(2) == 0 ? SQLPredicate.all(parts) : SQLPredicate.any(parts)
    }
  }

  private mutating func term(_ left: LeftTerms) -> SQLPredicate {
    switch pick(15) {
    case 0: return left.k == number()
    case 1: return left.k != number()
    case 2: return left.k < number()
    case 3: return number() >= left.k
    case 4: return left.v == value()
    case 5: return left.v > value()
    case 6: return left.v.is(value())
    case 7: return left.v.isNot(value())
    case 8: return left.k.between(number() ?? 2, number() ?? 7)
    case 9: return left.k.in([number(), number(), number()].compactMap { $0 })
    case 10: return left.v.notIn([value(), value()])
    case 11: return left.k.in([SQLExpression(number()), SQLExpression(number())])
    case 12: return left.k + 2 > left.id % 5
    case 13: return left.v.isDistinct(from: left.k.typed(as: SQLValue?.self))
    default: return left.v.isNull
    }
  }

  mutating func of(_ right: RightTerms) -> SQLPredicate {
    switch pick(10) {
    case 0: return right.s.like(text())
    case 1: return right.s.notLike(text(), escape: "\\")
    case 2: return right.s.contains(text())
    case 3: return right.s.startsWith(text(), caseSensitive: true)
    case 4: return right.r > 0.5
    case 5: return right.r.isNull || right.k.isNull
    case 6: return right.s.in([text(), text()])
    case 7: return right.s.glob("[aA]*")
    case 8: return right.s.endsWith(text())
    default: return right.k.notBetween(3, 6)
    }
  }

  /// A condition that relates the two.
  mutating func of(_ left: LeftTerms, _ right: RightTerms) -> SQLPredicate {
    let related: SQLPredicate =
      switch pick(5) {
      case 0: left.id == right.k
      case 1: left.k.is(right.k)
      case 2: left.k < right.k
      default: left.k == right.k
      }
    switch pick(4) {
    case 0: return related && of(right)
    case 1: return related && of(left, depth: 1)
    case 2: return pick(4) == 0 ? related || of(right) : related
    default: return related
    }
  }

  /// A random order, which NULLs are part of.
  mutating func order(_ left: LeftTerms) -> [SQLOrdering] {
    let key = pick(2) == 0 ? left.k.ascending : left.k.descending
    let placed: SQLOrdering =
      switch pick(3) {
      case 0: key.nullsFirst
      case 1: key.nullsLast
      default: key
      }
    let value = pick(2) == 0 ? left.v.ascending : left.v.descending.nullsLast
    return pick(2) == 0 ? [placed, left.id.descending] : [placed, value, left.id.ascending]
  }
}
