/// Finds the foreign key by which a new source is joined to one of those before it, in either direction.
struct SQLJoinResolver {
  /// The table of the new source.
  let joined: SQLTable
  /// The tables of the sources before it.
  let earlier: [SQLTable]

  /// One way to join: the child's foreign key columns equal the parent's key.
  struct Candidate {
    /// The position of the child among the sources; the new one is the last.
    var child: Int
    /// The position of the parent.
    var parent: Int
    var foreignKey: SQLForeignKey
  }

  private var tables: [SQLTable] { earlier + [joined] }

  /// The condition of the join. A failure if no foreign key fits, or several do.
  ///
  /// - Parameters:
  ///   - key: The key to follow. If `nil`, any key that relates the new source.
  ///   - token: A token of the query.
  func condition(_ key: SQLJoinKeySyntax?, token: UInt64) -> SQLSyntax.Expression {
    let (owners, all) = candidates(key)
    let wanted = key.map { "the foreign key \(describe($0)) " } ?? "a foreign key "
    if owners == 0, case .column(let column)? = key {
      let known = tables.contains { table in table.columns.contains { $0 === column } }
      return failure(
        known
          ? "the column \"\(column.name)\" has no foreign key to join by; name a column that references a table, "
            + "or give a condition"
          : "the column \"\(column.name)\" belongs to neither \"\(joined.name)\" nor a table before it (\(names))")
    }
    let fitting = preferringOwnSchema(all)
    guard let chosen = fitting.first else {
      return failure(
        "\(wanted)doesn't relate \"\(joined.name)\" to any table before it (\(names)); give a condition")
    }
    guard fitting.count == 1 else {
      let list = fitting.map(describe).joined(separator: ", ")
      return failure(
        "\(wanted)relates \"\(joined.name)\" to the tables before it in \(fitting.count) ways: \(list); give a "
          + "condition that says which is meant")
    }
    return equality(chosen, token: token)
  }

  // MARK: Candidates

  /// The ways to join by a key, and the number of foreign keys that fit the key at all.
  private func candidates(_ key: SQLJoinKeySyntax?) -> (owners: Int, candidates: [Candidate]) {
    let last = earlier.count
    var owners = 0
    var result: [Candidate] = []
    for (index, table) in tables.enumerated() {
      for foreignKey in table.allForeignKeys where fits(foreignKey, of: table, key) {
        owners += 1
        // The new source is the parent of an earlier one, or the child of any earlier one.
        let parents = index == last ? Array(0..<last) : [last]
        for parent in parents where SQLIdentifier.areEqual(tables[parent].name, foreignKey.references.table) {
          result.append(Candidate(child: index, parent: parent, foreignKey: foreignKey))
        }
      }
    }
    return (owners, result)
  }

  private func fits(_ foreignKey: SQLForeignKey, of table: SQLTable, _ key: SQLJoinKeySyntax?) -> Bool {
    switch key {
    case nil: true
    case .foreignKey(let wanted)?: foreignKey == wanted
    case .column(let column)?:
      foreignKey.columns.contains { name in table.column(named: name) === column }
    }
  }

  /// Prefers parents in the foreign key's own schema, and uses others only if there are none.
  private func preferringOwnSchema(_ all: [Candidate]) -> [Candidate] {
    all.filter { candidate in
      let child = tables[candidate.child]
      let isOwn = { (other: Candidate) in
        tables[other.parent].schema == child.schema
      }
      return isOwn(candidate)
        || !all.contains { $0.child == candidate.child && $0.foreignKey == candidate.foreignKey && isOwn($0) }
    }
  }

  // MARK: Condition

  private func equality(_ candidate: Candidate, token: UInt64) -> SQLSyntax.Expression {
    let (child, parent) = (tables[candidate.child], tables[candidate.parent])
    let references = candidate.foreignKey.references
    let keys =
      references.columns.isEmpty
      ? parent.primaryKeyColumns.map { Optional($0) } : references.columns.map { parent.column(named: $0) }
    guard keys.count == candidate.foreignKey.columns.count, !keys.isEmpty else {
      return failure(
        "the foreign key \(describe(candidate)) has \(candidate.foreignKey.columns.count) columns, and the key that it "
          + "refers to has \(keys.count)")
    }
    var terms: [SQLSyntax.Expression] = []
    for (name, key) in zip(candidate.foreignKey.columns, keys) {
      guard let key, let column = child.column(named: name) else {
        return failure("the foreign key \(describe(candidate)) names a column that its table doesn't list")
      }
      terms.append(
        equality(
          column, .column(SQLSyntax.SourceIdentity(token: token, index: candidate.child), column), key,
          .column(SQLSyntax.SourceIdentity(token: token, index: candidate.parent), key)))
    }
    return .all(terms)
  }

  /// The equality of two columns, in one coding.
  private func equality(
    _ child: SQLColumnDefinition, _ left: SQLSyntax.Expression, _ parent: SQLColumnDefinition,
    _ right: SQLSyntax.Expression
  ) -> SQLSyntax.Expression {
    Self.inOneCoding(child, left, parent, right) { .binary(.equal, $0, $1) }
  }

  /// The equality of a key with a column that refers to it, in one coding. The key comes first, so that its collation
  /// decides, as in a foreign key.
  ///
  /// Source: <https://sqlite.org/datatype3.html>, section 7.1.
  static func equality(
    parent: SQLColumnDefinition, _ key: SQLSyntax.Expression, child: SQLColumnDefinition,
    _ reference: SQLSyntax.Expression
  ) -> SQLSyntax.Expression {
    inOneCoding(child, reference, parent, key) { .binary(.equal, $1, $0) }
  }

  private static func inOneCoding(
    _ child: SQLColumnDefinition, _ left: SQLSyntax.Expression, _ parent: SQLColumnDefinition,
    _ right: SQLSyntax.Expression, _ equal: (SQLSyntax.Expression, SQLSyntax.Expression) -> SQLSyntax.Expression
  ) -> SQLSyntax.Expression {
    guard let own = child.storedForm, let other = parent.storedForm, own != other else { return equal(left, right) }
    // The key's column is left as it is where possible, so that its index is used.
    if let conversion = own.conversion(to: other) { return equal(conversion(left), right) }
    if let conversion = other.conversion(to: own) { return equal(left, conversion(right)) }
    if own.reading(as: other) != nil, !own.isKnownText || !other.isKnownText { return equal(left, right) }
    return .failure(.reading(own, as: other, named: parent.name))
  }

  // MARK: Words

  private var names: String { earlier.map { "\"\($0.name)\"" }.joined(separator: ", ") }

  private func describe(_ candidate: Candidate) -> String {
    let columns = candidate.foreignKey.columns.map { "\"\($0)\"" }.joined(separator: ", ")
    let (child, parent) = (tables[candidate.child].name, tables[candidate.parent].name)
    return
      "\"\(child)\" (source \(candidate.child + 1)) by \(columns) to \"\(parent)\" (source \(candidate.parent + 1))"
  }

  private func describe(_ key: SQLJoinKeySyntax) -> String {
    switch key {
    case .column(let column): "of the column \"\(column.name)\""
    case .foreignKey(let key): "over " + key.columns.map { "\"\($0)\"" }.joined(separator: ", ")
    }
  }

  private func failure(_ message: String) -> SQLSyntax.Expression { .failure(DatabaseError(.invalidQuery, message)) }
}
