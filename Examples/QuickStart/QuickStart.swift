// The program of the README: one typed program, three places where its data may live.
//
//   swift run QuickStart

import Quarry
import QuarryMemory
import QuarrySQLCipher
import QuarrySQLite

struct Artist: SQLCodable, Identifiable {
  var id: Int64
  var name: String

  static let id = SQLColumn<Int64>("ArtistId", primaryKey: .autoincrement)
  static let name = SQLColumn<String>("Name")
  static let table = SQLTable("Artist", id, name)

  init(id: Int64 = 0, name: String) {
    self.id = id
    self.name = name
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    name = try row[Self.name]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.name] = name
  }
}

struct Album: SQLCodable, Identifiable {
  var id: Int64
  var title: String
  var year: Int?
  var artistID: Int64

  static let id = SQLColumn<Int64>("AlbumId", primaryKey: .autoincrement)
  static let title = SQLColumn<String>("Title")
  static let year = SQLColumn<Int?>("Year")
  static let artistID = SQLColumn<Int64>("ArtistId", references: .table("Artist", onDelete: .cascade))
  static let table = SQLTable("Album", id, title, year, artistID)

  init(id: Int64 = 0, title: String, year: Int?, artistID: Int64) {
    self.id = id
    self.title = title
    self.year = year
    self.artistID = artistID
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    title = try row[Self.title]
    year = try row[Self.year]
    artistID = try row[Self.artistID]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.title] = title
    row[Self.year] = year
    row[Self.artistID] = artistID
  }
}

@main
struct QuickStart {
  static func main() async throws {
    // Where the data lives is one value; the program below never asks.
    let places: [any DatabaseDriver] = [
      SQLiteDriver(path: "quickstart.db"),
      SQLCipherDriver(path: "quickstart-encrypted.db", key: .passphrase("correct horse")),
      MemoryDriver(),
    ]
    for place in places {
      let database = try await Database(place)
      print(try await run(database), "on", place.name, database.engine.version)
      await database.close()
    }
  }

  static func run(_ database: Database) async throws -> [String] {
    try await database.createTable(Artist.self, ifNotExists: true)
    try await database.createTable(Album.self, ifNotExists: true)

    // One transaction. A key of 0 means: assign; insert gives back the stored row.
    try await database.write { transaction in
      try await transaction.delete(Artist.all)
      let nina = try await transaction.insert(Artist(name: "Nina Simone"))
      try await transaction.insert([
        Album(title: "Pastel Blues", year: 1965, artistID: nina.id),
        Album(title: "Fodder on My Wings", year: 1982, artistID: nina.id),
      ])
      try await transaction.insert(Artist(name: "Norah Jones"))
    }

    // A join along the foreign key, whichever side owns it. The kind of join decides what is optional.
    let found: [(Artist, Album?)] = try await database.fetchAll(
      Artist.leftJoin(Album.self, on: Album.artistID)
        .where { artist, album in artist.name.like("N%") && (album.year == nil || album.year < 1970) }
        .order { artist, album in artist.name.ascending })
    return found.map { artist, album in "\(artist.name): \(album?.title ?? "nothing")" }
  }
}
