import Quarry
import QuarrySQLite

@Table struct Artist: Identifiable, Hashable {
  var id: Int64
  @Column(unique: true) var name: String
}

@Table struct Album: Identifiable, Hashable {
  var id: Int64
  var title: String
  var year: Int
  @Column(references: Artist.self, onDelete: .cascade) var artistID: Int64
  #Index<Album>("album_artist", on: \.artistID)
}

struct Library: Sendable {
  let database: Database

  init(_ driver: any DatabaseDriver) async throws {
    database = try await Database(driver)
    try await Self.migrator.migrate(database)
  }

  static var migrator: DatabaseMigrator<Int> {
    var migrator = DatabaseMigrator<Int>()
    migrator.add(
      1, "artists and albums",
      sql: """
        CREATE TABLE Artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        CREATE TABLE Album (
          id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER NOT NULL,
          artistID INTEGER NOT NULL REFERENCES Artist ON DELETE CASCADE);
        CREATE INDEX album_artist ON Album (artistID);
        """)
    return migrator
  }

  func add(_ title: String, year: Int, by name: String) async throws -> Album {
    try await database.write { transaction in
      let known = try transaction.find(Artist.self, by: Artist.name, name)
      let artist = try known ?? transaction.insert(Artist.Draft(name: name))
      return try transaction.insert(Album.Draft(title: title, year: year, artistID: artist.id))
    }
  }
}

@main struct MusicLibrary {
  static func main() async throws {
    let library = try await Library(SQLiteDriver(path: "music.db"))
    for (title, year) in [("Pastel Blues", 1965), ("High Priestess of Soul", 1967)] {
      print(try await library.add(title, year: year, by: "Nina Simone"))
    }
    print(try await library.add("Journey in Satchidananda", year: 1971, by: "Alice Coltrane"))
  }
}
