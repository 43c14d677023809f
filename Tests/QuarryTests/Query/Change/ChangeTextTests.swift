import Quarry
import Testing

/// The texts of changes for an engine that has everything and for one of 2016.
@Suite struct ChangeTextTests {
  private typealias Script = MachineScript
  private let all = #""id", "the ""name""", "count", "double""#

  @Test func insert() throws {
    #expect(
      try Script.texts(SQLInsert(CountedItem(0, "a"))) == [#"INSERT INTO "main"."Item" ("the ""name""") VALUES (?)"#])
    let full = try Script.run(SQLInsert(CountedItem(7, nil, 3), or: .ignore))
    #expect(
      full.statements[0].sql == #"INSERT OR IGNORE INTO "main"."Item" ("id", "the ""name""", "count") VALUES (?, ?, ?)"#
    )
    #expect(full.statements[0].values == [7, .null, 3])
    #expect(!full.isAtomicGroup)
    #expect(
      try Script.texts(SQLInsert(CountedItem(0, "a")).returningRecords()) == [
        #"INSERT INTO "main"."Item" ("the ""name""") VALUES (?) RETURNING \#(all)"#
      ])
  }

  @Test func S44_manyRecordsAreSplitToTheLimits() throws {
    var capabilities = Script.old.capabilities
    capabilities.limits.parameters = 10
    let context = SQLGenerationContext(capabilities: capabilities)
    let records = (1...8).map { CountedItem(Int64($0), "n", $0 < 6 ? 1 : nil) }
    let run = try Script.run(SQLInsert(records), on: context, Array(repeating: .init(affectedRows: 2), count: 9))
    #expect(run.statements.map(\.values.count) == [9, 6, 6])
    #expect(run.statements.allSatisfy { $0.values.count <= 10 })
    #expect(run.isAtomicGroup)
    #expect(run.output.affectedRows == 6)
    capabilities.limits.compoundSelectTerms = 1
    let single = SQLGenerationContext(capabilities: capabilities)
    #expect(try Script.run(SQLInsert(records), on: single).statements.count == 8)
    #expect(try Script.run(SQLInsert([CountedItem]()), on: context).statements.isEmpty)
  }

  @Test func loweredInsertReadsTheRowAgain() throws {
    let table: [[SQLValue]] = [["main", "table", "Item", "Item", "CREATE TABLE Item(id)"]]
    let stored: [SQLValue] = [41, "a", .null, .null]
    let run = try Script.run(
      SQLInsert(CountedItem(0, "a")).returningRecord(), on: Script.old,
      [.init(rows: table), .init(affectedRows: 1, lastInsertedRowID: 41), .init(rows: [stored])])
    #expect(
      run.statements.dropFirst().map(\.sql) == [
        #"INSERT INTO "main"."Item" ("the ""name""") VALUES (?)"#,
        #"SELECT \#(all) FROM "main"."Item" WHERE "id" = ?"#,
      ])
    #expect(run.statements.last?.values == [41])
    #expect(run.isAtomicGroup)
    #expect(run.output == CountedItem(41, "a"))
  }

  @Test func updateAndDelete() throws {
    let update = SQLUpdate(CountedItem.where { $0.count > 1 }) {
      $0.count = $0.count + 1
      $0.name = "x"
    }
    let text = #"UPDATE "main"."Item" SET "count" = "Item"."count" + ?, "the ""name""" = ? WHERE "Item"."count" > ?"#
    let run = try Script.run(update)
    #expect(run.statements == [SQLFragment(raw: text, values: [1, "x", 1])])
    #expect(try Script.texts(update.returning(CountedItem.id)) == [text + #" RETURNING "id""#])
    let limited = CountedItem.where { $0.count > 1 }.order { $0.id.descending }.limit(3).offset(1)
    #expect(
      try Script.texts(SQLDelete(limited)) == [
        #"DELETE FROM "main"."Item" WHERE "Item"."count" > ? ORDER BY "Item"."id" DESC LIMIT ? OFFSET ?"#
      ])
    var capabilities = Script.new.capabilities
    capabilities.engine = KnownEngines.plain353
    let without = SQLGenerationContext(capabilities: capabilities)
    #expect(
      try Script.texts(SQLDelete(limited), on: without) == [
        #"DELETE FROM "main"."Item" WHERE "id" IN (SELECT "id" FROM "main"."Item" WHERE "Item"."count" > ? "#
          + #"ORDER BY "Item"."id" DESC LIMIT ? OFFSET ?)"#
      ])
    let strict = SQLGenerationContext(capabilities: capabilities, policy: .strict)
    #expect(Script.refusal(SQLDelete(limited), on: strict) == .unsupportedFeature)
    #expect(Script.refusal(SQLUpdate(CountedItem.all) { $0.set(CountedItem.double, to: 4) }) == .invalidQuery)
  }

  @Test func records() throws {
    #expect(
      try Script.run(SQLUpdateRecord(CountedItem(7, nil, 3))).statements == [
        SQLFragment(
          raw: #"UPDATE "main"."Item" SET "the ""name""" = ?, "count" = ? WHERE "id" = ?"#, values: [.null, 3, 7])
      ])
    #expect(
      try Script.texts(SQLDeleteRecords([CountedItem(1, nil), CountedItem(2, nil)])) == [
        #"DELETE FROM "main"."Item" WHERE "id" IN (?, ?)"#
      ])
    #expect(Script.refusal(SQLUpdateRecord(CountedItem(7, nil), only: CountedItem.id)) == .invalidQuery)
    #expect(throws: DatabaseError.self) { try CountedItem.find(1, 2).statement(for: Script.new) }
    #expect(
      try CountedItem.find(1).statement(for: Script.new)
        == SQLFragment(raw: #"SELECT \#(all) FROM "main"."Item" WHERE "id" = ?"#, values: [1]))
  }

  @Test func upsert() throws {
    let insert = #"INSERT INTO "main"."Item" ("id", "the ""name""", "count") VALUES (?, ?, ?) ON CONFLICT "#
    #expect(
      try Script.texts(SQLUpsert(CountedItem(1, "a", 2))) == [
        insert + #"("id") DO UPDATE SET "the ""name""" = "excluded"."the ""name""", "count" = "excluded"."count""#
      ])
    let target = SQLInsert(CountedItem(1, "a", 2)).onConflict(CountedItem.name)
    #expect(try Script.texts(target.doNothing()) == [insert + #"("the ""name""") DO NOTHING"#])
    #expect(
      try Script.texts(
        target.doUpdate(set: { $0.count = $0.count + $1.count }, where: { $0.count > CountedItem.count })) == [
          insert + #"("the ""name""") DO UPDATE SET "count" = "Item"."count" + "excluded"."count" "#
            + #"WHERE "excluded"."count" > "Item"."count""#
        ])
    #expect(try Script.texts(SQLInsert(CountedItem(0, nil, 1)).onConflict().doNothing()).count == 1)
    #expect(Script.refusal(SQLUpsert(CountedItem(1, "a")), on: Script.strict) == .unsupportedFeature)
    #expect(
      Script.refusal(SQLInsert(CountedItem(1, "a"), or: .replace).onConflict(CountedItem.id).doNothing())
        == .invalidQuery)
  }

  @Test func loweredUpsertUpdatesTheRowInTheWay() throws {
    let create = "CREATE TABLE Item(id INTEGER PRIMARY KEY, \"the \"\"name\"\"\" TEXT UNIQUE, count INT)"
    let run = try Script.run(
      SQLInsert(CountedItem(0, "a", 2)).onConflict(CountedItem.name).doUpdate { row, new in
        row.count = row.count + new.count
      },
      on: Script.old,
      [
        .init(rows: [["main", "table", "Item", "Item", .text(create)]]), .init(),
        .init(rows: [
          [0, "id", "INTEGER", 0, .null, 1], [1, "the \"name\"", "TEXT", 0, .null, 0],
          [2, "count", "INT", 0, .null, 0],
        ]),
        .init(rows: [[0, "sqlite_autoindex_Item_1", 1, "u", 0]]),
        .init(rows: [[0, 1, "the \"name\"", 0, "BINARY", 1], [1, -1, .null, 0, "BINARY", 0]]),
        .init(rows: [[5]]), .init(affectedRows: 1),
      ])
    #expect(run.isAtomicGroup)
    #expect(run.output.affectedRows == 1)
    #expect(
      run.statements.suffix(2) == [
        SQLFragment(
          raw: #"SELECT "id" FROM "main"."Item" WHERE "the ""name""" = ? COLLATE "BINARY""#, values: ["a"]),
        SQLFragment(
          raw: #"UPDATE "main"."Item" SET "count" = (SELECT "Item"."count" + "excluded"."count" "#
            + #"FROM (SELECT ? AS "count") AS "excluded") WHERE "id" = ?"#, values: [2, 5]),
      ])
  }
}
