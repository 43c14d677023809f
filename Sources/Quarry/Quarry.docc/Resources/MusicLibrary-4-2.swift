import Quarry
import QuarryMemory
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

  func albums(from years: ClosedRange<Int>) async throws -> [Album] {
    try await database.fetchAll(Album.where { $0.year.between(years) }.order { ($0.year, $0.title) })
  }

  func rename(_ album: Album, to title: String) async throws {
    var changed = album
    changed.title = title
    try await database.update(changed, onlyChangedFrom: album)
  }

  func list() async throws -> [(artist: String, title: String)] {
    let rows = try await database.fetchAll(
      Album.join(Artist.self, on: Album.artistID)
        .order { album, artist in (artist.name, album.year) })
    return rows.map { album, artist in (artist.name, album.title) }
  }

  func counts() async throws -> [(name: String, albums: Int)] {
    let rows = try await database.fetchAll(
      Artist.leftJoin(Album.self, on: Album.artistID)
        .group { artist, _ in artist.id }
        .order { artist, _ in artist.name }
        .select { artist, album in (artist.name, album.id.count()) })
    return rows.map { name, albums in (name, albums) }
  }

  func page(after cursor: PageCursor? = nil) async throws -> DatabasePage<Album> {
    try await database.page(Album.order { $0.title }, size: 2, after: cursor)
  }

  func follow(_ show: @Sendable (Int) -> Void) async throws {
    for try await count in database.observe(count: Album.all) {
      show(count)
    }
  }
}

@main struct MusicLibrary {
  static func main() async throws {
    let isTrial = CommandLine.arguments.contains("--trial")
    let driver: any DatabaseDriver = isTrial ? MemoryDriver() : SQLiteDriver(path: "music.db")
    let library = try await Library(driver)
    let watching = Task { try await library.follow { count in print("albums:", count) } }
    for (title, year) in [("Pastel Blues", 1965), ("High Priestess of Soul", 1967)] {
      print(try await library.add(title, year: year, by: "Nina Simone"))
    }
    print(try await library.add("Journey in Satchidananda", year: 1971, by: "Alice Coltrane"))
    let sixties = try await library.albums(from: 1960...1969)
    print(sixties.map(\.title))
    if let album = sixties.first { try await library.rename(album, to: album.title + " (mono)") }
    for (artist, title) in try await library.list() { print(artist, "–", title) }
    for (name, albums) in try await library.counts() { print(name, albums) }
    var page = try await library.page()
    print(page.rows.map(\.title))
    while let next = page.next {
      page = try await library.page(after: next)
      print(page.rows.map(\.title))
    }
    watching.cancel()
  }
}
