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
}
