#if Command && Macros
// Imports a CSV file of products; README.md beside this file says how to use it.

import ArgumentParser
import Dispatch
import Foundation
import Quarry
import QuarryDrivers

@main struct Importer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Imports products from a CSV file.")

  @Argument(help: "The file, with the columns sku, name, price and stock.")
  var file: String

  @Argument(help: "The database: sqlite:shop.db, memory:, libsql://host, …")
  var url: String

  @Option(help: "How many rows are written together.")
  var batch = 1000

  func validate() throws {
    guard (1...10_000).contains(batch) else { throw ValidationError("--batch is a number from 1 to 10000.") }
  }

  func run() async throws {
    var reader = try CSVReader(path: file)
    guard try reader.next()?.fields == Product.fileColumns else {
      throw ValidationError("The first line of \(file) is not \(Product.fileColumns.joined(separator: ",")).")
    }
    let database = try await Database(url: url)
    let progress: ImportProgress
    do {
      try await database.createTable(Product.self, ifNotExists: true)
      let source = reader
      progress = try await cancelled(by: SIGINT) { [file, batch] in
        var run = ImportRun(database: database, file: file)
        try await run.importRows(from: source, batch: batch)
        return run.progress
      }
    } catch {
      await database.close()
      throw error
    }
    await database.close()

    print("\(progress.imported) rows imported, \(progress.wrong) wrong rows")
    if progress.isStopped {
      print("Stopped. Start it again to import the rest.")
      throw ExitCode(130)
    }
    if progress.wrong > 0 { throw ExitCode.failure }
  }

  /// Runs work that a signal cancels.
  private func cancelled<Value: Sendable>(
    by number: Int32, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    // First: the signal ends the process as long as nobody ignores it.
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    let work = Task { try await body() }
    source.setEventHandler { work.cancel() }
    source.resume()
    defer { source.cancel() }
    return try await work.value
  }
}
#else
@main struct Importer {
  static func main() { print("Run it with: swift run --enable-all-traits Importer") }
}
#endif
