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
    (["memory:"], "there is no command memory:; did you mean quarry shell memory:?"),
    (["sqlite:two words.db"], "did you mean quarry shell 'sqlite:two words.db'?"),
    (["persql+htp://h"], "there are tour, sql, shell"),
    (["sql", "sqlite:a.db?mode=rx", "SELECT 1"], "the option \"mode\" must be one of ro, rw, rwc"),
    (["--verson"], "Unknown option '--verson'. Did you mean '--version'?"),
    (["--hlep"], "Unknown option '--hlep'. Did you mean '--help'?"),
    (["sql", "--hepl"], "Unknown option '--hepl'. Did you mean '--help'?"),
    (["sql", "memory:", "SELECT 1", "--fromat=json"], "Unknown option '--fromat'. Did you mean '--format'?"),
    // Also where something else is missing.
    (["slt", "--drver", "memory:"], "Unknown option '--drver'. Did you mean '--driver'?"),
    (["migrate", "sqlite:a.db", "--dry-rnu"], "Unknown option '--dry-rnu'. Did you mean '--dry-run'?"),
    (["login", "--lst"], "Unknown option '--lst'. Did you mean '--list'?"),
    (["schema", "diff", "--sumary"], "Unknown option '--sumary'. Did you mean '--summary'?"),
  ])
  func wordsOfTheCommandLine(arguments: [String], message: String) async {
    let run = await CommandRun(arguments: arguments)
    #expect(run.code == 64)
    #expect(run.error.contains(message), "\(run.error)")
  }

  /// What is near to nothing gets no proposal, and neither does what is no option.
  @Test(arguments: [
    ["--xyzzy"], ["sql", "memory:", "SELECT 1", "--xyzzy"], ["migrate", "sqlite:a.db"],
    ["slt", "--driver", "memory:"], ["xyzzy"], ["slt", "--", "--drver"],
  ])
  func nothingIsMadeUp(arguments: [String]) async {
    let run = await CommandRun(arguments: arguments)
    #expect(run.code == 64)
    #expect(!run.error.lowercased().contains("did you mean"), "\(run.error)")
  }

  @Test func aPathIsNoURL() async throws {
    let folder = try ScratchFolder()
    try folder.write("", to: "music.db")
    let run = await CommandRun("info", folder.path + "/music.db")
    #expect(run.code == 64)
    #expect(run.error.contains("did you mean sqlite:\(folder.path)/music.db?"), "\(run.error)")
    #expect(await !CommandRun("info", folder.path + "/none.db").error.contains("did you mean"))
    let alone = await CommandRun(folder.path + "/music.db")
    #expect(alone.error.contains("did you mean quarry shell sqlite:\(folder.path)/music.db?"), "\(alone.error)")
  }
}
#endif
