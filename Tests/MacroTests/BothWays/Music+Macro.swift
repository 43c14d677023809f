#if Macros
import Foundation
import Quarry

extension ByMacro {
  @Table("Country", strict: true)
  struct Country: Hashable {
    var id: Int64
    /// The two letters.
    @Column(unique: true, collation: .nocase) var code: String
    var name: String = "?"
  }

  @Table("Artist", checks: ["plays < 1000"])
  struct Artist: Identifiable, Hashable {
    @Column("ArtistId", primaryKey: .autoincrement) var id: Int64
    @Column(unique: true, collation: .nocase) var name: String
    @Column(coding: .unixSeconds) var born: Date?
    @Column("country_id", references: Country.self, onDelete: .setNull, onUpdate: .cascade, deferred: true)
    var countryID: Int64?
    @Column(default: 0, check: "plays >= 0") var plays = 0
    var mood: Mood = .calm
    @Column(as: SQLJSON<[String]>.self) var tags: [String] = []
    @Column(as: Comma.self) var words: [String]?
    @Column(generated: SQLGeneratedColumn("upper(name)", stored: true)) let shout: String
    @Column(type: "VARCHAR(2)") var code: String?
    @Ignored var isSelected = false

    var line: String { "\(name) (\(plays))" }
    static let limit = 10

    #Index<Artist>("artist_country", on: \ByMacro.Artist.countryID, \Artist.name)
    #Index<Artist>("artist_plays", on: \.plays, unique: true, where: "plays > 0")
    #Unique<Artist>(\.name, \.born)
    #ForeignKey<Artist>(\.code, references: \ByMacro.Country.code, onDelete: .cascade)
  }

  @Table("Seat", kind: .withoutRowID, strict: true)
  struct Seat: Hashable {
    @Column(primaryKey: .plain) var hall: String
    @Column(primaryKey: .plain) var number: Int
    var `default`: Bool = false
    #Index<Seat>("seat_default", on: \.default, \.number)
  }

  @Table(schema: "main", naming: .snakeCase, indexes: [SQLIndex("ticket_price", terms: [.expression("price * 2")])])
  struct Ticket {
    var id: Int64
    var hallName: String
    var seatNumber: Int
    @Column(coding: .scaled(2)) var price: Decimal
    var myURLText, soldAt2: String?
    #ForeignKey<Ticket>(
      \.hallName, \.seatNumber, references: \Seat.hall, \Seat.number, onDelete: .restrict, deferred: true)
    #Index<Ticket>("ticket_hall", on: \.hallName)
  }

  @Table("Employee")
  struct Employee {
    var id: Int64
    @Column(references: Employee.self) var managerID: Int64?
  }

  @Table struct LeftSide { @Column(primaryKey: .plain, references: RightSide.self) var id: Int64 }
  @Table struct RightSide { @Column(primaryKey: .plain, references: LeftSide.self) var id: Int64 }

  @Table("Reading")
  struct Reading {
    @Column(primaryKey: nil) var id: Int?
    var value: Double
  }

  @Table("Loud", kind: .view)
  struct Loud { var id: Int64, name: String }

  @Columns struct Place: Hashable { var x: Double, y: Double }

  @Columns(naming: .snakeCase) struct Address: Hashable {
    var street: String
    @Column("town", collation: .nocase) var cityName: String?
    @Column(coding: .unixInteger) var since: Date
    @Column(prefix: "at_") var place: Place
    @Column(generated: SQLGeneratedColumn("1")) let one: Int
    @Ignored var isOpen = true
  }

  @Table("Person")
  struct Person: Hashable {
    var id: Int64
    @Column(prefix: "home_") var home: Address
    @Column(prefix: "") var place: Place = Place(x: 0, y: 0)
    var name: String
    #Index<Person>("person_home", on: \.home.cityName, \.home.place.x)
  }
}
#endif
