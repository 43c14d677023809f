import Quarry
import Testing
import TestSupport

/// The engines of this machine: SQLite 3.40 in memory, and SQLCipher's 3.15 in a file.
enum FormEngine: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case memory, sqlcipher

  var testDescription: String { rawValue }

  /// Opens an empty database for a body.
  nonisolated(nonsending) func withDatabase(_ body: (Database) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    let database = try await (self == .memory ? LocalDriver.memory : .sqlcipher).database(in: folder)
    try await body(database)
    await database.close()
  }

  /// Opens a database with the tables of ``Note`` and ``Tag`` for a body.
  nonisolated(nonsending) func withNotes(_ body: (Database) async throws -> Void) async throws {
    try await withDatabase { database in
      try await database.createTable(Note.self)
      try await database.createTable(Tag.self)
      try await body(database)
    }
  }
}

struct Note: SQLCodable, Equatable {
  var id: Int64
  var n: Int
  var text: String?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let n = SQLColumn<Int>("n")
  static let text = SQLColumn<String?>("text")
  static let table = SQLTable("Note", id, n, text)
  init(id: Int64, n: Int, text: String?) {
    self.id = id
    self.n = n
    self.text = text
  }
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    n = try row[Self.n]
    text = try row[Self.text]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.n] = n
    row[Self.text] = text
  }
}

struct Tag: SQLCodable, Equatable {
  var id: Int64
  var noteID: Int64
  var name: String?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let noteID = SQLColumn<Int64>("noteID", references: .table("Note"))
  static let name = SQLColumn<String?>("name")
  static let table = SQLTable("Tag", id, noteID, name)
  init(id: Int64, noteID: Int64, name: String?) {
    self.id = id
    self.noteID = noteID
    self.name = name
  }
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    noteID = try row[Self.noteID]
    name = try row[Self.name]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.noteID] = noteID
    row[Self.name] = name
  }
}

/// A table that nobody has created yet.
struct Extra: SQLCodable {
  var id: Int64
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let table = SQLTable("Extra", id)
  init(row: inout SQLRowReader<Self>) throws { id = try row[Self.id] }
  func encode(to row: inout SQLRowWriter<Self>) { row[Self.id] = id }
}

/// Every verb of a database, called from every isolation; the files beside this one are generated.
@Suite("Verbs from every isolation") struct IsolationTests {}
