internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension DefinitionCases {
  private typealias Main = AttachedThing<MainPlace>

  static let attached: [ConformanceCase] = [
    ConformanceCase(
      "DDL-39", "every typed verb on a table of another schema", .core, "https://sqlite.org/lang_attach.html",
      "A call with a schema MUST reach the table of that schema, and not change the one of the same name in main.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.createTable(Main.self)
      let own = [Main(1, "main", 1), Main(2, "child of main", 2, parent: 1)]
      try await database.insert(own)
      try await verbs(test, database, TemporaryPlace.self, own)
      guard test.section("databases that are attached", requires: .local) else { return }
      try await database.execute("ATTACH ':memory:' AS other")
      try await verbs(test, database, OtherPlace.self, own)
      try await database.execute("DETACH other")
      let path = test.isOf(.file) ? "\(test.folder)/it's attached.db" : ":memory:"
      try await database.execute("ATTACH \(path) AS \"it's \"\"one\"\"\"")
      try await verbs(test, database, QuotedPlace.self, own)
      try await database.execute("DETACH \"it's \"\"one\"\"\"")
    }
  ]

  private static func verbs<Place: AttachedPlace>(
    _ test: CaseContext, _ database: Database, _ place: Place.Type, _ own: [AttachedThing<MainPlace>]
  ) async throws {
    typealias Thing = AttachedThing<Place>
    let schema = Thing.table.schema ?? "main"
    try await database.write { transaction in
      if schema == "temp" {
        try await transaction.run(SQLCreateTable(Main.table, temporary: true))
      } else {
        try await transaction.createTable(Thing.self)
      }
      try await transaction.run(SQLCreateIndex(SQLIndex("by_amount", on: "amount"), on: "things", schema: schema))
      var things = [Thing(1, "a", 1.5), Thing(2, "b", 2.25, parent: 1), Thing(3, "c", -7, parent: 2)]
      func check(_ what: String) async throws {
        let found = try await transaction.fetchAll(Thing.order { $0.id })
        test.expectEqual(found, things, "\(schema): \(what)")
        // A temporary table hides the one of main, which a name alone does not reach.
        if schema != "temp" {
          test.expectEqual(try await transaction.fetchAll(Main.order { $0.id }), own, "\(schema): \(what): main")
        }
      }
      test.expectEqual(try await transaction.insert(things[0]), things[0], "\(schema): insert")
      try await transaction.insert(Array(things[1...]))
      try await check("insert")
      test.expectEqual(
        try await transaction.insert(Thing(9, "a", 1), or: .ignore), nil, "\(schema): a record that is ignored")
      test.expectEqual(try await transaction.find(Thing.self, 2), things[1], "\(schema): find")
      test.expectEqual(
        try await transaction.fetchAll(Thing.where { $0.amount > 0 }.order { $0.name }), Array(things[..<2]),
        "\(schema): where")
      test.expectEqual(try await transaction.fetchCount(Thing.all), 3, "\(schema): count")
      test.expectEqual(
        try await transaction.fetchAll(Thing.select { $0.amount.sum() }), [-3.25], "\(schema): sum in its coding")
      let pairs = Thing.join(Thing.self) { $0.parent == $1.id }.order { a, _ in a.id }.select { ($0.name, $1.name) }
      test.expectEqual(
        try await transaction.fetchAll(pairs).map { "\($0.0) of \($0.1)" }, ["b of a", "c of b"],
        "\(schema): join by its own key")
      let nested = Thing.where { thing in
        thing.id.in(Thing.where { $0.parent == 1 }.select { $0.id }) && SQL.exists(Thing.where { $0.id == 3 })
      }
      test.expectEqual(try await transaction.fetchAll(nested), [things[1]], "\(schema): subqueries")
      if schema != "temp" {
        let across = Thing.join(Main.self) { $0.id == $1.id }.order { a, _ in a.id }.select { ($0.name, $1.name) }
        test.expectEqual(
          try await transaction.fetchAll(across).map { "\($0.0), \($0.1)" }, ["a, main", "b, child of main"],
          "\(schema): join with main")
        let copies = Main.where { $0.id == 2 }.select { ($0.id + 40, $0.name, $0.amount * 2, $0.parent) }
        _ = try await transaction.run(
          SQLInsertSelect(into: Thing.self, Thing.id, Thing.name, Thing.amount, Thing.parent, from: copies))
        things.append(Thing(42, "child of main", 4, parent: 1))
        try await check("insert from a query of main")
        _ = try await transaction.delete(Thing.where { $0.name.in(Main.select { $0.name }) })
        things.removeLast()
        try await check("delete by a query of main")
      }
      let changed = try await transaction.update(Thing.where { $0.id >= 2 }) { $0.amount = $0.amount + 1 }
      test.expectEqual(changed.affectedRows, 2, "\(schema): update")
      things[1].amount = 3.25
      things[2].amount = -6
      try await check("update")
      things[0].name = "first"
      try await transaction.update(things[0])
      try await check("update of a record")
      things[1].amount = 100
      try await transaction.upsert(things[1])
      things.append(Thing(4, "d", 0))
      try await transaction.upsert(things[3])
      try await check("upsert")
      _ = try await transaction.run(
        SQLInsert(Thing(4, "e", 5)).onConflict(Thing.id).doUpdate { $0.amount = $1[Thing.amount] + Thing.amount })
      things[3].amount = 5
      try await check("upsert with the excluded row")
      try await transaction.delete(things[3])
      things.removeLast()
      try await check("delete of a record")
      _ = try await transaction.delete(Thing.where { $0.name == "c" })
      things.removeLast()
      try await check("delete")
      let objects = try await transaction.fetchAll(SQLSchema.objects(.index, in: schema)).map(\.name)
      test.expect(objects.contains("by_amount"), "\(schema): the index is there: \(objects)")
      try await transaction.run(SQLDrop.index("by_amount", schema: schema))
      try await transaction.run(SQLDrop.table(Thing.table))
      test.expectEqual(
        try await transaction.fetchAll(SQLSchema.objects(.table, in: schema)).map(\.name), [],
        "\(schema): nothing is left")
      test.expectEqual(try await transaction.fetchAll(Main.order { $0.id }), own, "\(schema): main stays")
    }
  }
}
