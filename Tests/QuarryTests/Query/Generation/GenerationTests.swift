import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// S36 to S44: SQL that did not run, or said something else.
@Suite("Defects: generated SQL")
struct GenerationTests {
  private func context(_ place: LocalDriver, _ folder: TemporaryFolder) throws -> SQLContext {
    let context = try place.context(in: folder)
    try context.createTable(Item.self)
    try context.createTable(Part.self)
    try context.createTable(Note.self)
    try context.insert([Item(1, "a"), Item(2, "b")])
    try context.insert([Part(10, "p", of: 1), Part(11, "q", of: 2), Part(12, "r", of: nil)])
    try context.insert([Note("on a", on: 1), Note("on b", on: 2), Note("on b too", on: 2)])
    return context
  }

  @Test("S36: foreign keys of a table in an attached schema", arguments: LocalDriver.engines)
  func foreignKeysInSchema(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    try context.execute(place == .sqlcipher ? "ATTACH ':memory:' AS aux KEY ''" : "ATTACH ':memory:' AS aux")
    let parent = SQLTable("Item", schema: "aux", SQLColumn<Int64>("id", primaryKey: .plain))
    let child = SQLTable(
      "Part", schema: "aux", SQLColumn<Int64?>("item", references: .table("Item", "id", onDelete: .cascade)),
      SQLColumn<Int64?>("other"), foreignKeys: [SQLForeignKey(["other"], references: .table("Item"))])
    try context.run(SQLCreateTable(parent))
    try context.run(SQLCreateTable(child))
    try context.execute("INSERT INTO aux.Item VALUES (1)")
    try context.execute("INSERT INTO aux.Part VALUES (1, 1)")
    #expect(
      try databaseError { try context.execute("INSERT INTO aux.Part VALUES (2, 1)") }.code == .constraintForeignKey)
    #expect(
      try databaseError { try context.execute("INSERT INTO aux.Part VALUES (1, 2)") }.code == .constraintForeignKey)
    #expect(try context.fetchAll(SQLSchema.foreignKeys(of: "Part", in: "aux")).map(\.parentTable) == ["Item", "Item"])
  }

  @Test("S37: tables with equal column names are joined without aliases", arguments: LocalDriver.engines)
  func equalNames(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try context(place, folder)
    let rows = try context.fetchAll(
      Item.join(Part.self, on: Part.item).where { item, part in item.name == "a" && part.name == "p" }
        .order { item, part in (item.name.ascending, part.id.descending) })
    #expect(rows.map(\.0) == [Item(1, "a")])
    #expect(rows.map(\.1) == [Part(10, "p", of: 1)])
    let pairs = try context.fetchAll(
      Item.join(Item.self, on: { $0.id < $1.id }).select { ($0.name, $1.name) })
    #expect(pairs.map(\.0) == ["a"] && pairs.map(\.1) == ["b"])
  }

  @Test("S38: in a join of three, a foreign key of the third to the first", arguments: LocalDriver.engines)
  func thirdToFirst(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try context(place, folder)
    let query = Item.join(Part.self, on: Part.item).join(Note.self, on: Note.item)
      .order { item, _, note in (item.id.ascending, note.text.ascending) }
    let rows = try context.fetchAll(query)
    #expect(rows.map(\.0.id) == [1, 2, 2])
    #expect(rows.map(\.1.id) == [10, 11, 11])
    #expect(rows.map(\.2.text) == ["on a", "on b", "on b too"])
  }

  @Test("S39: names are quoted everywhere and cannot carry SQL", arguments: LocalDriver.engines)
  func names(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try context(place, folder)
    try context.createTable(Order.self)
    #expect(try context.insert(Order(1, "x")) == Order(1, "x"))
    try context.upsert(Order(1, "y"))
    let query = Order.where { $0.from == "y" }.order { $0.select.descending }
    #expect(try context.fetchAll(query) == [Order(1, "y")])
    let injection = "order\" FROM Item; DROP TABLE Note; --"
    let named = Item.order { $0.id.ascending }.select { ($0.id.named("order"), $0.name.named(injection)) }
    #expect(try context.fetchAll(named).map(\.0) == [1, 2])
    let columns = try context.prepare(try named.statement(for: context.context).sql).columns
    #expect(columns.map(\.name) == ["order", injection])
    for name in ["count\"(*) FROM Note; DROP TABLE Note; --", "count(*); DROP TABLE Note"] {
      let error = try databaseError {
        try context.fetchAll(Item.select { SQL.function(name, $0.id, as: Int64?.self) })
      }
      #expect(error.code == .noSuchObject)
      let aggregate = try databaseError {
        try context.fetchAll(Item.select { SQL.aggregate(name, $0.id, as: Int64?.self) })
      }
      #expect(aggregate.code == .noSuchObject)
    }
    #expect(try context.fetchCount(Note.all) == 3)
  }

  @Test("S40: an empty conjunction is true and an empty disjunction is false", arguments: LocalDriver.engines)
  func emptyLogic(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try context(place, folder)
    #expect(try context.fetchCount(Item.where { _ in SQLPredicate.all([]) }) == 2)
    #expect(try context.fetchCount(Item.where { _ in SQLPredicate.any([]) }) == 0)
    #expect(try context.fetchCount(Item.where { _ in !SQLPredicate.all([]) }) == 0)
    #expect(try context.fetchCount(Item.where { $0.id == 1 && SQLPredicate.any([]) }) == 0)
    #expect(try context.fetchCount(Item.where { $0.id == 1 || SQLPredicate.all([]) }) == 2)
    #expect(try context.run(SQLDelete(Note.where { _ in SQLPredicate.any([]) })).affectedRows == 0)
    #expect(try context.fetchCount(Item.where { $0.id.in([]) }) == 0)
    #expect(try context.fetchCount(Item.where { $0.id.notIn([]) }) == 2)
  }

  @Test("S41: updates of tables of keys alone, and inserts without any value", arguments: LocalDriver.engines)
  func nothingToWrite(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    try context.createTable(Label.self)
    try context.insert([Label("x"), Label("y")])
    #expect(try context.update(Label("x")).affectedRows <= 1)
    #expect(try context.update(Label("missing")).affectedRows == 0)
    try context.upsert(Label("x"))
    #expect(try context.insert(Label("z", isWritten: false)) == Label(nil))
    #expect(try context.insert([Label("z", isWritten: false), Label("w")]).affectedRows == 2)
    #expect(try context.values("SELECT code FROM Label ORDER BY rowid") == [["x"], ["y"], [.null], [.null], ["w"]])
  }

  @Test("S42: an added column keeps its foreign key", arguments: LocalDriver.engines)
  func addedColumn(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try context(place, folder)
    let column = SQLColumn<Int64?>("owner", references: .table("Item", "id", onDelete: .setNull))
    try context.run(SQLAddColumn(column, to: Part.table))
    let keys = try context.fetchAll(SQLSchema.foreignKeys(of: "Part"))
    #expect(Set(keys.map(\.column)) == ["item", "owner"])
    #expect(keys.first { $0.column == "owner" }?.onDelete == .setNull)
    #expect(try databaseError { try context.execute("UPDATE Part SET owner = 99") }.code == .constraintForeignKey)
    try context.execute("UPDATE Part SET owner = 1, item = NULL")
    try context.execute("DELETE FROM Note")
    try context.execute("DELETE FROM Item WHERE id = 1")
    #expect(try context.values("SELECT DISTINCT owner FROM Part") == [[.null]])
  }

  @Test("S43: a table that refers to itself, joined with itself", arguments: LocalDriver.engines)
  func selfReference(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    try context.createTable(Worker.self)
    try context.insert([Worker(1, manager: nil), Worker(2, manager: 1), Worker(3, manager: 1)])
    #expect(try databaseError { try context.insert(Worker(4, manager: 99)) }.code == .constraintForeignKey)
    let rows = try context.fetchAll(
      Worker.leftJoin(Worker.self, on: { $0.manager == $1.id }).order { worker, _ in worker.id.ascending })
    #expect(rows.map(\.0.id) == [1, 2, 3])
    #expect(rows.map(\.1?.id) == [nil, 1, 1])
    // The key leads both ways, from the worker to the manager and back: which one is meant has to be said.
    let ambiguous = try databaseError { try context.fetchAll(Worker.join(Worker.self, on: Worker.manager)) }
    #expect(ambiguous.code == .invalidQuery)
    #expect(ambiguous.message.contains("manager"))
  }

  @Test("S44: a list longer than the parameter limit", arguments: LocalDriver.engines)
  func longLists(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    try context.createTable(Item.self)
    let count = try context.insert((1...3000).map { Item($0, $0 % 2 == 0 ? nil : "odd", $0) }).affectedRows
    #expect(count == 3000)
    let limit = Int64(context.capabilities.limits.parameters)
    let list = Array(2000...(2000 + limit + 10))
    #expect(try context.fetchCount(Item.where { $0.id.in(list) }) == 1001)
    #expect(try context.fetchCount(Item.where { $0.id.notIn(list) }) == 1999)
    #expect(try context.fetchCount(Item.where { $0.id.in(list) && $0.name == "odd" }) == 500)
  }

  @Test(
    "EXISTS and a scalar subquery keep a limit of 0, also on engines that put 1 in its place",
    arguments: LocalDriver.engines
  )
  func emptySubqueries(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try context(place, folder)
    let none = Part.select { $0.name }.limit(0)
    let rows = try context.fetchAll(
      Item.order { $0.id }.select { _ in
        (none.exists, Part.all.limit(0).notExists, SQL.scalar(none), none.union(none).limit(0).exists)
      })
    #expect(rows.map(\.0) == [false, false] && rows.map(\.1) == [true, true] && rows.map(\.2) == [nil, nil])
    #expect(rows.map(\.3) == [false, false])
    #expect(try context.fetchAll(Item.where(SQL.exists(Part.all.limit(1)))).count == 2)
  }

  @Test("A query for one column is mapped like one for several")
  func mappedColumn() throws {
    let folder = try TemporaryFolder()
    let context = try context(.memory, folder)
    #expect(try context.fetchAll(Item.order { $0.id }.select { $0.id }.map { $0 * 10 }) == [10, 20])
    #expect(
      try context.fetchAll(Item.order { $0.id }.select { ($0.id, $0.name) }.map { "\($0)\($1 ?? "")" }) == ["1a", "2b"])
  }
}
