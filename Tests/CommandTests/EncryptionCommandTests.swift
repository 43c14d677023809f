#if Command
import Foundation
import Quarry
import TestSupport
import Testing

@testable import QuarryCommandKit

/// `quarry encrypt`, `decrypt` and `rekey`.
@Suite(.enabled(if: Installed.hasSQLCipher, "skipped: SQLCipher is not installed")) struct EncryptionCommandTests {
  @Test("There and back again, with the rows") func roundTrip() async throws {
    let folder = try ScratchFolder()
    try folder.write("another secret", to: "new.txt")
    let new = folder.encrypted("a.db").replacing("key.txt", with: "new.txt")
    _ = await CommandRun("sql", folder.plain("a.db"), "--create", "CREATE TABLE t (a); INSERT INTO t VALUES ('kept')")
    let first = await CommandRun("encrypt", folder.encrypted("a.db"))
    #expect(first.code == 0 && first.output.hasSuffix("a.db is encrypted.\n"), "\(first.error)")
    #expect(await CommandRun("sql", folder.plain("a.db"), "SELECT a FROM t").code == 3)
    #expect(await CommandRun("rekey", folder.encrypted("a.db"), new + "&page-size=8192").code == 0)
    #expect(await CommandRun("sql", folder.encrypted("a.db"), "SELECT a FROM t").code == 3)
    #expect(await CommandRun("sql", new + "&page-size=8192", "SELECT a FROM t").output.contains("kept"))
    #expect(await CommandRun("decrypt", new + "&page-size=8192").code == 0)
    #expect(await CommandRun("sql", folder.plain("a.db"), "SELECT a FROM t").output.contains("kept"))
  }

  @Test("Arguments that make no sense, and files that are not there") func refusals() async throws {
    let folder = try ScratchFolder()
    for command in ["encrypt", "decrypt"] {
      let missing = await CommandRun(command, folder.encrypted("none.db"))
      #expect(missing.code == CommandExit.unavailable.rawValue && missing.error.contains("does not exist"))
      #expect(!folder.has("none.db"))
      #expect(await CommandRun(command, folder.plain("a.db")).code == CommandExit.usage.rawValue)
      let keyless = await CommandRun(command, "sqlcipher:\(folder.path)/a.db")
      #expect(keyless.code == CommandExit.usage.rawValue && keyless.error.contains("key"))
    }
    _ = await CommandRun("sql", folder.encrypted("a.db"), "--create", "CREATE TABLE t (a)")
    _ = await CommandRun("sql", folder.encrypted("b.db"), "--create", "CREATE TABLE t (a)")
    let two = await CommandRun("rekey", folder.encrypted("a.db"), folder.encrypted("b.db"))
    #expect(two.code == CommandExit.usage.rawValue && two.error.contains("two files"))
    let again = await CommandRun("encrypt", folder.encrypted("a.db"))
    #expect(again.code == 1 && !again.error.contains("secret of the tests"))
  }

  @Test("A key from the terminal is typed twice for a file that gets it, and once for one that has it")
  func terminal() async throws {
    let folder = try ScratchFolder()
    let url = "sqlcipher:\(folder.path)/a.db"
    _ = await CommandRun("sql", folder.plain("a.db"), "--create", "CREATE TABLE t (a); INSERT INTO t VALUES ('kept')")
    #expect(await run(["encrypt", url], answers: ["one", "other"]).code == CommandExit.usage.rawValue)
    #expect(await run(["encrypt", url], answers: [""]).code == CommandExit.usage.rawValue)
    let (code, questions) = await run(["encrypt", url], answers: ["typed", "typed"])
    #expect(code == 0 && questions.count == 2 && questions[0].contains("a.db"))
    let (read, asked) = await run(["sql", url, "SELECT a FROM t"], answers: ["typed"])
    #expect(read == 0 && asked.count == 1)
    #expect(await run(["sql", url, "SELECT a FROM t"], answers: ["wrong"]).code == 3)
  }

  private func run(_ arguments: [String], answers: [String]) async -> (code: Int32, questions: [String]) {
    let state = Protected<(answers: [String], questions: [String])>((answers, []))
    var console = Console(
      output: { _ in }, error: { _ in }, input: { [] }, isInputTerminal: true, isOutputTerminal: false,
      isErrorTerminal: false, width: nil, usesColour: false)
    console.secret = { question in
      state.withLock { state in
        state.questions.append(question)
        return state.answers.isEmpty ? nil : Array(state.answers.removeFirst().utf8)
      }
    }
    let code = await Console.$current.withValue(console) { await QuarryCommand.run(arguments: arguments) }
    return (code, state.withLock { $0.questions })
  }
}
#endif
