#if Command
import ArgumentParser
import Foundation
import Quarry
import QuarrySQLCipher
import QuarrySQLite
import QuarrySQLiteEngine

/// Opens and closes databases again and again: what each of them keeps for good is found by the leak sanitizer, or shows
/// in the memory of the process.
struct RunConnections: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "connections", abstract: "Opens, uses and closes databases, with their threads; for leak checkers.")

  @Option(help: "How often.")
  var count = 200

  func run() async throws {
    let folder = try FaultFolder()
    for number in 0..<count {
      let database = try await Database(SQLiteDriver(path: folder.file("main.db"), settings: ScriptRun.settings))
      if number == 0 {
        try await database.write { (session: SQLSession) in _ = try session.execute("CREATE TABLE t (a)") }
      }
      try await database.write { (session: SQLSession) in _ = try session.execute("INSERT INTO t VALUES (1)") }
      _ = try await database.read { (session: SQLSession) in try session.prepare("SELECT * FROM t").rows().count }
      await database.close()
    }
    // A thread ends a little after its connection was closed.
    try await Task.sleep(for: .milliseconds(50))
    Output.say("\(count) databases were opened and closed: \(folder.names.count) files")
  }
}
#endif
