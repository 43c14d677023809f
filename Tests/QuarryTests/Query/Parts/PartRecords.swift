import Quarry
import QuarrySQLite
import TestSupport

struct Band: SQLCodable, Hashable {
  var id: Int64
  var name: String
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let name = SQLColumn<String>("name")
  static let table = SQLTable("band", id, name)
  init(_ id: Int64, _ name: String) {
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

/// A record with a parent that it must have, and one that it may have.
struct Disc: SQLCodable, Hashable {
  var id: Int64
  var bandID: Int64
  var guestID: Int64?
  var year: Int
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let bandID = SQLColumn<Int64>("band", references: .table("band"))
  static let guestID = SQLColumn<Int64?>("guest", references: .table("band", "id"))
  static let year = SQLColumn<Int>("year")
  static let table = SQLTable("record", id, bandID, guestID, year)
  init(_ id: Int64, _ bandID: Int64, guest: Int64? = nil, year: Int) {
    self.id = id
    self.bandID = bandID
    guestID = guest
    self.year = year
  }
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    bandID = try row[Self.bandID]
    guestID = try row[Self.guestID]
    year = try row[Self.year]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.bandID] = bandID
    row[Self.guestID] = guestID
    row[Self.year] = year
  }
}

struct Song: SQLCodable, Hashable {
  var id: Int64
  var recordID: Int64
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let recordID = SQLColumn<Int64>("record", references: .table("record"))
  static let table = SQLTable("song", id, recordID)
  init(_ id: Int64, _ recordID: Int64) {
    self.id = id
    self.recordID = recordID
  }
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    recordID = try row[Self.recordID]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.recordID] = recordID
  }
}

struct Genre: SQLCodable, Hashable {
  var name: String
  static let name = SQLColumn<String>("name", primaryKey: .plain)
  static let table = SQLTable("label", name)
  init(_ name: String) { self.name = name }
  init(row: inout SQLRowReader<Self>) throws { name = try row[Self.name] }
  func encode(to row: inout SQLRowWriter<Self>) { row[Self.name] = name }
}

struct DiscGenre: SQLCodable, Hashable {
  var recordID: Int64
  var label: String
  static let recordID = SQLColumn<Int64>("record", references: .table("record"))
  static let label = SQLColumn<String>("label", references: .table("label"))
  static let table = SQLTable("record_label", recordID, label)
  init(_ recordID: Int64, _ label: String) {
    self.recordID = recordID
    self.label = label
  }
  init(row: inout SQLRowReader<Self>) throws {
    recordID = try row[Self.recordID]
    label = try row[Self.label]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.recordID] = recordID
    row[Self.label] = label
  }
}

extension Band {
  static let records = many(Disc.self, on: Disc.bandID) { $0.order { $0.year.descending } }
}

/// The rows that the tests read.
enum Bands {
  static let bands = [Band(1, "Nina"), Band(2, "Abdullah"), Band(3, "Nobody")]
  static let records = [
    Disc(1, 1, guest: 2, year: 1966), Disc(2, 1, year: 1958), Disc(3, 2, guest: 9, year: 1973),
    Disc(4, 1, year: 1970),
  ]
  static let songs = [Song(1, 1), Song(2, 1), Song(3, 3)]
  static let labels = [Genre("jazz"), Genre("live")]
  static let pairs = [DiscGenre(1, "live"), DiscGenre(1, "jazz"), DiscGenre(3, "jazz")]

  static func records(of band: Band) -> [Disc] { records.filter { $0.bandID == band.id } }
  static func songs(of record: Disc) -> [Song] { songs.filter { $0.recordID == record.id } }

  static func create(in database: Database) async throws {
    try await database.executeScript(
      """
      CREATE TABLE band (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE record (id INTEGER PRIMARY KEY, band INTEGER NOT NULL, guest INTEGER, year INTEGER NOT NULL);
      CREATE TABLE song (id INTEGER PRIMARY KEY, record INTEGER NOT NULL);
      CREATE TABLE label (name TEXT PRIMARY KEY);
      CREATE TABLE record_label (record INTEGER NOT NULL, label TEXT NOT NULL)
      """)
    try await database.insert(bands)
    try await database.insert(records)
    try await database.insert(songs)
    try await database.insert(labels)
    try await database.insert(pairs)
  }
}
