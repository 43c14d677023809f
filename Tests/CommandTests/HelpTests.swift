#if Command
import Testing

@testable import QuarryCommandKit

@Suite struct HelpTests {
  @Test(arguments: [
    "tour", "sql", "shell", "info", "copy", "slt", "serve", "backup", "check", "dump", "encrypt", "decrypt", "rekey",
    "migrate",
    "login", "logout",
  ])
  func everyCommandHasExamplesAndExitCodes(name: String) async {
    let run = await CommandRun(name, "--help")
    #expect(run.code == 0)
    #expect(run.output.contains("Examples:"))
    #expect(run.output.contains("quarry \(name)"))
    #expect(run.output.contains("Exit codes:"))
  }

  @Test func wrongArgumentsAreUsageErrors() async {
    #expect(await CommandRun("bogus").code == 64)
    #expect(await CommandRun("copy", "memory:").code == 64)
    #expect(await CommandRun("sql", "memory:", "SELECT 1", "--format", "xml").code == 64)
    #expect(await CommandRun("tour", "--nonsense").code == 64)
  }

  /// Every command that opens a database, with a key where others can read it.
  private static func withKeyInArguments(_ url: String) -> [([String], Int32)] {
    [
      ["sql", url, "SELECT 1"], ["info", url], ["copy", url, "memory:"], ["copy", "memory:", url], ["check", url],
      ["backup", url, "x"], ["dump", url], ["encrypt", url], ["decrypt", url], ["rekey", url, url],
      ["migrate", url, "."], ["schema", "dump", url], ["schema", "diff", url, url], ["schema", "swift", url],
    ].map { ($0, 64) }
  }

  @Test func keysNeverShowUp() async throws {
    let folder = try ScratchFolder()
    let secret = "secret of the tests"
    let made = await CommandRun("sql", folder.encrypted("e.db"), "CREATE TABLE t(n)")
    #expect(made.code == 0, "\(made.error)")
    try folder.write("another secret", to: "key.txt")
    for (arguments, code) in [
      (["sql", folder.encrypted("e.db"), "SELECT 1"], 3), (["info", folder.encrypted("e.db")], 3),
      (["copy", folder.encrypted("e.db"), folder.plain("p.db")], 3),
      (["tour", folder.encrypted("e.db"), "--rows", "200"], 3),
    ] + Self.withKeyInArguments("sqlcipher:x.db?key=" + secret.replacing(" ", with: "+")) as [([String], Int32)] {
      let run = await CommandRun(arguments: arguments)
      #expect(run.code == code, "\(arguments[0])")
      #expect(!(run.output + run.error).contains("secret of"))
      #expect(!(run.output + run.error).contains("secret+of"))
      #expect(!(run.output + run.error).contains("another secret"))
    }
  }
}
#endif
