extension SQLGenerator {
  /// Writes a call of a function.
  mutating func write(_ function: SQLSyntax.Function) throws(DatabaseError) {
    if let equal = try equalForm(of: function) { return try write(equal, above: Precedence.unary) }
    var function = function
    if let filter = function.filter, function.window == nil, try !native(.filterAggregate) {
      function = try filtered(function, by: filter)
    }
    try require(function.needs.subtracting(FeatureSet(SQLGenerator.renamedFunctions.map(\.feature))))
    try write(name: function.name, needs: function.needs)
    sql += "("
    if function.isDistinct { sql += "DISTINCT " }
    if function.isStar { sql += "*" } else { try write(list: function.arguments) }
    if !function.order.isEmpty {
      try require(.aggregateOrderBy)
      sql += " "
      try write(order: function.order)
    }
    sql += ")"
    if let filter = function.filter {
      try require(function.window == nil ? .filterAggregate : .windowFilter)
      sql += " FILTER (WHERE "
      try write(filter)
      sql += ")"
    }
    if let window = function.window { try write(window) }
  }

  /// Functions that older engines know under another name.
  private static let renamedFunctions: [(name: String, feature: SQLFeature, older: String)] = [
    ("format", .formatFunction, "printf"),
    ("string_agg", .stringAggregate, "group_concat"),
  ]

  private mutating func write(name: SQLSyntax.Name, needs: FeatureSet) throws(DatabaseError) {
    switch name {
    case .custom(let name): write(identifier: name)
    case .builtIn(let name):
      for renamed in SQLGenerator.renamedFunctions where renamed.name == name && needs.contains(renamed.feature) {
        if try native(renamed.feature) { break }
        sql += renamed.older
        return
      }
      sql += name
    }
  }

  /// Another expression with the same value, for a function that the engine lacks.
  private func equalForm(of function: SQLSyntax.Function) throws(DatabaseError) -> SQLSyntax.Expression? {
    guard case .builtIn(let name) = function.name, function.window == nil else { return nil }
    let arguments = function.arguments
    switch name {
    case "iif" where arguments.count == 3:
      guard try !native(.iifFunction) else { return nil }
      return .choice(
        base: nil, branches: [SQLSyntax.Branch(condition: arguments[0], result: arguments[1])], otherwise: arguments[2])
    case "concat":
      guard try !native(.concatFunction) else { return nil }
      return arguments.reduce(.literal(.text(""))) { joined, next in
        .binary(.concatenate, joined, .coalesced(next))
      }
    case "concat_ws" where !arguments.isEmpty:
      // Engines that drop empty texts answer something else without any error.
      let needed: FeatureSet = [.concatWithSeparatorFunction, .concatWithSeparatorKeepsEmpty]
      for feature in context.engine.missing(from: needed) where try !native(feature) {
        return .joined(separator: arguments[0], Array(arguments.dropFirst()))
      }
      return nil
    case "unixepoch":
      guard try !native(.unixEpochFunction) else { return nil }
      try require(function.needs.subtracting([.unixEpochFunction]))
      let text = SQLSyntax.Function(.builtIn("strftime"), [.literal(.text("%s"))] + arguments)
      return .cast(.function(text), .integer)
    default: return nil
    }
  }

  /// An aggregate over the rows that meet a condition, without FILTER: the other rows become NULL, which the
  /// aggregate ignores.
  private func filtered(
    _ function: SQLSyntax.Function, by filter: SQLSyntax.Expression
  ) throws(DatabaseError) -> SQLSyntax.Function {
    let ignoresNull: Set<String> = ["count", "sum", "total", "avg", "min", "max", "group_concat", "string_agg"]
    guard case .builtIn(let name) = function.name, ignoresNull.contains(name),
      function.isStar || !function.arguments.isEmpty
    else {
      throw .unsupported(.filterAggregate, on: context.engine, strict: false)
    }
    var result = function
    result.filter = nil
    let counted = function.isStar ? SQLSyntax.Expression.literal(.integer(1)) : function.arguments[0]
    let chosen = SQLSyntax.Expression.choice(
      base: nil, branches: [SQLSyntax.Branch(condition: filter, result: counted)], otherwise: nil)
    // CASE has no collation of its own; min, max and DISTINCT compare.
    let kept = function.isStar ? nil : counted.ownCollation
    result.arguments = [kept.map { .collate(chosen, $0) } ?? chosen] + function.arguments.dropFirst()
    result.isStar = false
    return result
  }
}

extension SQLSyntax.Expression {
  /// The collation that comparisons of this expression use, where it is known.
  var ownCollation: SQLCollation? {
    switch node {
    case .column(_, let definition): definition.collation
    case .collate(_, let collation): collation
    default: nil
    }
  }

  /// The expression, or the empty text where it is NULL.
  static func coalesced(_ expression: SQLSyntax.Expression) -> SQLSyntax.Expression {
    .function(SQLSyntax.Function(.builtIn("coalesce"), [expression, .literal(.text(""))]))
  }

  /// The texts that are not NULL, with a separator between them, or NULL if the separator is.
  static func joined(
    separator: SQLSyntax.Expression, _ parts: [SQLSyntax.Expression]
  ) -> SQLSyntax.Expression {
    let pieces = parts.map { coalesced(.binary(.concatenate, separator, $0)) }
    guard let first = pieces.first else {
      return .binary(.concatenate, separator, .literal(.text("")))
    }
    let all = pieces.dropFirst().reduce(first) { .binary(.concatenate, $0, $1) }
    let length = SQLSyntax.Expression.function(
      SQLSyntax.Function(.builtIn("length"), [.binary(.concatenate, separator, .literal(.text("")))]))
    return .function(
      SQLSyntax.Function(.builtIn("substr"), [all, .binary(.add, length, .literal(.integer(1)))]))
  }
}

extension SQLGenerator {
  /// Writes the value at a path inside a JSON text.
  mutating func write(
    json operand: SQLSyntax.Expression, _ path: String, _ asJSON: Bool
  ) throws(DatabaseError) {
    guard path.hasPrefix("$") else {
      throw DatabaseError(.invalidQuery, "a JSON path begins with $, as in $.name or $[0]")
    }
    try require(.jsonCore)
    if path.contains("[#-") { try require(.jsonPathFromEnd) }
    if asJSON {
      try require(.jsonArrow)
      sql += "("
      try write(operand, above: Precedence.concatenation)
      sql += " -> "
      write(literal: .text(path))
    } else {
      sql += "json_extract("
      try write(operand, above: Precedence.raw)
      sql += ", "
      write(literal: .text(path))
    }
    sql += ")"
  }
}

extension SQLGenerator {
  /// Writes `ORDER BY` and its terms.
  mutating func write(order: [SQLSyntax.Ordering]) throws(DatabaseError) {
    sql += "ORDER BY "
    for (index, term) in order.enumerated() {
      if index > 0 { sql += ", " }
      try write(term)
    }
  }

  /// Writes one term of an ORDER BY.
  ///
  /// An engine without NULLS FIRST and LAST sorts by whether the term is NULL first, unless its own order is the wanted
  /// one.
  private mutating func write(_ term: SQLSyntax.Ordering) throws(DatabaseError) {
    var nulls = term.nulls
    if let wanted = nulls, try !native(.nullsOrder) {
      nulls = nil
      if (wanted == .first) == term.isDescending {
        try write(term.expression, above: Precedence.equality)
        sql += wanted == .first ? " IS NULL DESC, " : " IS NULL, "
      }
    }
    try write(term.expression, above: Precedence.raw)
    if term.isDescending { sql += " DESC" }
    switch nulls {
    case .first: sql += " NULLS FIRST"
    case .last: sql += " NULLS LAST"
    case nil: break
    }
  }

  /// Writes OVER and the window.
  private mutating func write(_ use: SQLSyntax.WindowUse) throws(DatabaseError) {
    try require(.windowFunctions)
    sql += " OVER "
    switch use {
    case .named(let name):
      try require(.namedWindows)
      write(identifier: name)
    case .inline(let window):
      sql += "("
      try write(window)
      sql += ")"
    }
  }

  /// Writes the inside of a window.
  mutating func write(_ window: SQLSyntax.Window) throws(DatabaseError) {
    var separator = ""
    if let base = window.base {
      try require(.windowChaining)
      write(identifier: base)
      separator = " "
    }
    if !window.partition.isEmpty {
      sql += separator + "PARTITION BY "
      try write(list: window.partition)
      separator = " "
    }
    if !window.order.isEmpty {
      sql += separator
      try write(order: window.order)
      separator = " "
    }
    guard let frame = window.frame else { return }
    sql += separator
    if frame.unit == .groups { try require(.windowGroupsFrames) }
    sql += frame.unit.rawValue
    sql += " BETWEEN "
    try write(frame.start, frame.unit)
    sql += " AND "
    try write(frame.end, frame.unit)
    if let exclusion = frame.exclusion {
      try require(.windowExclude)
      sql += " EXCLUDE "
      sql += exclusion.rawValue
    }
  }

  private mutating func write(
    _ bound: SQLSyntax.Frame.Bound, _ unit: SQLSyntax.Frame.Unit
  ) throws(DatabaseError) {
    switch bound {
    case .unboundedPreceding: sql += "UNBOUNDED PRECEDING"
    case .unboundedFollowing: sql += "UNBOUNDED FOLLOWING"
    case .currentRow: sql += "CURRENT ROW"
    case .preceding(let distance), .following(let distance):
      if unit == .range { try require(.windowRangeOffset) }
      write(parameter: distance)
      if case .preceding = bound { sql += " PRECEDING" } else { sql += " FOLLOWING" }
    }
  }
}
