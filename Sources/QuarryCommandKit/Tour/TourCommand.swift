#if Command
internal import ArgumentParser
internal import Quarry
internal import QuarryCopy
internal import QuarryWire

/// `quarry tour`: the same program on every driver, with its results compared.
struct TourCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tour",
    abstract: "Run the same typed program on several databases and compare the results bit for bit.",
    discussion: """
      Without --data, the tour makes the data of a music shop, inserts it and runs typed queries: predicates, joins of \
      every kind, aggregates, a window, a recursive query, an upsert, RETURNING, and a transaction that rolls back. \
      With --data, it runs the SQL scripts of a folder and then runs the same queries on the tables that they created.

      For each step and driver the table says `native` if the engine has the feature, `lowered` if an exactly \
      equivalent form was used, and `refused` if the engine lacks a needed feature and nothing was sent.

      Without a URL the tour runs on a temporary file, a temporary encrypted file with a random key, and memory. \
      `sqlite:` and `sqlcipher:` without a path mean such temporary files. A driver that can hold no transaction open \
      gets batches, as large as it takes.

      Examples:
        quarry tour
        quarry tour --rows 20000 --json
        quarry tour sqlite:t.db "sqlcipher:e.db?key-env=KEY" memory: --data ../corpora/chinook
        quarry tour sqlite: hrana+http://127.0.0.1:8080 persql+http://127.0.0.1:8081/home/music
        quarry tour --strict

      \(CommandExit.help)
      """)

  @Argument(help: "The databases. They must be empty or not exist yet.")
  var urls: [String] = []

  @Option(help: ArgumentHelp("A folder of SQL scripts, or one script, to run over.", valueName: "dir"))
  var data: String?

  @Option(help: "The number of rows of the music shop.")
  var rows: Int = 210_000

  @Flag(help: "Print only JSON.")
  var json = false

  @Flag(help: "Don't use equivalent forms: a query fails if the engine lacks a feature.")
  var strict = false

  @Flag(help: "Delete the content of the databases first.")
  var replace = false

  func validate() throws {
    guard (200...50_000_000).contains(rows) else {
      throw ValidationError("--rows is a number from 200 to 50000000.")
    }
  }

  func run() async throws {
    try await reportingErrors {
      let console = Console.current
      let folder = TemporaryFolder()
      defer { folder.remove() }
      let names = urls.isEmpty ? ["sqlite:", "sqlcipher:", "memory:"] : urls
      let targets = try names.map { try DatabaseTarget($0, access: .load, temporary: folder) }
      for (index, target) in targets.enumerated() {
        guard !targets[..<index].contains(where: { $0.isSameDatabase(as: target) }) else {
          throw CommandError("\(target.name) is given twice; every database of a tour must be a different one")
        }
      }
      let report = try await targets.withCreatedFilesRemovedOnFailure {
        try await withOpened(targets) { participants in
          let runner = TourRunner(participants: participants, policy: strict ? .strict : .lower)
          if let data { return try await folderTour(data, runner, console) }
          return try await shopTour(runner, console)
        }
      }
      if json { console.print(report.json.text()) } else { report.write(to: console) }
      guard report.isEqual else {
        throw CommandError("the answers aren't equal everywhere: see \(report.unequalTitles.joined(separator: ", "))")
      }
    }
  }

  private func shopTour(_ runner: TourRunner, _ console: Console) async throws -> TourReport {
    let shop = MusicShop(rows: rows)
    let load = MusicShopTour.load(shop) { database in
      ProgressBar("Loading \(database.driverName)", total: shop.rowCount, console: console)
    }
    return try await runner.run(load: load) { _ in (shop.rowCount, MusicShopTour.steps(shop)) }
  }

  private func folderTour(_ path: String, _ runner: TourRunner, _ console: Console) async throws -> TourReport {
    let folder = try DataFolder(path: path)
    let load = FolderTour.load(folder) { database in
      ProgressBar(
        "Loading \(database.driverName)", total: folder.statementCount, unit: "statements", console: console)
    }
    return try await runner.run(load: load) { participants in
      guard let first = participants.first else { return (0, []) }
      return try await FolderTour.program(first.database)
    }
  }

  /// Opens every database, makes sure that it is empty, and closes all of them at the end.
  private func withOpened(
    _ targets: [DatabaseTarget], _ body: ([TourRunner.Participant]) async throws -> TourReport
  ) async throws -> TourReport {
    var participants: [TourRunner.Participant] = []
    let result: Result<TourReport, any Error>
    do {
      let configuration = DatabaseConfiguration(featurePolicy: strict ? .strict : .lower)
      for target in targets {
        let database = try await target.open(configuration)
        participants.append(TourRunner.Participant(target: target, database: database))
        try await makeRoom(in: database, target)
      }
      result = .success(try await body(participants))
    } catch {
      result = .failure(error)
    }
    for participant in participants { await participant.database.close() }
    return try result.get()
  }

  private func makeRoom(in database: Database, _ target: DatabaseTarget) async throws {
    let schema = try await DatabaseSchema.read(database)
    guard !schema.isEmpty else { return }
    guard replace else {
      throw CommandError(
        "\(target.name) isn't empty: it has \(schema.objects.count) tables, indexes, views or triggers; choose "
          + "another name, or give --replace to delete its content")
    }
    try await database.changing { executor in try await schema.drop(executor) }
  }
}
#endif
