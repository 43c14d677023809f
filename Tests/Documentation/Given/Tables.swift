// The tables of the samples. Nothing here runs: the compiler only checks what is written about it.
import Foundation
import Quarry
import QuarryColumnEncryption

@Table struct Artist: Identifiable, Hashable {
  @Column(primaryKey: .autoincrement) var id: Int64
  var name: String
  var country: String?
  var born: Date?
  var year = 1970
}

@Table struct Album: Identifiable, Hashable {
  @Column(primaryKey: .autoincrement) var id: Int64
  var title: String
  var year: Int?
  @Column(references: Artist.self, onDelete: .cascade) var artistID: Int64
  var plays = 0
  var rating: Int?
}

@Table struct Track: Hashable {
  var id: Int64
  var title: String
  @Column(references: Album.self) var albumID: Int64
}

@Table struct Tag: Hashable {
  var id: Int64
  var name: String
}

@Table struct AlbumTag: Hashable {
  @Column(primaryKey: .plain, references: Album.self) var albumID: Int64
  @Column(primaryKey: .plain, references: Tag.self) var tagID: Int64
}

@Table struct AlbumYear: Hashable {
  var id: Int64
  var year: Int?
}

@Table struct Archive: Hashable {
  var title: String
  var year: Int?
}

@Table struct Song: Hashable {
  var id: Int64
  var artistID: Int64
  var title: String
}

@Table struct Country: Hashable {
  var id: Int64
  var name: String
}

@Table struct Employee: Hashable {
  var id: Int64
  var name: String
  @Column(references: Employee.self) var managerID: Int64?
}

@Table struct Node: Hashable {
  var id: Int64
  var name: String
}

@Table struct Seat: Hashable {
  @Column(primaryKey: .plain) var hall: String
  @Column(primaryKey: .plain) var number: Int
}

@Table struct Ticket: Hashable {
  var id: Int64
  var hall: String
  var number: Int
}

@Table struct Note: Hashable {
  @Column(primaryKey: .autoincrement) var id: Int64
  var text: String
}

@Table struct NoteIndex: Hashable {
  var title: String
  var body: String
}

@Table struct Article: Hashable {
  var title: String
  var body: String
}

@Table struct Person: Hashable {
  var id: Int64
  var name: String
  var age: Int
  var visits = 0
}

@Table struct Picture: Hashable {
  var id: Int64
  var bytes: [UInt8]
}

@Table struct Price: Hashable {
  var id: Int64
  var cents: Int
}

@Table struct Post: Codable, Hashable {
  var author: String
  var title: String
  var created: Date
}

/// A table that is written by hand.
struct Customer: SQLCodable, Sendable {
  var id: Int64
  var name: String
  var email: String?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let name = SQLColumn<String>("name")
  static let email = SQLColumn<String?>("email")
  static let emailHash = SQLColumn<ColumnHash?>("email_hash")
  static let table = SQLTable("Customer", id, name, email)

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    name = try row[Self.name]
    email = try row[Self.email]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.name] = name
    row[Self.email] = email
  }
}
