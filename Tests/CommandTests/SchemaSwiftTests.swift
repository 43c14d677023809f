#if Command
import Foundation
import Quarry
import TestSupport
import Testing

@testable import QuarryCommandKit

/// Record types that `quarry schema swift` writes compile, whatever the names and types of a database are.
@Suite("ProgramTests of written records") struct SchemaSwiftProgramTests {
  private static let odd = """
    CREATE TABLE "class" ("class" INTEGER PRIMARY KEY, "self" TEXT, "Type" REAL NOT NULL, "2nd" BLOB, "a b" TEXT DEFAULT 'it''s "x"',
      "init" NUMERIC(10,2), "table" DATETIME, "" ANY, "größe" BOOLEAN, "A_B" INT UNIQUE CHECK ("A_B" > 0 OR "a b" = '\n'));
    CREATE TABLE "String" (a TEXT COLLATE NOCASE, b INTEGER, c, PRIMARY KEY (a, b)) WITHOUT ROWID;
    CREATE TABLE "a-b.c" (id INTEGER PRIMARY KEY AUTOINCREMENT, x REFERENCES "class" ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
      y TEXT, z TEXT, FOREIGN KEY (y, z) REFERENCES "String" (a, b), UNIQUE (y, z), CHECK (y <> z));
    CREATE TABLE a_b_c (v DEFAULT (1 + 2), w DEFAULT -5, u DEFAULT 1e999, t DEFAULT x'00ff', s DEFAULT CURRENT_TIMESTAMP);
    CREATE INDEX "odd index" ON "a-b.c" (lower(y) DESC, z COLLATE NOCASE) WHERE y IS NOT NULL;
    CREATE VIEW "view" AS SELECT a AS "1", b FROM "String";
    CREATE TABLE quarry_migration (number INTEGER PRIMARY KEY);
    CREATE VIRTUAL TABLE searched USING fts5(words); CREATE TABLE searched_later (a);
    CREATE TABLE mixed (a INTEGER, b TEXT, c REAL);
    INSERT INTO mixed VALUES ('text', 1, 'x'), (2, x'00', NULL);
    INSERT INTO "String" VALUES ('a', 1, NULL);
    CREATE TABLE wide (\((1...20).map { "c\($0) INTEGER" }.joined(separator: ", ")));
    """

  @Test("An odd schema, and that of a shop", arguments: [false, true]) func compiles(_ isPublic: Bool) async throws {
    let scratch = try ScratchFolder()
    let folder = try TestSupport.TemporaryFolder()
    let made = await CommandRun("sql", scratch.plain("a.db"), "--create", Self.odd)
    #expect(made.code == 0, "\(made.error)")
    let written = await CommandRun(
      arguments: ["schema", "swift", scratch.plain("a.db")] + (isPublic ? ["--public"] : []))
    #expect(written.code == 0, "\(written.error)")
    let file = try folder.write(written.output.utf8, to: "Records.swift")
    let (found, status) = try await SwiftCompiler.diagnostics(of: [file], ["-typecheck"])
    #expect(status == 0 && found.isEmpty, "the compiler says: \(found)\n\(written.output)")
    let one = await CommandRun("schema", "swift", scratch.plain("a.db"), "--table", "MIXED")
    #expect(one.output.contains("struct Mixed") && !one.output.contains("struct Wide"))
    #expect(one.output.contains("SQLColumn<SQLValue?>(\"a\"") && one.output.contains("SQLColumn<SQLValue?>(\"b\""))
    #expect(!written.output.contains("QuarryMigration") && written.output.contains("defaultValue: .currentTimestamp"))
    #expect(written.output.contains("SQLColumn<String?>(\"words\""))
    #expect(written.output.contains("struct SearchedLater") && !written.output.contains("struct SearchedData"))
    let none = await CommandRun("schema", "swift", scratch.plain("a.db"), "--table", "mixd")
    #expect(none.code == CommandExit.usage.rawValue && none.error.contains("mixed"))
  }
}
#endif
