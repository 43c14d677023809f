internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension DefinitionCases {
  private typealias Thing = AttachedThing<MainPlace>

  static let schemaByCall: [ConformanceCase] = [
    ConformanceCase(
      "DDL-42", "every typed verb and join with a schema that the call chooses", .core,
      "https://sqlite.org/lang_attach.html",
      "A type of the main schema MUST reach the table of the schema that the call names, and leave the one in main.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.createTable(Thing.self)
      let own = [Thing(1, "main", 1), Thing(2, "child of main", 2, parent: 1)]
      try await database.insert(own)
      try await everyVerb(test, database, "temp", own)
      guard test.section("databases that are attached", requires: .local) else { return }
      for name in ["other", "it's \"one\""] {
        try await database.execute("ATTACH ':memory:' AS \(identifier: name)")
        try await everyVerb(test, database, name, own)
        try await database.execute("DETACH \(identifier: name)")
      }
      await test.expectError(.noSuchObject, "a schema that is not there") {
        try await database.fetchAll(Thing.inSchema("nowhere"))
      }
      test.expectEqual(try await database.fetchAll(Thing.order { $0.id }), own, "main stays")
    }
  ]

  private static func everyVerb(
    _ test: CaseContext, _ database: Database, _ schema: String, _ own: [Thing]
  ) async throws {
    try await database.write { transaction in
      if schema == "temp" {
        try await transaction.run(SQLCreateTable(Thing.table, temporary: true))
      } else {
        try await transaction.createTable(Thing.self, inSchema: schema)
      }
      let there = Thing.inSchema(schema)
      var things = [Thing(1, "a", 1.5), Thing(2, "b", 2.25, parent: 1), Thing(3, "c", -7, parent: 2)]
      func check(_ what: String) async throws {
        test.expectEqual(try await transaction.fetchAll(there.order { $0.id }), things, "\(schema): \(what)")
        test.expectEqual(
          try await transaction.fetchAll(Thing.inSchema("main").order { $0.id }), own, "\(schema): \(what): main")
      }
      let stored = try await transaction.insert(things[0], inSchema: schema)
      test.expectEqual(stored, things[0], "\(schema): insert")
      try await transaction.insert(Array(things[1...]), inSchema: schema)
      try await check("insert")
      let ignored = try await transaction.insert(Thing(9, "a", 1), or: .ignore, inSchema: schema)
      test.expectEqual(ignored, nil, "\(schema): a record that is ignored")
      let found = try await transaction.find(Thing.self, 2, inSchema: schema)
      test.expectEqual(found, things[1], "\(schema): find")
      test.expectEqual(try await transaction.fetchCount(there), 3, "\(schema): count")
      try await joins(test, transaction, schema)
      let copies = Thing.inSchema("main").where { $0.id == 2 }
        .select { ($0.id + 40, $0.name, $0.amount * 2, $0.parent) }
      let insert = SQLInsertSelect(into: Thing.self, Thing.id, Thing.name, Thing.amount, Thing.parent, from: copies)
      _ = try await transaction.run(insert.inSchema(schema))
      things.append(Thing(42, "child of main", 4, parent: 1))
      try await check("insert from a query of main")
      _ = try await transaction.delete(there.where { $0.name.in(Thing.inSchema("main").select { $0.name }) })
      things.removeLast()
      try await check("delete by a query of main")
      let changed = try await transaction.update(there.where { $0.id >= 2 }) { $0.amount = $0.amount + 1 }
      test.expectEqual(changed.affectedRows, 2, "\(schema): update")
      (things[1].amount, things[2].amount) = (3.25, -6)
      try await check("update")
      let returned = try await transaction.run(
        SQLUpdate(there.where { $0.id == 3 }) { $0.name = "third" }.returningRecords())
      things[2].name = "third"
      test.expectEqual(returned, [things[2]], "\(schema): update that returns")
      things[0].name = "first"
      try await transaction.update(things[0], inSchema: schema)
      try await check("update of a record")
      things[1].amount = 100
      try await transaction.upsert(things[1], inSchema: schema)
      things.append(Thing(4, "d", 0))
      try await transaction.upsert(things[3], inSchema: schema)
      try await check("upsert")
      _ = try await transaction.run(
        SQLInsert(Thing(4, "e", 5)).inSchema(schema).onConflict(Thing.id)
          .doUpdate { $0.amount = $1[Thing.amount] + Thing.amount })
      things[3].amount = 5
      try await check("upsert with the excluded row")
      try await transaction.delete(things[3], inSchema: schema)
      things.removeLast()
      try await check("delete of a record")
      _ = try await transaction.delete(there.where { $0.name == "third" })
      things.removeLast()
      try await check("delete")
    }
    try await database.write { (session: SQLSession) in
      try batch(test, session, schema)
      let thing = Thing(7, "g", 3)
      try session.insert(thing, inSchema: schema)
      try session.insert(thing, or: .ignore, inSchema: schema)
      try session.insert([Thing(8, "h", 4)], inSchema: schema)
      try session.update(Thing(8, "i", 4), inSchema: schema)
      try session.upsert(Thing(8, "j", 5), inSchema: schema)
      test.expectEqual(try session.find(Thing.self, 7, inSchema: schema), thing, "\(schema): in a session")
      try session.delete(thing, inSchema: schema)
      let names = try session.fetchAll(Thing.inSchema(schema).where { $0.id > 6 }.select { $0.name })
      test.expectEqual(names, ["j"], "\(schema): every verb of a session")
      try session.run(SQLDrop.table(Thing.table.inSchema(schema)))
      test.expectEqual(
        try session.fetchAll(Thing.inSchema("main").order { $0.id }), own, "\(schema): main after a session")
    }
  }

  private static func joins(_ test: CaseContext, _ executor: some SQLExecutor, _ schema: String) async throws {
    let there = Thing.inSchema(schema)
    let pairs = there.join(there) { $0.parent == $1.id }.order { a, _ in a.id }.select { ($0.name, $1.name) }
    test.expectEqual(
      try await executor.fetchAll(pairs).map { "\($0.0) of \($0.1)" }, ["b of a", "c of b"], "\(schema): join")
    let whole = Thing.join(Thing.self) { $0.parent == $1.id }.inSchema(schema).order { a, _ in a.id }
    test.expectEqual(try await executor.fetchAll(whole).map(\.0.name), ["b", "c"], "\(schema): a whole join")
    let across = there.join(Thing.inSchema("main")) { $0.id == $1.id }.order { a, _ in a.id }
      .select { ($0.name, $1.name) }
    test.expectEqual(
      try await executor.fetchAll(across).map { "\($0.0), \($0.1)" }, ["a, main", "b, child of main"],
      "\(schema): join with main")
    let left = Thing.inSchema("main").leftJoin(there.where { $0.amount > 2 }) { $0.id == $1.id }
      .order { a, _ in a.id }
    test.expectEqual(
      try await executor.fetchAll(left).map { $0.1?.name }, [nil, "b"], "\(schema): main with rows that may be missing")
    let key = there.join(there, on: Thing.parent).order { a, _ in a.id }
    // Both sources have the key; only a condition says which way it goes.
    await test.expectError(.invalidQuery, "\(schema): a key that relates the two in two ways") {
      try await executor.fetchAll(key)
    }
    let nested = there.where { thing in
      thing.id.in(there.where { $0.parent == 1 }.select { $0.id }) && SQL.exists(there.where { $0.id == 3 })
    }
    test.expectEqual(try await executor.fetchAll(nested).map(\.name), ["b"], "\(schema): subqueries")
  }

  private static func batch(_ test: CaseContext, _ session: SQLSession, _ schema: String) throws {
    let results = try session.batch { batch in
      let stored = batch.insert(Thing(5, "e", 1), inSchema: schema)
      batch.insert([Thing(6, "f", 2)], inSchema: schema)
      batch.update(Thing(6, "f", 3), inSchema: schema)
      batch.upsert(Thing(6, "f", 4), inSchema: schema)
      let amounts = batch.fetchAll(Thing.inSchema(schema).where { $0.id >= 5 }.order { $0.id }.select { $0.amount })
      batch.delete(Thing(5, "e", 1), inSchema: schema)
      batch.delete(Thing.inSchema(schema).where { $0.id == 6 })
      return (stored, amounts)
    }
    test.expectEqual(results.0, Thing(5, "e", 1), "\(schema): a batch returns the stored record")
    test.expectEqual(results.1, [1, 4], "\(schema): a batch reads in the schema")
  }
}
