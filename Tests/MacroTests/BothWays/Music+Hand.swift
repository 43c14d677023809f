#if Macros
import Foundation
import Quarry

extension ByHand {
  struct Country: SQLCodable, Hashable {
    var id: Int64
    var code: String
    var name: String = "?"
    static let id = SQLColumn<Int64>("id", primaryKey: .plain)
    static let code = SQLColumn<String>("code", unique: true, collation: .nocase)
    static let name = SQLColumn<String>("name")
    static let table = SQLTable("Country", id, code, name, strict: true)
    init(id: Int64, code: String, name: String) { (self.id, self.code, self.name) = (id, code, name) }
    init(row: inout SQLRowReader<Self>) throws {
      id = try row[Self.id]
      code = try row[Self.code]
      name = try row[Self.name]
    }
    func encode(to row: inout SQLRowWriter<Self>) {
      row[Self.id] = id
      row[Self.code] = code
      row[Self.name] = name
    }
  }

  struct Artist: SQLCodable, Identifiable, Hashable {
    var id: Int64
    var name: String
    var born: Date?
    var countryID: Int64?
    var plays: Int
    var mood: Mood
    var tags: [String]
    var words: [String]?
    let shout: String
    var code: String?
    var isSelected = false
    static let id = SQLColumn<Int64>("ArtistId", primaryKey: .autoincrement)
    static let name = SQLColumn<String>("name", unique: true, collation: .nocase)
    static let born = SQLColumn<Date?>("born", coding: .unixSeconds)
    static let countryID = SQLColumn<Int64?>(
      "country_id",
      references: .table("Country", onDelete: .setNull, onUpdate: .cascade, deferred: true))
    static let plays = SQLColumn<Int>("plays", defaultValue: 0, check: "plays >= 0")
    static let mood = SQLColumn<Mood>("mood")
    static let tags = SQLColumn<SQLJSON<[String]>>("tags")
    static let words = SQLColumn<Comma?>("words")
    static let shout = SQLColumn<String>("shout", generated: SQLGeneratedColumn("upper(name)", stored: true))
    static let code = SQLColumn<String?>("code", type: "VARCHAR(2)")
    static let table = SQLTable(
      "Artist", id, name, born, countryID, plays, mood, tags, words, shout, code,
      foreignKeys: [SQLForeignKey([code], references: .table("Country", "code", onDelete: .cascade))],
      uniqueKeys: [[name, born]], checks: ["plays < 1000"],
      indexes: [
        SQLIndex("artist_country", on: countryID, name),
        SQLIndex("artist_plays", on: plays, unique: true, where: "plays > 0"),
      ])
    init(row: inout SQLRowReader<Self>) throws {
      id = try row[Self.id]
      name = try row[Self.name]
      born = try row[Self.born]
      countryID = try row[Self.countryID]
      plays = try row[Self.plays]
      mood = try row[Self.mood]
      tags = try row[Self.tags].value
      words = try row[Self.words]?.value
      shout = try row[Self.shout]
      code = try row[Self.code]
    }
    func encode(to row: inout SQLRowWriter<Self>) {
      row[Self.id] = id
      row[Self.name] = name
      row[Self.born] = born
      row[Self.countryID] = countryID
      row[Self.plays] = plays
      row[Self.mood] = mood
      row[Self.tags] = SQLJSON(tags)
      row[Self.words] = words.map { Comma($0) }
      row[Self.code] = code
    }
  }

  struct Seat: SQLCodable, Hashable {
    var hall: String
    var number: Int
    var `default`: Bool
    static let hall = SQLColumn<String>("hall")
    static let number = SQLColumn<Int>("number")
    static let `default` = SQLColumn<Bool>("default")
    static let table = SQLTable(
      "Seat", hall, number, `default`, primaryKey: [hall, number],
      indexes: [SQLIndex("seat_default", on: `default`, number)], kind: .withoutRowID, strict: true)
    init(row: inout SQLRowReader<Self>) throws {
      hall = try row[Self.hall]
      number = try row[Self.number]
      self.default = try row[Self.default]
    }
    func encode(to row: inout SQLRowWriter<Self>) {
      row[Self.hall] = hall
      row[Self.number] = number
      row[Self.default] = self.default
    }
  }

  struct Ticket: SQLCodable {
    var id: Int64
    var hallName: String
    var seatNumber: Int
    var price: Decimal
    var myURLText: String?
    var soldAt2: String?
    static let id = SQLColumn<Int64>("id", primaryKey: .plain)
    static let hallName = SQLColumn<String>("hall_name")
    static let seatNumber = SQLColumn<Int>("seat_number")
    static let price = SQLColumn<Decimal>("price", coding: .scaled(2))
    static let myURLText = SQLColumn<String?>("my_url_text")
    static let soldAt2 = SQLColumn<String?>("sold_at2")
    static let table = SQLTable(
      "Ticket", schema: "main", id, hallName, seatNumber, price, myURLText, soldAt2,
      foreignKeys: [
        SQLForeignKey(
          [hallName, seatNumber],
          references: .table("Seat", Seat.hall, Seat.number, onDelete: .restrict, deferred: true))
      ],
      indexes: [
        SQLIndex("ticket_hall", on: hallName), SQLIndex("ticket_price", terms: [.expression("price * 2")]),
      ])
    init(row: inout SQLRowReader<Self>) throws {
      id = try row[Self.id]
      hallName = try row[Self.hallName]
      seatNumber = try row[Self.seatNumber]
      price = try row[Self.price]
      myURLText = try row[Self.myURLText]
      soldAt2 = try row[Self.soldAt2]
    }
    func encode(to row: inout SQLRowWriter<Self>) {
      row[Self.id] = id
      row[Self.hallName] = hallName
      row[Self.seatNumber] = seatNumber
      row[Self.price] = price
      row[Self.myURLText] = myURLText
      row[Self.soldAt2] = soldAt2
    }
  }
}
#endif
