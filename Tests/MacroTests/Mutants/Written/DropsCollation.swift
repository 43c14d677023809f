// swift-format-ignore-file
#if Macros
// Written by MutantFileTests.
import Foundation
import Quarry

extension Mutants.DropsCollation {

struct Specimen {
  var id: Int64
  var name: String
  var alias: String?
  var born: Date?
  var plays = 3
  var ownerID: Int64?
  var tags: [String]
  let shout: String
  var mood: Mood
  var isSelected = false

  nonisolated static let id = SQLColumn<Int64>("SpecimenId", primaryKey: .autoincrement)

  nonisolated static let name = SQLColumn<String>("name", unique: true)

  nonisolated static let alias = SQLColumn<String?>("nick")

  nonisolated static let born = SQLColumn<Date?>("born", coding: .unixSeconds)

  nonisolated static let plays = SQLColumn<Int>("plays", defaultValue: 7, check: "plays >= 0")

  nonisolated static let ownerID = SQLColumn<Int64?>("owner_id", references: .table(Owner.tableName, onDelete: .setNull))

  nonisolated static let tags = SQLColumn<Comma>("tags")

  nonisolated static let shout = SQLColumn<String>("shout", generated: SQLGeneratedColumn("upper(name)"))

  nonisolated static let mood = SQLColumn<Mood>("mood", defaultValue: "calm")

  nonisolated static var tableName: String { "Specimen" }

  nonisolated static let table = SQLTable(tableName, id, name, alias, born, plays, ownerID, tags, shout, mood, checks: ["plays < 99"], indexes: [SQLIndex("specimen_owner", on: ownerID, name)])

}
}

extension Mutants.DropsCollation.Specimen: SQLDecodable, SQLCodable {
  nonisolated init(row: inout SQLRowReader<Self>) throws {
    (self.id, self.name, self.alias, self.born, self.plays, self.ownerID, self.tags, self.shout, self.mood) = try (
      row[Self.id],
      row[Self.name],
      row[Self.alias],
      row[Self.born],
      row[Self.plays],
      row[Self.ownerID],
      row[Self.tags].value,
      row[Self.shout],
      row[Self.mood]
    )
  }

  nonisolated func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = self.id
    row[Self.name] = self.name
    row[Self.alias] = self.alias
    row[Self.born] = self.born
    row[Self.plays] = self.plays
    row[Self.ownerID] = self.ownerID
    row[Self.tags] = .init(self.tags)
    row[Self.mood] = self.mood
  }
}

#endif
