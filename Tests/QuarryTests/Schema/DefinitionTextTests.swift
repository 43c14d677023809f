import Testing

@testable import Quarry

/// The texts of definitions, literals and the reading of SQL text.
@Suite struct DefinitionTextTests {
  private typealias Script = MachineScript

  @Test func createTable() throws {
    let table = SQLTable(
      "a \"b\"", schema: "other", SQLColumn<Int64>("id", primaryKey: .autoincrement),
      SQLColumn<String?>("select", unique: true, defaultValue: "it's", collation: .nocase),
      SQLColumn<Int64>("c", check: "c > \(3)", references: .table("p", "x", onDelete: .cascade, deferred: true)),
      uniqueKeys: [["c", "id"]], indexes: [SQLIndex("i", on: "c", unique: true)])
    #expect(
      try Script.texts(SQLCreateTable(table)) == [
        #"CREATE TABLE "other"."a ""b""" ("id" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, "#
          + #""select" TEXT UNIQUE DEFAULT 'it''s' COLLATE "NOCASE", "c" INTEGER NOT NULL CHECK (c > 3) "#
          + #"REFERENCES "p" ("x") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED, UNIQUE ("c", "id"))"#,
        #"CREATE UNIQUE INDEX "other"."i" ON "a ""b""" ("c")"#,
      ])
    #expect(
      try Script.texts(
        SQLCreateTable(
          SQLTable("t", SQLColumn<Int64>("k"), primaryKey: ["k"], kind: .withoutRowID),
          temporary: true)) == [#"CREATE TEMP TABLE "t" ("k" INTEGER NOT NULL, PRIMARY KEY ("k")) WITHOUT ROWID"#])
  }

  @Test func S17_S18_literals() throws {
    #expect(SQLLiteral.text(of: .real(.infinity)) == "9e999")
    #expect(SQLLiteral.text(of: .real(-.infinity)) == "-9e999")
    #expect(SQLLiteral.text(of: .real(.nan)) == "NULL")
    #expect(SQLLiteral.text(of: .real(0.1)) == "0.1")
    #expect(SQLLiteral.text(of: .text("it's \"so\"")) == "'it''s \"so\"'")
    #expect(SQLLiteral.text(of: .text("a\0b")) == "(CAST(x'610062' AS TEXT))")
    #expect(SQLLiteral.text(of: .blob([0, 255])) == "x'00ff'")
    let fragment: SQLFragment = "a = \("'?'") AND b <> '?' -- ?\n AND \"?\" = \(1)"
    #expect(try SQLLiteral.inline(fragment) == "a = '''?''' AND b <> '?' -- ?\n AND \"?\" = 1")
    #expect(throws: DatabaseError.self) { try SQLLiteral.inline(SQLFragment(raw: "a = ?")) }
    #expect(throws: DatabaseError.self) { try SQLLiteral.inline(SQLFragment(raw: "a = ?1", values: [1])) }
  }

  @Test func commentsCannotSwallowWhatFollows() throws {
    let table = SQLTable("t", SQLColumn<Int64>("a"), checks: ["a > 0 -- always"])
    #expect(
      try Script.texts(SQLCreateTable(table)) == [
        "CREATE TABLE \"t\" (\"a\" INTEGER NOT NULL, CHECK (a > 0 -- always\n))"
      ])
  }

  @Test func typeNamesThatAreNoWordsAreQuoted() {
    #expect(SQLTableDefinition.typeName("VARCHAR (10, 2)") == "VARCHAR (10, 2)")
    #expect(SQLTableDefinition.typeName("double precision") == "double precision")
    #expect(SQLTableDefinition.typeName("x); DROP TABLE t; --") == "\"x); DROP TABLE t; --\"")
    #expect(SQLTableDefinition.typeName("INT PRIMARY KEY") == "\"INT PRIMARY KEY\"")
  }

  @Test func tokens() {
    let text = "SELECT [a]]b], `c``d`, \"e\"\"f\", x'00', 1.5e-3, .5, ?1, 'it''s' /* no ' */ -- no '\n, é"
    // A bracket that closes nothing is no token of SQLite.
    let tokens = SQLTokens.all(in: text).filter { $0.kind != .symbol && $0.spelling != "]" }
    #expect(
      tokens.map(\.kind) == [
        .word, .quotedIdentifier, .word, .quotedIdentifier, .quotedIdentifier, .blob, .number, .number, .parameter,
        .text,
        .word,
      ])
    #expect(tokens.compactMap(\.name) == ["SELECT", "a", "b", "c`d", "e\"f", "it's", "é"])
    #expect(SQLTokens.all(in: "'open ]").map(\.kind) == [.illegal])
    #expect(SQLTokens.all(in: "/* open").isEmpty)
  }

  @Test func readsTheTextOfATable() throws {
    let text = try #require(
      SQLTableText(
        """
        CREATE TABLE t(a INTEGER PRIMARY KEY AUTOINCREMENT, [b c] DECIMAL(10, 2) NOT NULL DEFAULT (1 + (2)) COLLATE nocase,
          d REFERENCES p(x, y) ON UPDATE SET NULL ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED CHECK (d IN (1, 2)),
          e AS (a || ',') STORED, CONSTRAINT u UNIQUE(a, d) ON CONFLICT IGNORE, FOREIGN KEY (a) REFERENCES t(a)) STRICT
        """))
    #expect(text.columns.map(\.name) == ["a", "b c", "d", "e"])
    #expect(text.columns.map(\.typeName) == ["INTEGER", "DECIMAL(10, 2)", "", ""])
    #expect(text.columns[0].primaryKey == .autoincrement)
    #expect(text.columns[1].isNotNull && text.columns[1].collation == "nocase")
    #expect(
      text.columns[2].references == .table("p", "x", "y", onDelete: .noAction, onUpdate: .setNull, deferred: true))
    #expect(text.columns[2].checks == ["d IN (1, 2)"])
    #expect(text.columns[3].generated == SQLGeneratedColumn("a || ','", stored: true))
    #expect(text.uniqueKeys == [["a", "d"]])
    #expect(text.foreignKeys == [SQLForeignKey(["a"], references: .table("t", "a"))])
    #expect(text.hasConflictClause && text.isStrict && !text.isWithoutRowID)
    #expect(SQLTableText("CREATE VIRTUAL TABLE t USING fts4(a)") == nil)
    #expect(SQLTableText("") == nil)
  }

  @Test func readsTheTextOfATrigger() throws {
    let text = try #require(
      SQLTriggerText(
        table: "t",
        sql: """
          CREATE TRIGGER "x" AFTER UPDATE OF a ON t WHEN new.a BEGIN
            INSERT INTO u SELECT 1; UPDATE OR IGNORE v SET a = 1; DELETE FROM w; REPLACE INTO z VALUES (1);
          END
          """))
    #expect(text.event == .update && text.timing == .after)
    #expect(text.written == ["u", "v", "w", "z"])
    let back = try #require(SQLTriggerText(table: "W", sql: "CREATE TRIGGER y DELETE ON W BEGIN DELETE FROM T; END"))
    #expect([text, back].canWrite("t", from: [.update]))
    #expect(![text].canWrite("t", from: [.update]))
    #expect(![text, back].canWrite("t", from: [.insert]))
  }

  @Test func readsDefaults() {
    #expect(SQLColumnDefault(text: "'it''s'") == "it's")
    #expect(SQLColumnDefault(text: "-9223372036854775808") == .value(.integer(.min)))
    #expect(SQLColumnDefault(text: "9e999") == .value(.real(.infinity)))
    #expect(SQLColumnDefault(text: "x'00fF'") == .value(.blob([0, 255])))
    #expect(SQLColumnDefault(text: "CURRENT_TIMESTAMP") == .currentTimestamp)
    #expect(SQLColumnDefault(text: "1 + 1") == .expression("1 + 1"))
  }
}
