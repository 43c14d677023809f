#if Command
import Foundation
import Quarry
import TestSupport
import Testing

@testable import QuarryCommandKit

/// `quarry migrate`.
@Suite struct MigrateCommandTests {
  private func steps(_ files: [String: String]) throws -> TestSupport.TemporaryFolder {
    let folder = try TestSupport.TemporaryFolder()
    for (name, text) in files { try folder.write(text.utf8, to: name) }
    return folder
  }

  private static let files = [
    "0001_notes.sql": "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT);",
    "0002_tags.up.sql": "CREATE TABLE tag (name TEXT);", "0002_tags.down.sql": "DROP TABLE tag",
    "10-more-tags.sql": "INSERT INTO tag VALUES ('a;b')", "README.md": "not a step",
  ]

  @Test("S47: steps with names, in order, once; a dry run, a backup, a policy for newer files") func applied()
    async throws
  {
    let (folder, steps) = (try ScratchFolder(), try steps(Self.files))
    let first = await CommandRun("migrate", folder.plain("a.db"), steps.path, "--to", "2")
    #expect(first.code == 0, "\(first.error)")
    #expect(first.output == "1 notes\n2 tags\n\(folder.plain("a.db")) has version 2, by 2 steps from 0.\n")
    let rehearsed = await CommandRun("migrate", folder.plain("a.db"), steps.path, "--dry-run")
    #expect(rehearsed.code == 0 && rehearsed.output.contains("-- 10 more tags") && rehearsed.output.contains("'a;b'"))
    let second = await CommandRun("migrate", folder.plain("a.db"), steps.path, "--backup", folder.path + "/before.db")
    #expect(second.output.hasPrefix("10 more tags\n") && folder.has("before.db"))
    #expect(await CommandRun("migrate", folder.plain("a.db"), steps.path).output.contains("nothing to do"))
    let refused = await CommandRun("migrate", folder.plain("a.db"), steps.path, "--to", "1")
    #expect(refused.code == 1 && refused.error.contains("downgradeAttempt"))
    let reset = await CommandRun("migrate", folder.plain("a.db"), steps.path, "--to", "1", "--downgrade", "reset")
    #expect(reset.code == 0 && reset.output.contains("has version 1"), "\(reset.error)")
    let version = await CommandRun("sql", folder.plain("a.db"), "--format", "csv", "SELECT count(*) AS n FROM tag")
    #expect(version.code == 1)
  }

  @Test("A step with a way back is undone") func undone() async throws {
    var files = Self.files
    files["10-more-tags.sql"] = nil
    let (folder, steps) = (try ScratchFolder(), try steps(files))
    _ = await CommandRun("migrate", folder.plain("a.db"), steps.path)
    let back = await CommandRun("migrate", folder.plain("a.db"), steps.path, "--to", "1", "--downgrade", "undo")
    #expect(back.code == 0 && back.output.contains("has version 1"), "\(back.error)")
  }

  @Test("A dry run makes no file, a step that fails leaves none that was not there") func nothingLeft() async throws {
    let (folder, steps) = (try ScratchFolder(), try steps(["1.sql": "CREATE TABLE t (a)", "2.sql": "nonsense"]))
    #expect(await CommandRun("migrate", folder.plain("a.db"), steps.path, "--dry-run").code == 1)
    #expect(!folder.has("a.db"))
    let failed = await CommandRun("migrate", folder.plain("a.db"), steps.path)
    #expect(failed.code == 1)
    #expect(await CommandRun("sql", folder.plain("a.db"), "SELECT * FROM t").code == 0, "step 1 stays")
  }

  @Test(
    "Folders that make no sense",
    arguments: [
      ["notes.sql": ""], ["1_a.sql": "", "01_b.sql": ""], ["1.down.sql": "SELECT 1"], ["0_none.sql": ""],
      ["1_a.up.sql": "", "1_b.down.sql": ""], ["99999999999_late.sql": ""],
    ])
  func wrong(_ files: [String: String]) async throws {
    let (folder, steps) = (try ScratchFolder(), try steps(files))
    let run = await CommandRun("migrate", folder.plain("a.db"), steps.path)
    #expect(
      run.code == CommandExit.usage.rawValue && run.error.contains(".sql") || run.error.contains("step"), "\(run)")
    #expect(!folder.has("a.db"))
  }

  @Test("A folder that is not there") func missing() async throws {
    let folder = try ScratchFolder()
    let run = await CommandRun("migrate", folder.plain("a.db"), folder.path + "/none")
    #expect(run.code == CommandExit.usage.rawValue && !folder.has("a.db"))
  }
}
#endif
