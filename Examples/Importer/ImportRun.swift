#if Command && Macros
import Foundation
import Quarry

/// How far an import is.
struct ImportProgress: Sendable {
  var imported = 0
  var wrong = 0
  /// Whether it was ended before the end of the file.
  var isStopped = false
}

/// An import that runs.
struct ImportRun {
  let database: Database
  let file: String
  private(set) var progress = ImportProgress()

  init(database: Database, file: String) {
    self.database = database
    self.file = file
  }

  /// Imports all rows. When the task is cancelled, the batch that is being written is undone, and those before it stay.
  mutating func importRows(from source: CSVReader, batch size: Int) async throws {
    var reader = source
    var batch: [(line: Int, product: Product)] = []
    do {
      while let row = try reader.next() {
        do throws(WrongRow) {
          batch.append((row.line, try Product(fields: row.fields)))
        } catch {
          report(row.line, error.reason)
        }
        if batch.count == size { try await write(&batch) }
      }
      try await write(&batch)
    } catch  where Task.isCancelled {
      progress.isStopped = true
    }
  }

  /// Writes a batch: all of its rows or none, in one round trip. A row that breaks a rule of the table is reported and
  /// left out, and the others are written.
  private mutating func write(_ batch: inout [(line: Int, product: Product)]) async throws {
    try Task.checkCancellation()
    while !batch.isEmpty {
      do {
        try await database.batch { entries in
          for (_, product) in batch { entries.upsert(product) }
        }
        progress.imported += batch.count
        batch = []
        note("\(progress.imported) rows …")
      } catch let error as DatabaseError where error.code.isConstraint {
        guard let entry = error.batchEntry, batch.indices.contains(entry - 1) else { throw error }
        report(batch.remove(at: entry - 1).line, "the database refuses it: \(error.message)")
      }
    }
  }

  private mutating func report(_ line: Int, _ reason: String) {
    progress.wrong += 1
    note("\(file):\(line): \(reason)")
  }

  private func note(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
#endif
