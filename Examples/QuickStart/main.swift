#if Macros
// The program on the first screen of the README.
//
//   swift run --enable-all-traits QuickStart

import Quarry
import QuarryDrivers

@Table struct Artist: Hashable { var id: Int64; var name: String }
@Table struct Album: Hashable { var id: Int64; var title: String; @Column(references: Artist.self) var artistID: Int64 }

let database = try await Database(url: "sqlite:music.db")  // where the data is: this line alone says so
try await database.createTable(Artist.self, ifNotExists: true)
try await database.createTable(Album.self, ifNotExists: true)

let nina = try await database.insert(Artist.Draft(name: "Nina Simone"))  // an Artist, with its key
try await database.insert(Album.Draft(title: "Pastel Blues", artistID: nina.id))

let found: [(Artist, Album?)] = try await database.fetchAll(  // the kind of join decides what is optional
  Artist.leftJoin(Album.self).where { artist, album in artist.name.like("N%") || album.title == nil })
print(found.map { artist, album in "\(artist.name): \(album?.title ?? "none")" })

for try await albums in database.observe(Album.order { $0.title }) {  // at once, and after each commit
  print(albums.map(\.title))
  if albums.count > 1 { break }
  try await database.insert(Album.Draft(title: "Baltimore", artistID: nina.id))
}
#else
print("Run it with: swift run --enable-all-traits QuickStart")
#endif
