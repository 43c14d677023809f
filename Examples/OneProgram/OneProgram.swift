#if Macros && Server
// One program, four places for its data: a file, an encrypted file, memory, and a server that speaks libSQL's protocol.
//
//   swift run --enable-all-traits OneProgram
//
// It prints what each of them answers, and ends with status 1 if two answers differ.

import Foundation
import Quarry
import QuarryMemory
import QuarryRemote
import QuarryServer
import QuarrySQLCipher
import QuarrySQLite

@main struct OneProgram {
  static func main() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "one-program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    // What is served is a database like any other.
    let served = try await Database(SQLiteDriver(path: folder.appending(path: "served.db").path))
    let server = try QuarryServer(configuration: ServerConfiguration(served))
    let port = try await server.start()

    // Where the data lives is one value. `answers(_:)` never asks.
    let places: [(name: String, driver: any DatabaseDriver)] = [
      ("SQLite", SQLiteDriver(path: folder.appending(path: "plain.db").path)),
      ("SQLCipher", SQLCipherDriver(path: folder.appending(path: "secret.db").path, key: .passphrase("correct horse"))),
      ("memory", MemoryDriver()),
      ("Hrana", HranaDriver(url: "http://127.0.0.1:\(port)")),
    ]
    var all: [[String]] = []
    for place in places {
      let database = try await Database(place.driver)
      let answers = try await answers(database)
      await database.close()
      print("\(place.name):")
      for answer in answers { print("  \(answer)") }
      all.append(answers)
    }
    await server.stop()
    await served.close()

    guard Set(all).count == 1 else {
      print("The answers differ.")
      exit(1)
    }
    print("The same \(all[0].count) answers on \(all.count) drivers.")
  }

  /// The program.
  static func answers(_ database: Database) async throws -> [String] {
    try await database.createTable(Artist.self)
    try await database.createTable(Album.self)

    // One transaction. A draft is a record without what the database assigns.
    let nina = try await database.write { transaction in
      let nina = try await transaction.insert(Artist.Draft(name: "Nina Simone"))
      try await transaction.insert([
        Album.Draft(title: "Pastel Blues", year: 1965, artistID: nina.id),
        Album.Draft(title: "Baltimore", year: 1978, artistID: nina.id),
        Album.Draft(title: "Sketches", artistID: nina.id),
      ])
      try await transaction.insert(Artist.Draft(name: "Norah Jones"))
      return nina
    }

    // A join follows the foreign key, whichever side has it.
    let pairs: [(Artist, Album?)] = try await database.fetchAll(
      Artist.leftJoin(Album.self)
        .where { artist, album in album.year == nil || album.year < 1970 }
        .order { artist, album in (artist.name, album.title) })
    var answers = pairs.map { artist, album in "\(artist.name): \(album?.title ?? "no album")" }

    // Groups and aggregates are typed, too.
    let counts: [(String, Int, Int?)] = try await database.fetchAll(
      Artist.leftJoin(Album.self).group { artist, _ in artist.id }.order { artist, _ in artist.name }
        .select { artist, album in (artist.name, album.id.count(), album.year.max()) })
    answers += counts.map { name, count, year in
      "\(name): \(count) albums, the last of \(year.map(String.init) ?? "no year")"
    }

    // Errors have one code everywhere.
    do {
      try await database.insert(Artist.Draft(name: "NINA SIMONE"))
    } catch let error as DatabaseError where error.code == .constraintUnique {
      answers.append("refused: \(error.constraint?.columns.joined(separator: ", ") ?? "a unique column")")
    }

    // Several commands in one round trip: all of them or none.
    let (changed, left) = try await database.batch { batch in
      let changed = batch.update(Album.where { $0.year == nil }) { $0.year = 1971 }
      batch.delete(Artist.where { $0.id != nina.id })
      return (changed, batch.fetchCount(Artist.all))
    }
    answers.append("\(changed.affectedRows) album dated, \(left) artist left")

    // Pages have cursors, which are text.
    let query = Album.order { $0.year.descending }
    let first = try await database.page(query, size: 2)
    let second = try await database.page(query, size: 2, after: first.next)
    answers.append("\(first.rows.map(\.title)), then \(second.rows.map(\.title))")
    return answers
  }
}
#else
@main struct OneProgram {
  static func main() { print("Run it with: swift run --enable-all-traits OneProgram") }
}
#endif
