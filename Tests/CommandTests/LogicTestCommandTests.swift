#if Command
import Foundation
import Testing
import TestSupport

@testable import QuarryCommandKit

@Suite struct LogicTestCommandTests {
  private static let good = "statement ok\nCREATE TABLE t(a)\n\nquery I\nSELECT count(*) FROM t\n----\n0\n"
  private static let bad = "statement ok\nCREATE TABLE t(a)\n\nquery I nosort\nSELECT 41 + 1\n----\n43\n"

  @Test func everyFileOfAFolderRunsOnEveryDriver() async throws {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/deep/er", withIntermediateDirectories: true)
    try folder.write(Self.good, to: "one.slt")
    try folder.write(Self.good, to: "deep/er/two.test")
    try folder.write("this is no test", to: "notes.txt")
    let cipher = "sqlcipher:?key-file=\(folder.path)/key.txt"
    let run = await CommandRun(
      "slt", folder.path, "--driver", "sqlite:", "--driver", "memory:", "--driver", cipher, "--jobs", "2")
    #expect(run.code == 0, "\(run.error)")
    #expect(run.error.isEmpty)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(
      lines.dropLast().allSatisfy { $0.hasPrefix("passed") && $0.contains("4 records of 2 files, 0 failed, 0 skipped") }
    )
  }

  @Test func aFailureSaysAllThatItTakesToRepeatIt() async throws {
    let folder = try ScratchFolder()
    try folder.write(Self.good, to: "a.slt")
    try folder.write(Self.bad, to: "it's b.slt")
    let run = await CommandRun("slt", folder.path, "--driver", "memory:")
    #expect(run.code == 1)
    #expect(run.output.contains("FAILED \(folder.path)/it's b.slt:4  value 1 of 1 differs  (memory:)"))
    #expect(run.output.contains("SQL       SELECT 41 + 1"))
    #expect(run.output.contains("expected  43"))
    #expect(run.output.contains("actual    42"))
    #expect(run.output.contains("again     quarry slt '\(folder.path)/it'\\''s b.slt' --driver memory: --line 4"))
    #expect(run.output.contains("4 records of 2 files, 1 failed"))
    let again = await CommandRun("slt", folder.path + "/it's b.slt", "--driver", "memory:", "--line", "4")
    #expect(again.code == 1)
    #expect(again.output.contains("1 record of 1 file, 1 failed"))
  }

  @Test func jsonIsOnlyJSON() async throws {
    let folder = try ScratchFolder()
    try folder.write(Self.bad, to: "b.slt")
    let run = await CommandRun("slt", folder.path, "--driver", "memory:", "--json")
    #expect(run.code == 1)
    #expect(run.error.isEmpty)
    let object = try run.object()
    #expect(object["exitCode"] as? Int == 1)
    let driver = try #require((object["drivers"] as? [[String: Any]])?.first)
    #expect(driver["passed"] as? Int == 1)
    #expect(driver["failed"] as? Int == 1)
    let failure = try #require((driver["failures"] as? [[String: Any]])?.first)
    #expect(failure["line"] as? Int == 4)
    #expect(failure["expected"] as? [String] == ["43"])
    #expect(failure["actual"] as? [String] == ["42"])
  }

  @Test func wrongUsageAndUnreadableFiles() async throws {
    let folder = try ScratchFolder()
    try folder.write(Self.good, to: "good.slt")
    try folder.write("query I\nSELECT 1\n\n", to: "malformed.slt")
    try FileManager.default.createDirectory(atPath: folder.path + "/empty", withIntermediateDirectories: true)
    let file = folder.path + "/good.slt"
    for arguments in [
      ["slt"], ["slt", file], ["slt", file, "--driver"], ["slt", file, "--driver", "memory:", "--bogus"],
      ["slt", file, "--driver", "memory:", "--jobs", "0"], ["slt", file, "--driver", "memory:", "--jobs", "x"],
      ["slt", folder.path + "/none", "--driver", "memory:"], ["slt", folder.path + "/empty", "--driver", "memory:"],
      ["slt", folder.path, "--driver", "memory:", "--line", "1"], ["slt", file, "--driver", "memory:", "--line", "2"],
    ] {
      let run = await CommandRun(arguments: arguments)
      #expect(run.code == 64, "\(arguments)")
      #expect(!run.error.isEmpty, "\(arguments)")
    }
    // The other files are run and reported all the same.
    let run = await CommandRun("slt", folder.path, "--driver", "memory:")
    #expect(run.code == 64)
    #expect(run.error.contains("malformed.slt:1: the query has neither"))
    #expect(run.output.contains("2 records of 1 file, 0 failed"))
  }

  @Test func aDriverThatCannotBeOpened() async throws {
    let folder = try ScratchFolder()
    try folder.write(Self.good, to: "good.slt")
    #expect(await CommandRun("sql", folder.plain("full.db"), "CREATE TABLE x(a)").code == 0)
    for (url, code) in [
      ("nowhere:", 64), ("sqlite:/no/such/folder/x.db", 3), ("sqlcipher:?key-env=QUARRY_NOT_SET", 64),
      ("sqlite:?library=/no/such.so", 3), (folder.plain("full.db"), 3), ("x", 64),
    ] as [(String, Int32)] {
      let run = await CommandRun("slt", folder.path, "--driver", url)
      #expect(run.code == code, "\(url)")
      #expect(run.error.split(separator: "\n").count == 1, "\(url)")
      #expect(run.output.isEmpty)
    }
  }

  /// What runs side by side is not added up: the time is that of the clock on the wall.
  @Test func theTimeIsNotASum() async throws {
    let folder = try ScratchFolder()
    let slow =
      "query I\nWITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c LIMIT 60000) SELECT count(*) FROM c\n"
      + "----\n60000\n"
    for number in 0..<8 { try folder.write(slow, to: "\(number).slt") }
    let clock = ContinuousClock()
    let started = clock.now
    let run = await CommandRun(
      "slt", folder.path, "--driver", "memory:", "--driver", "sqlite:", "--jobs", "8", "--json")
    let wall = (clock.now - started).seconds
    #expect(run.code == 0)
    let object = try run.object()
    #expect(try #require(object["seconds"] as? Double) <= wall)
    let drivers = try #require(object["drivers"] as? [[String: Any]])
    #expect(drivers.count == 2 && drivers.allSatisfy { $0["seconds"] == nil })
  }

  @Test func aNamedDatabaseIsEmptyBehindEachFile() async throws {
    let folder = try ScratchFolder()
    try folder.write(Self.good, to: "one.slt")
    try folder.write(Self.good + "\nstatement ok\nCREATE VIEW v AS SELECT * FROM t\n", to: "two.slt")
    for _ in 0..<2 {
      let run = await CommandRun("slt", folder.path, "--driver", folder.plain("named.db"), "--jobs", "4")
      #expect(run.code == 0, "\(run.output)\(run.error)")
    }
    let left = await CommandRun(
      "sql", folder.plain("named.db"), "SELECT count(*) AS n FROM sqlite_master", "--format", "csv")
    #expect(left.output == "n\r\n0\r\n")
  }

  @Test func progressIsForTerminalsOnly() async throws {
    let folder = try ScratchFolder()
    try folder.write(Self.good, to: "one.slt")
    #expect(await CommandRun("slt", folder.path, "--driver", "memory:").error.isEmpty)
    #expect(await CommandRun("slt", folder.path, "--driver", "memory:", width: 80).error.contains("files"))
  }

  /// SQLite's own files, which are no part of the package: a folder `shared` beside the checkout has them.
  @Test(
    .needsCorpus("sqllogictest"),
    arguments: ["sqlite:", "memory:", "sqlcipher:"])
  func theCorpusPasses(url: String) async throws {
    let run = await CommandRun("slt", try #require(Surroundings.corpus("sqllogictest")), "--driver", url)
    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains(" 0 failed"))
  }
}
#endif
