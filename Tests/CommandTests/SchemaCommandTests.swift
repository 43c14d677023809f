#if Command
import Foundation
import Quarry
import TestSupport
import Testing

@testable import QuarryCommandKit

/// `quarry schema`.
@Suite struct SchemaCommandTests {
  @Test("The difference leads from one to the other") func difference() async throws {
    let folder = try ScratchFolder()
    try folder.write("CREATE TABLE t (a, b TEXT); CREATE INDEX i ON t (b)", to: "new.sql")
    _ = await CommandRun(
      "sql", folder.plain("a.db"), "--create", "CREATE TABLE t (a, gone); INSERT INTO t VALUES (1, 2)")
    let file = folder.path + "/new.sql"
    let shown = await CommandRun("schema", "diff", folder.plain("a.db"), file)
    #expect(
      shown.code == 1 && shown.output.contains("-- alter table t (loses data)")
        && shown.output.contains("CREATE INDEX i"))
    let summary = await CommandRun("schema", "diff", folder.plain("a.db"), file, "--summary")
    #expect(summary.output.split(separator: "\n").count == 2)
    let refused = await CommandRun("schema", "diff", folder.plain("a.db"), file, "--apply")
    #expect(refused.code == 1 && refused.error.contains("--allow-loss"))
    #expect(await CommandRun("schema", "diff", folder.plain("a.db"), file, "--apply", "--allow-loss").code == 0)
    #expect(await CommandRun("schema", "diff", folder.plain("a.db"), file).code == 0)
    #expect(
      await CommandRun("sql", folder.plain("a.db"), "--format", "csv", "SELECT a, b FROM t").output.contains("1,"))
    #expect(await CommandRun("schema", "diff", folder.plain("none.db"), file).code == 3)
    #expect(await CommandRun("schema", "diff", folder.path + "/none.sql", file).code == CommandExit.usage.rawValue)
  }

  @Test("A dump of the schema has no rows") func dump() async throws {
    let folder = try ScratchFolder()
    _ = await CommandRun("sql", folder.plain("a.db"), "--create", "CREATE TABLE t (a); INSERT INTO t VALUES ('row')")
    let run = await CommandRun("schema", "dump", folder.plain("a.db"))
    #expect(run.code == 0 && run.output.contains("CREATE TABLE t (a);") && !run.output.contains("row"))
  }

  @Test("Names of a database become names of Swift")
  func names() {
    #expect(SwiftNames.member(of: "ArtistId") == "artistID")
    #expect(SwiftNames.member(of: "first_name") == "firstName")
    #expect(SwiftNames.member(of: "URL") == "url")
    #expect(SwiftNames.member(of: "class") == "`class`")
    #expect(SwiftNames.member(of: "2nd") == "_2nd")
    #expect(SwiftNames.member(of: "") == "column")
    #expect(SwiftNames.member(of: "größe in m²") == "größeInM")
    #expect(SwiftNames.type(of: "music_album") == "MusicAlbum")
    #expect(SwiftNames.type(of: "---") == "Table")
    #expect(SwiftNames.literal("a\"b\\\n\u{1}") == "\"a\\\"b\\\\\\n\\u{1}\"")
    var names = SwiftNames(reserved: ["table"])
    #expect(names.unique("table") == "table2")
    #expect(names.unique("a") == "a" && names.unique("a") == "a2")
  }
}
#endif
