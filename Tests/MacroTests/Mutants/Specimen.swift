#if Macros
import Foundation
import Quarry

/// The parent of the specimens.
@Table("Owner") struct Owner { var id: Int64 }

// A record of nine columns, of every kind that a mistake of the macro could spoil. Its source is what the mutants are made of.
@Table("Specimen", checks: ["plays < 99"])
struct Specimen {
  @Column("SpecimenId", primaryKey: .autoincrement) var id: Int64
  @Column(unique: true, collation: .nocase) var name: String
  @Column("nick") var alias: String?
  @Column(coding: .unixSeconds) var born: Date?
  @Column(default: 7, check: "plays >= 0") var plays = 3
  @Column("owner_id", references: Owner.self, onDelete: .setNull) var ownerID: Int64?
  @Column(as: Comma.self) var tags: [String]
  @Column(generated: SQLGeneratedColumn("upper(name)")) let shout: String
  @Column(default: "calm") var mood: Mood
  @Ignored var isSelected = false
  #Index<Specimen>("specimen_owner", on: \.ownerID, \.name)
}

extension ByHand {
  /// The same record, written by hand.
  struct Specimen: SQLCodable {
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
    static let id = SQLColumn<Int64>("SpecimenId", primaryKey: .autoincrement)
    static let name = SQLColumn<String>("name", unique: true, collation: .nocase)
    static let alias = SQLColumn<String?>("nick")
    static let born = SQLColumn<Date?>("born", coding: .unixSeconds)
    static let plays = SQLColumn<Int>("plays", defaultValue: 7, check: "plays >= 0")
    static let ownerID = SQLColumn<Int64?>("owner_id", references: .table("Owner", onDelete: .setNull))
    static let tags = SQLColumn<Comma>("tags")
    static let shout = SQLColumn<String>("shout", generated: SQLGeneratedColumn("upper(name)"))
    static let mood = SQLColumn<Mood>("mood", defaultValue: "calm")
    static let table = SQLTable(
      "Specimen", id, name, alias, born, plays, ownerID, tags, shout, mood, checks: ["plays < 99"],
      indexes: [SQLIndex("specimen_owner", on: ownerID, name)])
    init(row: inout SQLRowReader<Self>) throws {
      id = try row[Self.id]
      name = try row[Self.name]
      alias = try row[Self.alias]
      born = try row[Self.born]
      plays = try row[Self.plays]
      ownerID = try row[Self.ownerID]
      tags = try row[Self.tags].value
      shout = try row[Self.shout]
      mood = try row[Self.mood]
    }
    func encode(to row: inout SQLRowWriter<Self>) {
      row[Self.id] = id
      row[Self.name] = name
      row[Self.alias] = alias
      row[Self.born] = born
      row[Self.plays] = plays
      row[Self.ownerID] = ownerID
      row[Self.tags] = Comma(tags)
      row[Self.mood] = mood
    }

    struct Draft: SpecimenDraft {
      var id: Int64?
      var name: String
      var alias: String?
      var born: Date?
      var plays: Int
      var ownerID: Int64?
      var tags: [String]
      var mood: Mood?
      init(
        id: Int64? = nil, name: String, alias: String? = nil, born: Date? = nil, plays: Int = 3, ownerID: Int64? = nil,
        tags: [String], mood: Mood? = nil
      ) {
        (self.id, self.name, self.alias, self.born) = (id, name, alias, born)
        (self.plays, self.ownerID, self.tags, self.mood) = (plays, ownerID, tags, mood)
      }
      init(name: String, tags: [String]) { self.init(id: nil, name: name, tags: tags) }
      init(_ record: Specimen) {
        self.init(
          id: record.id, name: record.name, alias: record.alias, born: record.born, plays: record.plays,
          ownerID: record.ownerID, tags: record.tags, mood: record.mood)
      }
      func encode(to row: inout SQLRowWriter<Specimen>) {
        if let id { row[Specimen.id] = id }
        row[Specimen.name] = name
        row[Specimen.alias] = alias
        row[Specimen.born] = born
        row[Specimen.plays] = plays
        row[Specimen.ownerID] = ownerID
        row[Specimen.tags] = Comma(tags)
        if let mood { row[Specimen.mood] = mood }
      }
    }
  }
}

/// What the tests ask of each draft of a specimen.
protocol SpecimenDraft: SQLDraft {
  init(name: String, tags: [String])
  init(_ record: Record)
  var alias: String? { get set }
}
extension Specimen.Draft: SpecimenDraft {
  init(name: String, tags: [String]) { self.init(id: nil, name: name, tags: tags) }
}
#endif
