#if Command
import Foundation
import Quarry
import QuarryDrivers
import Testing

@testable import QuarryCommandKit

/// One set of exit codes, whatever the subcommand and whatever is wrong.
@Suite struct ExitCodeTests {
  /// How each subcommand is called, with a place for a URL.
  private static let commands: [(name: String, arguments: [String])] = [
    ("sql", ["URL", "SELECT 1"]), ("info", ["URL"]), ("copy", ["URL", "memory:"]), ("copy", ["sqlite:?x=y", "URL"]),
    ("tour", ["URL", "--rows", "200"]), ("slt", ["FILE", "--driver", "URL"]),
    ("conformance", ["URL", "--case", "VAL-01"]),
  ]

  /// What can be wrong with a URL or the database behind it.
  private static let urls: [(url: String, code: Int32)] = [
    ("nowhere:x", 64), ("x", 64), ("", 64), ("sqlite:a.db?colour=red", 64), ("sqlite:a.db?busy-timeout=soon", 64),
    ("sqlite://host/a.db", 64), ("sqlcipher:/tmp/none/a.db", 64), ("sqlcipher:a.db?key-env=QUARRY_NOT_SET", 64),
    ("sqlite:/no/such/folder/a.db", 3), ("sqlite:/no/such.db?mode=ro", 3), ("sqlite:FOLDER", 3), ("sqlite:GARBAGE", 3),
    ("sqlite:?library=/no/such.so", 3), ("hrana+http://127.0.0.1:1", 3),
  ]

  @Test(arguments: commands.indices, urls.indices)
  func everyWrongDatabase(command: Int, url: Int) async throws {
    let (name, arguments) = Self.commands[command]
    let (text, code) = Self.urls[url]
    // The suite opens databases of its own, and copies name the wrong one of both.
    let isSuite = name == "conformance"
    guard !isSuite || code == 64 || text.contains("library") || text.contains("hrana"), arguments[0] != "sqlite:?x=y"
    else { return }
    // A path that is missing gets a temporary database with a random key.
    guard !isSuite || !text.hasPrefix("sqlcipher:/") else { return }
    // A file that does not exist is no obstacle to showing what its engine can do.
    guard !(name == "info" && text.hasPrefix("sqlite:/no/such")) else { return }
    // Without a path, a database of its own.
    guard !(name == "copy" && text.hasPrefix("sqlite:?")) else { return }
    let folder = try ScratchFolder()
    try folder.write("this is no database, and it is long enough to be taken for one", to: "garbage.db")
    try folder.write("statement ok\nCREATE TABLE t(a)\n", to: "a.slt")
    let given = text.replacing("FOLDER", with: folder.path).replacing("GARBAGE", with: folder.path + "/garbage.db")
    let run = await CommandRun(
      arguments: [name]
        + arguments.map {
          $0 == "URL" ? given : $0 == "FILE" ? folder.path + "/a.slt" : $0
        })
    #expect(run.code == code, "\(name) \(text): \(run.error)")
    #expect(run.error.hasPrefix("quarry: error: ") || code == 64, "\(run.error)")
    #expect(!run.error.isEmpty)
  }

  @Test(arguments: ["sql", "info", "copy", "tour", "slt", "conformance", "serve", "backup", "check", "dump"])
  func everyWrongArgument(name: String) async {
    for wrong in [["--nonsense"], ["--format"], ["--jobs", "many"], ["a", "b", "c", "d", "e", "--what"]] {
      let run = await CommandRun(arguments: [name] + wrong)
      #expect(run.code == 64, "\(name) \(wrong): \(run.code)")
      #expect(!run.error.isEmpty && run.output.isEmpty)
    }
  }

  @Test(arguments: [
    ["copy", "memory:"], ["sql"], ["info"], ["slt"], ["serve"], ["conformance"],
    ["sql", "memory:", "SELECT 1", "--format", "xml"],
    ["tour", "--rows", "5"], ["conformance", "memory:", "--area", "NOPE"],
    ["conformance", "memory:", "--case", "NOPE-1"],
    ["conformance", "memory:", "--profile", "nope"], ["conformance", "memory:", "--format", "nope"],
    ["conformance", "memory:", "--jobs", "0"], ["conformance", "memory:", "--differential", "0"],
    ["conformance", "memory:", "--manifest", "/no/such/file"], ["serve", "memory:", "--port", "70000"],
    ["serve", "memory:", "--fault", "nope"], ["bogus"], ["help", "bogus"], ["sql", "memory:"],
  ])
  func argumentsThatMakeNoSense(arguments: [String]) async {
    let run = await CommandRun(arguments: arguments)
    #expect(run.code == 64, "\(arguments): \(run.error)")
  }

  @Test(arguments: [
    ["sql", "memory:", "SELECT nowhere"], ["sql", "memory:", "SELECT ?"],
    ["sql", "memory:", "SELECT abs(-9223372036854775808)"],
    ["copy", "memory:same", "memory:same"],
  ])
  func workThatFails(arguments: [String]) async {
    let run = await CommandRun(arguments: arguments)
    #expect(run.code == 1, "\(arguments): \(run.error)")
  }

  @Test(arguments: [
    ["--version"], ["--help"], ["help"], ["sql", "--help"], ["help", "sql"],
    ["conformance", "--list", "--area", "VAL"],
  ])
  func whatOnlyTells(arguments: [String]) async {
    let run = await CommandRun(arguments: arguments)
    #expect(run.code == 0)
    #expect(!run.output.isEmpty && run.error.isEmpty)
  }

  @Test func aCancelledCommandEndsWith130() async {
    let work = Task {
      await CommandRun(
        "sql", "memory:", "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT count(*) FROM c")
    }
    work.cancel()
    #expect(await work.value.code == 130)
  }

  @Test(arguments: [
    (["sqll", "x"], "sql"), (["tuor"], "tour"), (["confromance"], "conformance"),
    (["sql", "sqlit:x", "SELECT 1"], "sqlite"),
    (["sql", "hrana+htp://x", "SELECT 1"], "hrana+http"),
    (["sql", "sqlite:x?busytimeout=1", "SELECT 1"], "busy-timeout"),
    (["sql", "memory:", "--fromat", "csv"], "--format"), (["conformance", "memory:", "--area", "VALL"], "VAL"),
    (["conformance", "memory:", "--profile", "jsn"], "json"),
    (["conformance", "memory:", "--format", "junt"], "junit"),
  ])
  func whatWasProbablyMeant(arguments: [String], meant: String) async {
    let run = await CommandRun(arguments: arguments)
    #expect(run.code == 64)
    let hint = run.error.range(of: "did you mean", options: .caseInsensitive)
    #expect(hint.map { run.error[$0.upperBound...].contains(meant) } == true, "\(run.error)")
  }

  @Test func nothingIsGuessedFromFar() async {
    #expect(await !CommandRun("zzzzzz").error.contains("did you mean"))
  }

  @Test func theVersionIsOneLine() async {
    let run = await CommandRun("--version")
    #expect(run.output == "quarry \(QuarryVersion.current)\n")
  }

  /// Every help says all of them, and nothing else.
  @Test func theHelpNamesEveryCode() async {
    for name in ["tour", "sql", "info", "copy", "slt", "serve", "conformance", "backup", "check", "dump"] {
      let help = await CommandRun(name, "--help").output.replacing("\n", with: " ")
      for code in CommandExit.allCases { #expect(help.contains("\(code.rawValue) "), "\(name): \(code)") }
    }
  }

  /// Every scheme and every option of a URL stands in the help and in the README.
  @Test func everySchemeAndOptionIsListed() async throws {
    let help = await CommandRun("--help").output
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(Set(DriverHelp.entries.flatMap(\.schemes)) == Set(DriverRegistry.standard.schemes))
    for scheme in DriverRegistry.standard.schemes {
      #expect(help.contains(scheme) && readme.contains(scheme), "\(scheme)")
      for option in DriverRegistry.standard[scheme]?.options ?? [] {
        #expect(help.contains("\(option.name)="), "\(scheme) \(option.name)")
        #expect(readme.contains("`\(option.name)`"), "\(scheme) \(option.name)")
      }
    }
  }

  @Test func theDefaultsAreListed() async {
    for name in ["--help", "sql", "info"] {
      let help = await name == "--help" ? CommandRun(name).output : CommandRun(name, "--help").output
      for word in ["foreign keys", "double quotes", "trusted-schema", "defensive", "journal mode", "busy-timeout"] {
        #expect(help.replacing("\n", with: " ").contains(word), "\(name): \(word)")
      }
    }
  }
}
#endif
