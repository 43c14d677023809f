#if Command
import Testing

@testable import QuarryCommandKit

/// A misspelt word is told the right one, whatever it is.
@Suite struct DidYouMeanTests {
  @Test(arguments: [
    (["shel", "memory:"], "did you mean shell?"), (["schema", "dif", "a", "b"], "schema dif; did you mean diff?"),
    (["help", "confromance"], "did you mean conformance?"),
    (["sql", "sqlit:a.db", "SELECT 1"], "did you mean sqlite?"),
    (["shell", "hrana+htp://127.0.0.1"], "did you mean hrana+http?"),
    (["sql", "sqlite:a.db?jurnal=wal", "SELECT 1"], "did you mean journal?"),
    (["sql", "memory:", "SELECT 1", "--formta", "json"], "Did you mean '--format'?"),
    (["sql", "memory:", "SELECT 1", "--format", "jso"], "'json'"),
  ])
  func wordsOfTheCommandLine(arguments: [String], message: String) async {
    let run = await CommandRun(arguments: arguments)
    #expect(run.code == 64)
    #expect(run.error.contains(message), "\(run.error)")
  }

  @Test func aPathIsNoURL() async throws {
    let folder = try ScratchFolder()
    try folder.write("", to: "music.db")
    let run = await CommandRun("info", folder.path + "/music.db")
    #expect(run.code == 64)
    #expect(run.error.contains("did you mean sqlite:\(folder.path)/music.db?"), "\(run.error)")
    #expect(await !CommandRun("info", folder.path + "/none.db").error.contains("did you mean"))
  }
}
#endif
