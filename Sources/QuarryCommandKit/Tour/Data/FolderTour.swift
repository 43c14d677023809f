#if Command
internal import Quarry
internal import QuarryCopy

/// The program of a tour over tables that are known only at run time: the same queries for each of them.
enum FolderTour {
  /// Runs the scripts.
  static func load(
    _ folder: DataFolder, _ progress: @escaping @Sendable (Database) -> ProgressBar
  ) -> TourStep {
    TourStep(
      title: "scripts", form: { _ in .native },
      run: { database in
        let bar = progress(database)
        defer { bar.finish() }
        try await folder.load(into: database, bar)
        return try await content(of: database)
      })
  }

  /// The steps for the objects that the scripts created.
  static func program(_ database: Database) async throws -> (rows: Int, steps: [TourStep]) {
    let schema = try await DatabaseSchema.read(database)
    var steps = [schemaStep]
    var rows = 0
    var widest: RunTimeTable?
    for object in schema.objects("table") where !object.isVirtual {
      guard let table = try await RunTimeTable.read(object.name, database) else { continue }
      let count = try await database.rows(of: table.count, columns: 1).first?.first?.integer ?? 0
      rows += Int(count)
      steps.append(ordered(table))
      steps.append(profile(table))
      if (widest?.rows ?? -1) < count { widest = table.with(rows: count) }
    }
    for object in schema.objects("table") where !object.isVirtual {
      steps += try await joins(of: object.name, database)
    }
    for object in schema.objects("table") where !object.isVirtual {
      guard let table = try await RunTimeTable.read(object.name, database), !table.key.isEmpty else { continue }
      steps.append(upsert(table))
    }
    if let widest { steps += [window(widest), rollBack(widest)] }
    return (rows, steps)
  }

  /// The digest of every row of every table.
  static func content(of database: Database) async throws -> ContentDigest {
    var digest = ContentDigest(isOrdered: false)
    for object in try await DatabaseSchema.read(database).objects("table") where !object.isVirtual {
      let rows = try await TableRows.read(object.name, database)
      digest.add(try await rows.digest(in: database))
    }
    return digest
  }

  /// The schema, word by word.
  private static var schemaStep: TourStep {
    TourStep(
      title: "schema", form: { _ in .native },
      run: { database in
        var digest = ContentDigest(isOrdered: true)
        for object in try await DatabaseSchema.read(database).objects.sorted(by: { $0.name < $1.name }) {
          digest.append(row: [.text(object.type), .text(object.name), .text(object.table), .text(object.sql)])
        }
        return digest
      })
  }
}

// MARK: - One table

extension FolderTour {
  /// Every row, in the order of all columns.
  private static func ordered(_ table: RunTimeTable) -> TourStep {
    var select = SQLSyntax.Select(sources: [SQLSyntax.Source(table.table)])
    select.columns = table.table.columns.map { .expression(.column(nil, $0), name: nil) }
    select.order = table.table.columns.map { SQLSyntax.Ordering(.collate(.column(nil, $0), .binary)) }
    return .tree("\(table.table.name): rows in order", .select(select), width: select.columns.count)
  }

  /// For each column the storage classes, extremes and lengths, and for small tables of values the groups.
  private static func profile(_ table: RunTimeTable) -> TourStep {
    let queries = table.table.columns.map { column in
      let value = SQLSyntax.Expression.column(nil, column)
      let type = SQLSyntax.Expression.function(SQLSyntax.Function(.builtIn("typeof"), [value]))
      var select = SQLSyntax.Select(sources: [SQLSyntax.Source(table.table)])
      select.groups = [type]
      var count = SQLSyntax.Function(.builtIn("count"), [])
      count.isStar = true
      count.isAggregate = true
      var distinct = aggregate("count", value)
      distinct.isDistinct = true
      let length = SQLSyntax.Expression.function(SQLSyntax.Function(.builtIn("length"), [value]))
      select.columns = [
        type, .function(count), .function(distinct), .function(aggregate("min", value)),
        .function(aggregate("max", value)), .function(aggregate("sum", length)),
      ].map { .expression($0, name: nil) }
      select.order = [SQLSyntax.Ordering(type)]
      return TreeQuery(query: .select(select), width: 6, isOrdered: true)
    }
    return .trees("\(table.table.name): types, counts, extremes", queries)
  }

  private static func aggregate(_ name: String, _ argument: SQLSyntax.Expression) -> SQLSyntax.Function {
    var function = SQLSyntax.Function(.builtIn(name), [argument])
    function.isAggregate = true
    return function
  }

  /// The rows with their number in the order of all columns.
  private static func window(_ table: RunTimeTable) -> TourStep {
    let terms = table.table.columns.map { SQLSyntax.Ordering(.collate(.column(nil, $0), .binary)) }
    var number = SQLSyntax.Function(.builtIn("row_number"), [], needs: [.windowFunctions])
    number.window = .inline(SQLSyntax.Window(order: terms))
    var select = SQLSyntax.Select(sources: [SQLSyntax.Source(table.table)])
    select.columns = [.expression(.function(number), name: nil)]
    select.columns += table.table.columns.map { .expression(.column(nil, $0), name: nil) }
    return .tree(
      "\(table.table.name): row_number()", .select(select), width: select.columns.count, isOrdered: false,
      needs: .windowFunctions)
  }
}

// MARK: - Joins

extension FolderTour {
  /// Every kind of join along every foreign key of a table.
  private static func joins(of name: String, _ database: Database) async throws -> [TourStep] {
    guard let keys = try await RunTimeTable.read(name, database)?.table.allForeignKeys else { return [] }
    var steps: [TourStep] = []
    for key in keys {
      // Two tables of their own, also where a table refers to itself.
      guard let child = try await RunTimeTable.read(name, database)?.table,
        let parent = try await RunTimeTable.read(key.references.table, database)?.table,
        let condition = condition(key, child, parent)
      else { continue }
      let title = "\(name) ⋈ \(parent.name) by \(key.columns.joined(separator: ", "))"
      let kinds: [(SQLSyntax.Join, SQLFeature?)] = [
        (.inner, nil), (.left, nil), (.right, .rightJoin), (.full, .fullJoin),
      ]
      for (kind, feature) in kinds {
        var select = SQLSyntax.Select(sources: [SQLSyntax.Source(child)])
        select.sources.append(SQLSyntax.Source(parent, join: kind, condition: condition))
        let columns = child.columns + parent.columns
        select.columns = columns.map { .expression(.column(nil, $0), name: nil) }
        steps.append(
          .tree(
            "\(title), \(kind)", .select(select), width: columns.count, isOrdered: false, needs: feature))
      }
    }
    return steps
  }

  private static func condition(
    _ key: SQLForeignKey, _ child: SQLTable, _ parent: SQLTable
  ) -> SQLSyntax.Expression? {
    let parentColumns =
      key.references.columns.isEmpty
      ? parent.primaryKeyColumns : key.references.columns.compactMap { parent.column(named: $0) }
    let childColumns = key.columns.compactMap { child.column(named: $0) }
    guard !childColumns.isEmpty, childColumns.count == parentColumns.count else { return nil }
    return .all(zip(childColumns, parentColumns).map { .binary(.equal, .column(nil, $0), .column(nil, $1)) })
  }
}

// MARK: - Changes

extension FolderTour {
  /// Copies half of a table's rows, then inserts or updates all of them in the copy, which must then equal the table.
  private static func upsert(_ table: RunTimeTable) -> TourStep {
    let copy = table.copy(named: "quarry_tour_copy")
    return TourStep(
      title: "\(table.table.name): upsert into a copy",
      form: { context in
        RunTimeTable.$current.withValue(copy) {
          TourForm.of(context, feature: .upsert) { (context) throws(DatabaseError) in
            _ = try SQLUpsert(RunTimeRecord(values: copy.columns.map { _ in .null })).machine(for: context)
          }
        }
      },
      run: { database in
        let source = TableRows(table: table.table.name, columns: table.columns.map { SQLIdentifier.quote($0.name) })
        var records: [RunTimeRecord] = []
        try await source.forEachBlock(in: database) { block in
          for row in 0..<block.rowCount { records.append(RunTimeRecord(values: Array(block[row]))) }
        }
        let all = records
        return try await database.changing { executor in
          try await RunTimeTable.$current.withValue(copy) { try await upsert(all, into: copy, executor) }
        }
      })
  }

  private static func upsert(
    _ records: [RunTimeRecord], into copy: RunTimeTable, _ executor: some CapableExecutor
  ) async throws -> ContentDigest {
    let capabilities = executor.capabilities
    try await executor.run(SQLCreateTable(copy.table))
    let half = records.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    for part in half.parts(of: capabilities.rowsPerCommand(columns: copy.columns.count)) {
      try await executor.run(SQLInsert(Array(part)))
    }
    var affectedRows: Int64 = 0
    for part in records.parts(of: capabilities.statementsPerCommand) {
      affectedRows += try await executor.run(SQLUpsert(Array(part))).affectedRows
    }
    let stored = TableRows(table: copy.table.name, columns: copy.columns.map { SQLIdentifier.quote($0.name) })
    var digest = try await stored.digest(in: executor)
    var wanted = ContentDigest(isOrdered: false)
    for record in records { wanted.append(row: record.values) }
    guard digest == wanted else {
      throw DatabaseError(.engineInternal, "the copy of a table differs from the table")
    }
    digest.append(row: [.integer(affectedRows)])
    try await executor.execute(SQLFragment(raw: "DROP TABLE \(SQLIdentifier.quote(copy.table.name))"))
    return digest
  }

  /// Deletes everything in a transaction that fails. Nothing may be lost.
  private static func rollBack(_ table: RunTimeTable) -> TourStep {
    TourStep(
      title: "\(table.table.name): transaction that rolls back", form: { _ in .native },
      run: { database in
        let before = try await content(of: database)
        let delete = SQLFragment(raw: "DELETE FROM \(SQLIdentifier.quote(table.table.name))")
        do {
          // The last statement fails.
          let statements = ["PRAGMA defer_foreign_keys = ON", delete, "INSERT INTO quarry_tour_nowhere VALUES (1)"]
          try await database.changing { executor in try await executor.apply(statements) }
        } catch let error as DatabaseError where error.code == .noSuchObject {}
        let after = try await content(of: database)
        guard before == after else {
          throw DatabaseError(.transactionState, "the transaction wasn't rolled back completely")
        }
        return after
      })
  }
}
#endif
