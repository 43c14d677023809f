// swift-format-ignore-file
#if Macros
// Written by MutantFileTests.
import Foundation
import Quarry

extension Mutants.DraftWritesNull {
  /// A record that isn't stored yet.
  struct Draft: SQLDraft {
    typealias Record = Specimen

    var id: Int64?
    var name: String
    var alias: String?
    var born: Date?
    var plays: Int
    var ownerID: Int64?
    var tags: [String]
    var mood: Mood?

    /// Creates a draft. What is left out is assigned by the database, or starts as in the record.
    init(id: Int64? = nil, name: String, alias: String? = nil, born: Date? = nil, plays: Int = 3, ownerID: Int64? = nil, tags: [String], mood: Mood? = nil) {
      self.id = id
      self.name = name
      self.alias = alias
      self.born = born
      self.plays = plays
      self.ownerID = ownerID
      self.tags = tags
      self.mood = mood
    }

    /// Creates a draft that has the values and the key of a record.
    init(_ record: Specimen) {
      self.id = record.id
      self.name = record.name
      self.alias = record.alias
      self.born = record.born
      self.plays = record.plays
      self.ownerID = record.ownerID
      self.tags = record.tags
      self.mood = record.mood
    }

    func encode(to row: inout SQLRowWriter<Specimen>) {
      if let value = self.id {
        row[Specimen.id] = value
      }
      row[Specimen.name] = self.name
      row[Specimen.alias] = self.alias
      row[Specimen.born] = self.born
      row[Specimen.plays] = self.plays
      row[Specimen.ownerID] = self.ownerID
      row[Specimen.tags] = .init(self.tags)
      row.setNull(Specimen.mood)
    if let value = self.mood {
        row[Specimen.mood] = value
      }
    }
  }
}

extension Mutants.DraftWritesNull.Draft: SpecimenDraft {
  init(name: String, tags: [String]) { self.init(id: nil, name: name, tags: tags) }
}
#endif
