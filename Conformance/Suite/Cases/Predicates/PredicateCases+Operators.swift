import Quarry

/// An operator of the typed layer.
typealias TypedOperator =
  @Sendable (_ left: SQLExpression<SQLValue>, _ right: SQLExpression<SQLValue>) -> SQLPredicate

extension CaseContext {
  /// Tries an operator with all pairs of operands: as bound parameters, over columns, in typed queries over columns and
  /// with bound values, as a condition with each of the three results, and with an index.
  ///
  /// - Parameters:
  ///   - spellings: The spellings of the operator in SQL.
  ///   - table: The recorded results.
  ///   - typed: The operator of typed queries.
  ///   - boundNulls: Whether typed queries bind NULL like any other value.
  ///   - count: The number of operands to use.
  /// - Returns: The database with the pairs.
  @discardableResult
  func expectOperator(
    _ spellings: [String], _ table: String, boundNulls: Bool = false, count: Int = 10, _ typed: TypedOperator? = nil
  ) async throws -> Database {
    let database = try await database()
    try await OperandPair.create(in: database, of: count)
    let cells = PredicateTables.cells(table)
    expectEqual(cells.count, count * count, "the table of answers is complete")
    let name: (Int) -> String = { "\(Operand.literals[$0 / count]) \(spellings[0]) \(Operand.literals[$0 % count])" }

    for left in 0..<count {
      for spelling in spellings {
        await expectParameters(database, spelling, left, Array(cells[left * count..<(left + 1) * count]))
      }
    }
    for spelling in spellings {
      let rows = try await rows(database, SQLFragment(raw: "SELECT l \(spelling) r FROM pair ORDER BY n"))
      expectCells(rows.map { $0[0] }, cells) { "columns: \(name($0))" }
    }
    if let typed {
      let rows = try await database.fetchAll(OperandPair.order { $0.number }.select { typed($0.left, $0.right) })
      expectCells(try rows.map { try $0.sqlValue() }, cells) { "typed columns: \(name($0))" }
      try await expectTypedValues(database, cells, boundNulls: boundNulls, count, typed)
    }
    try await expectConditions(database, spellings[0], cells, count, typed)
    return database
  }

  /// One row of the table with both sides as parameters.
  private func expectParameters(
    _ database: Database, _ spelling: String, _ left: Int, _ cells: [SQLValue]
  ) async {
    var fragment: SQLFragment = "SELECT "
    for right in cells.indices {
      if right > 0 { fragment.append(raw: ", ") }
      appendOperand(left, to: &fragment)
      fragment.append(raw: " \(spelling) ")
      appendOperand(right, to: &fragment)
    }
    let values = try? await rows(database, fragment).first
    expectCells(values ?? [], cells) { "parameters: \(Operand.literals[left]) \(spelling) \(Operand.literals[$0])" }
  }

  /// Appends a parameter, or a literal if a driver can't transfer the value.
  private func appendOperand(_ index: Int, to fragment: inout SQLFragment) {
    let value = Operand.values[index]
    if value.storageClass == .blob, !profile.capabilities.blobs {
      fragment.append(raw: Operand.literals[index])
    } else {
      fragment.append(value: value)
    }
  }

  /// The typed operator between a column and a bound value, on both sides.
  private func expectTypedValues(
    _ database: Database, _ cells: [SQLValue], boundNulls: Bool, _ count: Int, _ typed: TypedOperator
  ) async throws {
    for (index, value) in Operand.values.prefix(count).enumerated() {
      if value.isNull, !boundNulls { continue }
      guard value.storageClass != .blob || section("values in bytes", requires: .capability(.blobs)) else { continue }
      let rows = try await database.fetchAll(
        Operand.where { $0.number < Int64(count) }.order { $0.number }.select {
          (typed($0.value, SQL.value(value)), typed(SQL.value(value), $0.value))
        })
      let onTheRight = (0..<count).map { cells[$0 * count + index] }
      let onTheLeft = (0..<count).map { cells[index * count + $0] }
      expectCells(try rows.map { try $0.0.sqlValue() }, onTheRight) {
        "typed: \(Operand.literals[$0]) against the value \(Operand.literals[index])"
      }
      expectCells(try rows.map { try $0.1.sqlValue() }, onTheLeft) {
        "typed: the value \(Operand.literals[index]) against \(Operand.literals[$0])"
      }
    }
  }

  /// The rows for which the condition, its negation, and neither holds; and the same with an index.
  private func expectConditions(
    _ database: Database, _ spelling: String, _ cells: [SQLValue], _ count: Int, _ typed: TypedOperator?
  ) async throws {
    func numbers(_ wanted: SQLValue) -> [[SQLValue]] {
      cells.indices.filter { cells[$0] == wanted }.map { [.integer(Int64($0))] }
    }
    for isIndexed in [false, true] {
      if isIndexed {
        try await run(database, "CREATE INDEX pair_l ON pair (l)", "CREATE INDEX operand_v ON operand (v)")
      }
      let condition = SQLFragment(raw: "l \(spelling) r")
      await expectRows(database, "SELECT n FROM pair WHERE \(condition) ORDER BY n", numbers(1), "where it holds")
      await expectRows(
        database, "SELECT n FROM pair WHERE NOT (\(condition)) ORDER BY n", numbers(0), "where its negation holds")
      await expectRows(
        database, "SELECT n FROM pair WHERE (\(condition)) IS NULL ORDER BY n", numbers(nil), "where neither holds")
      await expectRows(
        database,
        """
        SELECT a.n * \(count) + b.n FROM operand AS a JOIN operand AS b ON \(raw: "a.v \(spelling) b.v")
        WHERE a.n < \(count) AND b.n < \(count) ORDER BY 1
        """, numbers(1), "as a condition of a join")
    }
    guard let typed else { return }
    let pairs = OperandPair.order { $0.number }
    await expectRows(
      database, query: pairs.where { typed($0.left, $0.right) }.select { $0.number }, numbers(1),
      "typed: where it holds")
    await expectRows(
      database, query: pairs.where { !typed($0.left, $0.right) }.select { $0.number },
      numbers(0), "typed: where its negation holds")
    await expectRows(
      database, query: pairs.where { typed($0.left, $0.right).isNull }.select { $0.number },
      numbers(nil), "typed: where neither holds")
  }

  /// Tries a condition on a single value with the ten operands, in SQL and in typed queries.
  ///
  /// - Parameters:
  ///   - sql: The condition on the column `v`.
  ///   - expected: The ten results.
  ///   - typed: The same condition.
  func expectOverOperands(
    _ database: Database, _ sql: String, _ expected: String, file: StaticString = #fileID, line: UInt = #line,
    _ typed: (@Sendable (SQLColumns<Operand>) -> SQLPredicate)? = nil
  ) async throws {
    let cells = PredicateTables.cells(expected)
    let values = try await rows(database, SQLFragment(raw: "SELECT \(sql) FROM operand ORDER BY n"))
    expectCells(values.map { $0[0] }, cells, file: file, line: line) { "v is \(Operand.literals[$0]): \(sql)" }
    guard let typed else { return }
    let answers = try await database.fetchAll(Operand.order { $0.number }.select { typed($0) })
    expectCells(try answers.map { try $0.sqlValue() }, cells, file: file, line: line) {
      "v is \(Operand.literals[$0]), typed: \(sql)"
    }
  }

  /// One assertion for each cell.
  private func expectCells(
    _ actual: [SQLValue], _ expected: [SQLValue], file: StaticString = #fileID, line: UInt = #line,
    _ message: (Int) -> String
  ) {
    for index in expected.indices {
      let value = actual.indices.contains(index) ? actual[index] : nil as SQLValue?
      expectIdentical(value, expected[index], message(index), file: file, line: line)
    }
  }
}
