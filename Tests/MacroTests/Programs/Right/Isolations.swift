#if Macros
// Records of the macro wherever code may run; everything here is compiled twice, the second time on the main actor by default.
import Foundation
import Quarry

@Table struct Note: Identifiable {
  @Column(primaryKey: .autoincrement) var id: Int64
  var text: String
  @Column(coding: .unixSeconds) var date: Date?
  @Column(as: SQLJSON<[String]>.self) var tags: [String] = []
  @Column(prefix: "at_") var place: Place = Place(x: 1, y: 2)
  @Column(references: Folder.self, onDelete: .cascade) var folderID: Int64?
  @Column(generated: SQLGeneratedColumn("upper(text)")) private(set) var loud = ""
  @Ignored var isSelected = false
  #Index<Note>("note_text", on: \.text, \.place.x)
}

@Columns struct Place {
  var x: Double
  var y: Double
}

@Table nonisolated struct Folder: Hashable, Identifiable {
  var id: Int64
  var name: String
  var title: String { name.uppercased() }
}

@MainActor @Table struct OnMain {
  var id: Int64
  var text: String
}

// Conformances and members of a nonisolated struct are used anywhere.
nonisolated func unique(_ folders: [Folder]) -> Set<String> { Set(Set(folders).map(\.title)) }

nonisolated func anywhere(_ database: Database) async throws -> [Note] {
  let note = try await database.insert(Note.Draft(text: "a", date: nil))
  _ = try await database.insert(OnMain.Draft(text: "b")).id
  try await database.write { session in
    try session.save(Note.Draft(note))
    let folder = try session.insert(Folder.Draft(name: "f"))
    try session.update(Note.where { $0.id == note.id && $0[Note.place.x] > 0 }) { $0.folderID = folder.id }
  }
  return try await database.fetchAll(
    Note.where { $0[Note.place.y] == 2 && $0.tags != nil }.order { $0.date.descending })
}

@concurrent func elsewhere(_ database: Database) async throws {
  var draft = Note.Draft(text: "a")
  draft.tags = ["x"]
  let sent = draft
  async let one = database.insert(sent)
  async let two = database.insert(sent)
  _ = try await (one.text, two.place.x)
  _ = Task.detached { [sent] in sent.text + Note.tableName + Note.text.name + Note.place.x.name }
}

actor Keeper {
  var notes: [Note] = []
  func add(_ database: Database) async throws {
    notes += try await database.fetchAll(Note.all)
    notes.append(try await database.save(Note.Draft(text: "c")))
  }
}

@MainActor final class Model {
  var notes: [Note] = []
  var draft = Note.Draft(text: "")
  func save(_ database: Database) async throws {
    notes.append(try await database.save(draft))
    notes[0].isSelected = true
    draft = Note.Draft(notes[0])
    let made = Note(id: 0, text: "d", loud: "")
    try await database.insert(made)
    try await database.createTable(Note.self)
  }
}

// Generic code that asks for Sendable types.
nonisolated func generic<Record: SQLCodable & Sendable>(_ type: Record.Type) -> String { type.tableName }
nonisolated func names() -> [String] { [generic(Note.self), generic(Folder.self), generic(OnMain.self)] }
#endif
