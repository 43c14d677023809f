#if Command
import Quarry

struct Album: SQLCodable, Identifiable {
  var id: Int64
  var title: String
  var artistID: Int64

  static let id = SQLColumn<Int64>("AlbumId", primaryKey: .plain)
  static let title = SQLColumn<String>("Title", type: "NVARCHAR(160)")
  static let artistID = SQLColumn<Int64>("ArtistId", references: .table("Artist", "ArtistId"))
  static let table = SQLTable("Album", id, title, artistID, indexes: [SQLIndex("IFK_AlbumArtistId", on: artistID)])

  init(id: Int64 = 0, title: String, artistID: Int64) {
    self.id = id
    self.title = title
    self.artistID = artistID
  }

  init(row: inout SQLRowReader<Self>) throws {
    (self.id, self.title, self.artistID) = try (row[Self.id], row[Self.title], row[Self.artistID])
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = self.id
    row[Self.title] = self.title
    row[Self.artistID] = self.artistID
  }
}

struct Artist: SQLCodable, Identifiable {
  var id: Int64
  var name: String?

  static let id = SQLColumn<Int64>("ArtistId", primaryKey: .plain)
  static let name = SQLColumn<String?>("Name", type: "NVARCHAR(120)")
  static let table = SQLTable("Artist", id, name)

  init(id: Int64 = 0, name: String? = nil) {
    self.id = id
    self.name = name
  }

  init(row: inout SQLRowReader<Self>) throws {
    (self.id, self.name) = try (row[Self.id], row[Self.name])
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = self.id
    row[Self.name] = self.name
  }
}

struct Genre: SQLCodable, Identifiable {
  var id: Int64
  var name: String?

  static let id = SQLColumn<Int64>("GenreId", primaryKey: .plain)
  static let name = SQLColumn<String?>("Name", type: "NVARCHAR(120)")
  static let table = SQLTable("Genre", id, name)

  init(id: Int64 = 0, name: String? = nil) {
    self.id = id
    self.name = name
  }

  init(row: inout SQLRowReader<Self>) throws {
    (self.id, self.name) = try (row[Self.id], row[Self.name])
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = self.id
    row[Self.name] = self.name
  }
}

struct MediaType: SQLCodable, Identifiable {
  var id: Int64
  var name: String?

  static let id = SQLColumn<Int64>("MediaTypeId", primaryKey: .plain)
  static let name = SQLColumn<String?>("Name", type: "NVARCHAR(120)")
  static let table = SQLTable("MediaType", id, name)

  init(id: Int64 = 0, name: String? = nil) {
    self.id = id
    self.name = name
  }

  init(row: inout SQLRowReader<Self>) throws {
    (self.id, self.name) = try (row[Self.id], row[Self.name])
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = self.id
    row[Self.name] = self.name
  }
}

struct Playlist: SQLCodable, Identifiable {
  var id: Int64
  var name: String?

  static let id = SQLColumn<Int64>("PlaylistId", primaryKey: .plain)
  static let name = SQLColumn<String?>("Name", type: "NVARCHAR(120)")
  static let table = SQLTable("Playlist", id, name)

  init(id: Int64 = 0, name: String? = nil) {
    self.id = id
    self.name = name
  }

  init(row: inout SQLRowReader<Self>) throws {
    (self.id, self.name) = try (row[Self.id], row[Self.name])
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = self.id
    row[Self.name] = self.name
  }
}

struct PlaylistTrack: SQLCodable {
  var playlistID: Int64
  var trackID: Int64

  static let playlistID = SQLColumn<Int64>("PlaylistId", references: .table("Playlist", "PlaylistId"))
  static let trackID = SQLColumn<Int64>("TrackId", references: .table("Track", "TrackId"))
  static let table = SQLTable(
    "PlaylistTrack",
    playlistID,
    trackID,
    primaryKey: [playlistID, trackID],
    indexes: [
      SQLIndex("IFK_PlaylistTrackPlaylistId", on: playlistID),
      SQLIndex("IFK_PlaylistTrackTrackId", on: trackID),
    ])

  init(playlistID: Int64, trackID: Int64) {
    self.playlistID = playlistID
    self.trackID = trackID
  }

  init(row: inout SQLRowReader<Self>) throws {
    (self.playlistID, self.trackID) = try (row[Self.playlistID], row[Self.trackID])
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.playlistID] = self.playlistID
    row[Self.trackID] = self.trackID
  }
}

struct Track: SQLCodable, Identifiable {
  var id: Int64
  var name: String
  var albumID: Int64?
  var mediaTypeID: Int64
  var genreID: Int64?
  var composer: String?
  var milliseconds: Int64
  var bytes: Int64?
  var unitPrice: Double

  static let id = SQLColumn<Int64>("TrackId", primaryKey: .plain)
  static let name = SQLColumn<String>("Name", type: "NVARCHAR(200)")
  static let albumID = SQLColumn<Int64?>("AlbumId", references: .table("Album", "AlbumId"))
  static let mediaTypeID = SQLColumn<Int64>("MediaTypeId", references: .table("MediaType", "MediaTypeId"))
  static let genreID = SQLColumn<Int64?>("GenreId", references: .table("Genre", "GenreId"))
  static let composer = SQLColumn<String?>("Composer", type: "NVARCHAR(220)")
  static let milliseconds = SQLColumn<Int64>("Milliseconds")
  static let bytes = SQLColumn<Int64?>("Bytes")
  static let unitPrice = SQLColumn<Double>("UnitPrice", type: "NUMERIC(10,2)")
  static let table = SQLTable(
    "Track",
    id,
    name,
    albumID,
    mediaTypeID,
    genreID,
    composer,
    milliseconds,
    bytes,
    unitPrice,
    indexes: [
      SQLIndex("IFK_TrackAlbumId", on: albumID),
      SQLIndex("IFK_TrackGenreId", on: genreID),
      SQLIndex("IFK_TrackMediaTypeId", on: mediaTypeID),
    ])

  init(
    id: Int64 = 0,
    name: String,
    albumID: Int64? = nil,
    mediaTypeID: Int64,
    genreID: Int64? = nil,
    composer: String? = nil,
    milliseconds: Int64,
    bytes: Int64? = nil,
    unitPrice: Double
  ) {
    self.id = id
    self.name = name
    self.albumID = albumID
    self.mediaTypeID = mediaTypeID
    self.genreID = genreID
    self.composer = composer
    self.milliseconds = milliseconds
    self.bytes = bytes
    self.unitPrice = unitPrice
  }

  init(row: inout SQLRowReader<Self>) throws {
    let id = try row[Self.id]
    let name = try row[Self.name]
    let albumID = try row[Self.albumID]
    let mediaTypeID = try row[Self.mediaTypeID]
    let genreID = try row[Self.genreID]
    let composer = try row[Self.composer]
    let milliseconds = try row[Self.milliseconds]
    let bytes = try row[Self.bytes]
    let unitPrice = try row[Self.unitPrice]
    self.id = id
    self.name = name
    self.albumID = albumID
    self.mediaTypeID = mediaTypeID
    self.genreID = genreID
    self.composer = composer
    self.milliseconds = milliseconds
    self.bytes = bytes
    self.unitPrice = unitPrice
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = self.id
    row[Self.name] = self.name
    row[Self.albumID] = self.albumID
    row[Self.mediaTypeID] = self.mediaTypeID
    row[Self.genreID] = self.genreID
    row[Self.composer] = self.composer
    row[Self.milliseconds] = self.milliseconds
    row[Self.bytes] = self.bytes
    row[Self.unitPrice] = self.unitPrice
  }
}
#endif
