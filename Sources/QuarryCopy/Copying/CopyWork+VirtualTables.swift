internal import Quarry

/// The tables of a copy, and how their rows are copied.
struct CopyPlan: Sendable {
  /// The tables whose rows are copied, one after the other.
  var rows: [TableRows] = []
  /// The tables among them that belong to a module.
  var shadows: Set<String> = []
  /// The virtual tables whose index is rebuilt from the table with their content.
  var rebuilt: [VirtualTable] = []
  /// The full-text tables whose configuration is set by commands.
  var configured: [VirtualTable] = []
  /// The virtual tables that store nothing except in their own tables.
  var opened: [VirtualTable] = []
  /// The parts that can't be kept.
  var notes: [String] = []
}

extension CopyWork {
  /// Creates the tables, and decides how their rows are copied.
  ///
  /// If the destination is a local engine, the tables in which a module stores its content are copied unchanged:
  /// every bit of an index, its configuration, external content and content that is stored nowhere. Otherwise a
  /// module's table is copied through itself.
  func makeTables(
    _ schema: DatabaseSchema, from reader: some CapableExecutor, to writer: some CapableExecutor
  ) async throws -> CopyPlan {
    var plan = CopyPlan()
    let virtual = VirtualTable.all(in: schema)
    // The tables of a module that is not known are those that come with it.
    for table in virtual where !table.isKnown { try await create(table.object, writer) }
    let unknownShadows = Set(try await DatabaseSchema.read(writer).objects.map(\.name))
      .subtracting(virtual.map(\.object.name))
    let shadows = virtual.reduce(into: unknownShadows) { $0.formUnion($1.shadows) }
    let ordinary = schema.objects("table").filter { !$0.isVirtual && !shadows.contains($0.name) }
    for table in ordinary { try await create(table, writer) }
    for table in virtual where table.isKnown { try await create(table.object, writer) }

    // Where every batch is a transaction by itself, rows come after those that they refer to.
    let isOrdered = !destination.capabilities.holdsTransactions
    for table in isOrdered ? try await schema.parentsFirst(ordinary, reader) : ordinary {
      let rows = try await TableRows.read(table.name, reader)
      if rows.hidesRowID {
        plan.notes.append("the rowids of the table \"\(table.name)\", whose columns take all of their names")
      }
      plan.rows.append(rows)
    }
    for table in virtual {
      let own = schema.objects("table").filter { table.shadows.contains($0.name) }
      if isLocal, table.isKnown {
        for shadow in own { plan.rows.append(try await TableRows.read(shadow.name, reader)) }
        plan.shadows.formUnion(table.shadows)
        plan.opened.append(table)
      } else if let content = table.externalContent {
        guard !content.isEmpty else {
          throw CopyError(
            .notCarried,
            "the full-text table \"\(table.object.name)\" keeps no content, only an index that \(destination.driverName) "
              + "doesn't take; drop it in a copy of the file first")
        }
        plan.rebuilt.append(table)
        plan.configured.append(table)
        plan.notes.append(
          "the index of the full-text table \"\(table.object.name)\" bit by bit: it was made again from its content")
      } else if table.isKnown {
        plan.rows.append(try await TableRows.read(table.object.name, reader))
        plan.configured.append(table)
        plan.notes.append(
          "the index of the virtual table \"\(table.object.name)\" bit by bit: it was made again from its rows")
      } else {
        let names = unknownShadows.filter { $0.lowercased().hasPrefix(table.object.name.lowercased() + "_") }
        if isLocal {
          for shadow in names.sorted() { plan.rows.append(try await TableRows.read(shadow, reader)) }
          plan.shadows.formUnion(names)
        } else if !names.isEmpty {
          plan.rows.append(try await TableRows.read(table.object.name, reader))
        }
        plan.opened.append(table)
      }
    }
    return plan
  }

  /// Configures virtual tables when all rows are copied, and checks that they can be read.
  func finishVirtualTables(
    _ plan: CopyPlan, from reader: some CapableExecutor, to writer: some CapableExecutor
  ) async throws {
    for table in plan.rebuilt {
      let name = SQLIdentifier.quote(table.object.name)
      try await writer.execute(SQLFragment(raw: "INSERT INTO \(name) (\(name)) VALUES ('rebuild')"))
    }
    for table in plan.configured where table.module == "fts5" {
      let name = SQLIdentifier.quote(table.object.name)
      let config = SQLIdentifier.quote(table.object.name + "_config")
      let rows = try await reader.rows(
        of: SQLFragment(raw: "SELECT k, v FROM \(config) WHERE k <> 'version' ORDER BY k"), columns: 2)
      for row in rows {
        try await writer.execute("INSERT INTO \(raw: name) (\(raw: name), rank) VALUES (\(row[0]), \(row[1]))")
      }
    }
    for table in plan.opened {
      let name = SQLIdentifier.quote(table.object.name)
      do {
        _ = try await writer.rows(of: SQLFragment(raw: "SELECT rowid FROM \(name) LIMIT 1"), columns: 1)
      } catch let error as DatabaseError where error.code != .noSuchObject {
        throw CopyError(
          .different,
          "the copy of the virtual table \"\(table.object.name)\" cannot be read: \(error); nothing was kept")
      }
    }
  }
}
