#if Command
import Foundation
import QuarryConformance
import Testing

@testable import QuarryCommandKit

/// The command starts itself again whatever its file is called, and says which cases cannot run and why.
@Suite struct RenamedCommandTests {
  /// The executable that the build made, where the tests are run by it.
  static let built: String? = ["QuarryCommand", "quarry"].lazy.compactMap { ProcessLauncher(product: $0)?.executable }
    .first

  /// Gives the built executable another name.
  ///
  /// By a link if it can be: a file that was just written isn't started while another test, which began to start a program
  /// meanwhile, has it open.
  static func provide(_ program: String) throws {
    let built = try #require(built)
    do {
      try FileManager.default.linkItem(atPath: built, toPath: program)
    } catch {
      try FileManager.default.copyItem(atPath: built, toPath: program)
    }
  }

  @Test(
    .enabled(if: built != nil, "the build has not made the command beside the tests"),
    arguments: ["q", "quarry", "a b", "ünï"])
  func casesRunInProcessesOfTheirOwn(name: String) async throws {
    let folder = try ScratchFolder()
    let program = folder.path + "/" + name
    try Self.provide(program)
    let child = try ChildProcess(
      program, ["conformance", "sqlite:", "--case", "TXN-27", "--case", "VAL-01", "--format", "json", "--jobs", "1"],
      errorFile: folder.path + "/errors")
    var text = ""
    for await line in child.lines { text += line + "\n" }
    let end = await child.waitUntilEnd()
    #expect(end == .exit(0), "\(String(decoding: folder.bytes("errors") ?? Data(), as: UTF8.self))")
    // None is left out because the program could not start itself.
    #expect(!text.contains("can't start a second process"))
    #expect(text.contains("\"id\" : \"TXN-27"))
  }

  @Test(.enabled(if: built != nil, "the build has not made the command beside the tests"))
  func aProgramThatWasDeletedStillStartsItself() async throws {
    let folder = try ScratchFolder()
    let program = folder.path + "/gone"
    try Self.provide(program)
    let child = try ChildProcess(
      program, ["conformance", "sqlite:", "--case", "TXN-27", "--format", "json", "--jobs", "1"],
      errorFile: folder.path + "/errors")
    try FileManager.default.removeItem(atPath: program)
    var text = ""
    for await line in child.lines { text += line + "\n" }
    let end = await child.waitUntilEnd()
    #expect(end == .exit(0), "\(String(decoding: folder.bytes("errors") ?? Data(), as: UTF8.self))")
    #expect(!text.contains("can't start a second process"))
    #expect(text.contains("\"id\" : \"TXN-27"))
  }

  /// In another program there is nothing to start: the cases are named with the reason.
  @Test func whatCannotRunIsReportedWithTheReason() async throws {
    #expect(Executable.path == nil)
    #expect(Executable.current?.isEmpty == false)
    let run = await CommandRun("conformance", "sqlite:", "--area", "TXN", "--in-process")
    let skipped = run.output.split(separator: "\n").filter { $0.hasPrefix("skipped ") }
    #expect(skipped.contains { $0.contains("can't start a second process") && $0.contains("TXN-") }, "\(run.output)")
    let selfTest = await CommandRun("conformance", "sqlite:", "--self-test")
    #expect(selfTest.code == 4)
    #expect(selfTest.error.contains("processes that may crash"))
  }

  @Test(arguments: [1, 10, 20, 21])
  func asManyRandomQueriesAsAskedFor(count: Int) async {
    let run = await CommandRun("conformance", "sqlite:", "memory:", "--differential", "\(count)")
    #expect(run.code == 0 || run.code == 5, "\(run.error)")
    #expect(run.output.contains("\n\(count) queries, "), "\(run.output)")
  }
}
#endif
