/// Renders a tree as SQL text for one engine, in one pass.
///
/// The generator assigns aliases in the order of the sources, so equal trees make equal text. For every feature that
/// a node needs it asks the engine. A missing feature is rendered in an equivalent form, or throws
/// `.unsupportedFeature`.
struct SQLGenerator {
  /// The capabilities and options to render for.
  let context: SQLGenerationContext
  /// The text so far.
  var sql = ""
  /// The values so far, in the order of their `?`.
  var values: [SQLValue] = []
  /// The sources that can be named here, the innermost last.
  var scopes: [SQLGenerationScope] = []
  /// The number of aliases used so far.
  var aliasCount = 0
  /// Names, already quoted, that no alias may take.
  var reservedNames: [String] = []
  /// How the values of IN lists are written.
  var lists = ListForm.exact
  /// Whether any list has more parameters than values.
  var hasPadding = false
  /// The common table expressions that the statement uses, in the order in which they are defined.
  var commonTables: [RenderedCommonTable] = []
  /// The common table expressions whose definitions are being written.
  var recursions: [(identity: UInt64, name: String)] = []
  /// The names of the columns of a compound query, where its ORDER BY cannot use their numbers.
  var resultNames: [String]?
  /// The number of expressions around the one that is being written.
  var depth = 0
  /// The number of enclosing selects with a right or full join.
  var selectsWithRightJoin = 0
  /// The maximum nesting of expressions. Rendering needs a part of the thread's stack for each level.
  /// Left-associative operators and lists of conditions count as one level.
  ///
  /// The parsers of most engines take fewer: SQLite before 3.46 has a parser stack of 100 entries.
  static let deepestExpression = 100
  /// How many levels of expressions need as much stack as one query.
  static let levelsOfQuery = 2
  /// The tables that were named without a schema.
  var tableNames: [String] = []

  /// Creates a generator with an empty text.
  init(_ context: SQLGenerationContext) {
    self.context = context
    sql.reserveCapacity(512)
  }

  /// Renders a statement.
  ///
  /// The body runs again if the statement is beyond a limit of the engine, with lists in a shorter form.
  static func statement(
    _ context: SQLGenerationContext, lists: ListForm = .padded,
    _ body: (inout SQLGenerator) throws(DatabaseError) -> Void
  ) throws(DatabaseError) -> SQLFragment {
    var generator = SQLGenerator(context)
    generator.lists = lists
    try body(&generator)
    let limit = context.capabilities.limits.parameters
    if generator.hasPadding, generator.parameterCount > limit || generator.isTooLong {
      generator = SQLGenerator(context)
      try body(&generator)
    }
    if generator.parameterCount > limit {
      generator = SQLGenerator(context)
      generator.lists = .compact
      try body(&generator)
      guard generator.parameterCount <= limit else {
        throw DatabaseError(
          .tooManyParameters,
          "the statement needs \(generator.parameterCount) parameters, and the engine takes at most \(limit); "
            + "split it, or put the values into a table", missing: .longStatements)
      }
    }
    return try generator.finish()
  }

  /// The statement: common table expressions first, then the text.
  func finish() throws(DatabaseError) -> SQLFragment {
    let fragment = try commonTables.isEmpty ? SQLFragment(raw: sql, values: values) : finishWithCommonTables()
    let limit = context.capabilities.limits.sqlBytes
    guard fragment.sql.utf8.count <= limit else {
      throw DatabaseError(
        .tooBig, "the statement has \(fragment.sql.utf8.count) bytes, and the engine takes at most \(limit)",
        missing: .longStatements)
    }
    return fragment
  }

  /// Whether the text alone is beyond the engine's limit.
  private var isTooLong: Bool {
    commonTables.reduce(sql.utf8.count) { $0 + $1.sql.utf8.count + 16 } > context.capabilities.limits.sqlBytes
  }

  var parameterCount: Int { commonTables.reduce(values.count) { $0 + $1.values.count } }

  // MARK: Features

  /// Whether the engine has a feature. Throws if it doesn't and the context allows no equivalent form.
  func native(_ feature: SQLFeature) throws(DatabaseError) -> Bool {
    if context.engine.supports(feature) { return true }
    if context.policy == .strict { throw .unsupported(feature, on: context.engine, strict: true) }
    return false
  }

  /// Throws unless the engine has a feature.
  func require(_ feature: SQLFeature) throws(DatabaseError) {
    if !context.engine.supports(feature) { throw .unsupported(feature, on: context.engine, strict: false) }
  }

  /// Throws unless the engine has every feature of a set.
  func require(_ features: FeatureSet) throws(DatabaseError) {
    for feature in context.engine.missing(from: features) { try require(feature) }
  }

  // MARK: Text

  mutating func write(_ text: String) { sql += text }

  mutating func write(identifier name: String) { sql += SQLIdentifier.quote(name) }

  /// Writes a parameter.
  mutating func write(parameter value: SQLValue) {
    sql += "?"
    values.append(value)
  }

  /// Writes a fragment with its values.
  mutating func write(fragment: SQLFragment) throws(DatabaseError) {
    if let error = fragment.conversionError { throw .unstorable(SQLFragment.self, error) }
    sql += fragment.sql
    values += fragment.values
  }

  /// Writes a constant into the text. A constant that can't be written exactly becomes a parameter.
  mutating func write(literal value: SQLValue) {
    if let text = SQLGenerator.exactLiteral(value) { sql += text } else { write(parameter: value) }
  }

  /// The text of exactly this value on every engine, or `nil` if there is none.
  static func exactLiteral(_ value: SQLValue) -> String? {
    switch value {
    case .null: return "NULL"
    case .integer(.min): return nil  // The digits alone would be a real.
    case .integer(let number): return String(number)
    case .real(let number):
      // Old engines round long decimals differently; whole numbers with few digits are exact everywhere.
      guard let whole = Int64(exactly: number), whole.magnitude < 1 << 50, whole != 0 else { return nil }
      return "\(whole).0"
    case .text(let text): return text.utf8.contains(0) ? nil : SQLIdentifier.quoteText(text)
    case .blob: return value.description
    }
  }
}

/// A common table expression that was rendered.
struct RenderedCommonTable {
  var identity: UInt64
  var name: String
  var sql: String
  var values: [SQLValue]
  var isRecursive: Bool
}

extension DatabaseError {
  /// The error for a query that needs a feature the engine lacks.
  static func unsupported(_ feature: SQLFeature, on engine: DatabaseEngine, strict: Bool) -> DatabaseError {
    let why = engine.explanation(for: feature) ?? ""
    let policy = strict ? "; an equivalent form exists, but the policy .strict doesn't allow it" : ""
    return DatabaseError(
      .unsupportedFeature,
      "the query needs \(feature.details.title) (\(feature.id)), which \(engine) doesn't have: \(why)\(policy)")
  }
}
