#if Command
internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

struct Genre: SQLCodable, Hashable {
  var id: Int64
  var name: String

  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let name = SQLColumn<String>("name", unique: true)
  static let table = SQLTable("genre", id, name)

  init(id: Int64, name: String) {
    self.id = id
    self.name = name
  }

  init(row: inout SQLRowReader<Self>) throws {
    (id, name) = try (row[Self.id], row[Self.name])
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.name] = name
  }
}

struct Artist: SQLCodable, Hashable {
  var id: Int64
  var name: String
  var country: String?

  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let name = SQLColumn<String>("name")
  static let country = SQLColumn<String?>("country")
  static let table = SQLTable("artist", id, name, country)

  init(id: Int64, name: String, country: String?) {
    self.id = id
    self.name = name
    self.country = country
  }

  init(row: inout SQLRowReader<Self>) throws {
    (id, name, country) = try (row[Self.id], row[Self.name], row[Self.country])
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.name] = name
    row[Self.country] = country
  }
}

struct Album: SQLCodable, Hashable {
  var id: Int64
  var artistID: Int64
  var title: String
  var released: Date?

  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let artistID = SQLColumn<Int64>("artist_id", references: .table("artist"))
  static let title = SQLColumn<String>("title")
  static let released = SQLColumn<Date?>("released", coding: .iso8601)
  static let table = SQLTable(
    "album", id, artistID, title, released, indexes: [SQLIndex("album_artist", on: artistID)])

  init(id: Int64, artistID: Int64, title: String, released: Date?) {
    self.id = id
    self.artistID = artistID
    self.title = title
    self.released = released
  }

  init(row: inout SQLRowReader<Self>) throws {
    (id, artistID, title, released) = try (row[Self.id], row[Self.artistID], row[Self.title], row[Self.released])
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.artistID] = artistID
    row[Self.title] = title
    row[Self.released] = released
  }
}

struct Track: SQLCodable, Hashable {
  var id: Int64
  var albumID: Int64
  var genreID: Int64?
  var title: String
  var composer: String?
  var milliseconds: Int
  var price: Double

  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let albumID = SQLColumn<Int64>("album_id", references: .table("album"))
  static let genreID = SQLColumn<Int64?>("genre_id", references: .table("genre"))
  static let title = SQLColumn<String>("title")
  static let composer = SQLColumn<String?>("composer")
  static let milliseconds = SQLColumn<Int>("milliseconds")
  static let price = SQLColumn<Double>("price")
  static let table = SQLTable(
    "track", id, albumID, genreID, title, composer, milliseconds, price,
    indexes: [SQLIndex("track_album", on: albumID), SQLIndex("track_genre", on: genreID)])

  init(
    id: Int64, albumID: Int64, genreID: Int64?, title: String, composer: String?, milliseconds: Int, price: Double
  ) {
    self.id = id
    self.albumID = albumID
    self.genreID = genreID
    self.title = title
    self.composer = composer
    self.milliseconds = milliseconds
    self.price = price
  }

  init(row: inout SQLRowReader<Self>) throws {
    (id, albumID, genreID, title, composer, milliseconds, price) = try (
      row[Self.id], row[Self.albumID], row[Self.genreID], row[Self.title], row[Self.composer], row[Self.milliseconds],
      row[Self.price]
    )
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.albumID] = albumID
    row[Self.genreID] = genreID
    row[Self.title] = title
    row[Self.composer] = composer
    row[Self.milliseconds] = milliseconds
    row[Self.price] = price
  }
}

/// The picture of an album: the only blobs of the shop, in a separate table.
struct Cover: SQLCodable, Hashable {
  var albumID: Int64
  var image: [UInt8]

  static let albumID = SQLColumn<Int64>("album_id", primaryKey: .plain, references: .table("album"))
  static let image = SQLColumn<[UInt8]>("image")
  static let table = SQLTable("cover", albumID, image)

  init(albumID: Int64, image: [UInt8]) {
    self.albumID = albumID
    self.image = image
  }

  init(row: inout SQLRowReader<Self>) throws {
    (albumID, image) = try (row[Self.albumID], row[Self.image])
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.albumID] = albumID
    row[Self.image] = image
  }
}
#endif
