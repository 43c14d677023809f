#if Macros && Server && Telemetry
// A server of notes; README.md beside this file says how to use it.

import CoreMetrics
import Foundation
import Hummingbird
import Logging
import Quarry
import QuarryDrivers
import QuarryTelemetry
import ServiceLifecycle

@main struct NotesServer {
  static func main() async throws {
    var requested = 8080
    var url = "sqlite:notes.db"
    var arguments = CommandLine.arguments.dropFirst()
    while let option = arguments.popFirst() {
      switch (option, arguments.popFirst()) {
      case ("--port", let value?): requested = Int(value) ?? requested
      case ("--database", let value?): url = value
      default: return print("usage: NotesServer [--port PORT] [--database URL]")
      }
    }

    let port = requested
    var logger = Logger(label: "notes")
    logger.logLevel = .info
    let metrics = TextMetrics()
    MetricsSystem.bootstrap(metrics)

    // The pool: one writer, and as many readers as the driver allows. Calls log to the logger of their request.
    let database = try await Database(
      url: url,
      configuration: DatabaseConfiguration(
        retries: RetryPolicy(attempts: 3), slowStatementThreshold: .milliseconds(200),
        instruments: [DatabaseMetrics(), DatabaseTracing()]))
    try await DatabaseMigrator.notes.migrate(database)

    let router = Router()
    router.add(middleware: LogRequestsMiddleware(.info))
    router.add(middleware: DatabaseErrors())
    NotesRoutes(database: database).add(to: router)
    router.get("metrics") { _, _ in metrics.text }

    // Services end in reverse order: first the HTTP server, when its last request is done, then the database.
    let application = Application(
      router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      services: [DatabaseService(database: database)],
      onServerRunning: { channel in say("Listening on http://127.0.0.1:\(channel.localAddress?.port ?? port)") },
      logger: logger)
    try await application.runService()
    say("Ended.")
  }
}

/// Writes a line at once, also where the output is not a terminal.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Closes the database when the server ends.
struct DatabaseService: Service {
  let database: Database

  func run() async throws {
    try? await gracefulShutdown()
    await database.close()
  }
}
#else
@main struct NotesServer {
  static func main() { print("Run it with: swift run --enable-all-traits NotesServer") }
}
#endif
