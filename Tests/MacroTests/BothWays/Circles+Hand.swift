#if Macros
import Foundation
import Quarry

extension ByHand {
  struct Employee: SQLCodable {
    var id: Int64
    var managerID: Int64?
    static let id = SQLColumn<Int64>("id", primaryKey: .plain)
    static let managerID = SQLColumn<Int64?>("managerID", references: .table("Employee"))
    static let table = SQLTable("Employee", id, managerID)
    init(row: inout SQLRowReader<Self>) throws {
      id = try row[Self.id]
      managerID = try row[Self.managerID]
    }
    func encode(to row: inout SQLRowWriter<Self>) {
      row[Self.id] = id
      row[Self.managerID] = managerID
    }
  }

  struct LeftSide: SQLCodable {
    var id: Int64
    static let id = SQLColumn<Int64>("id", primaryKey: .plain, references: .table("RightSide"))
    static let table = SQLTable("LeftSide", id)
    init(row: inout SQLRowReader<Self>) throws { id = try row[Self.id] }
    func encode(to row: inout SQLRowWriter<Self>) { row[Self.id] = id }
  }

  struct RightSide: SQLCodable {
    var id: Int64
    static let id = SQLColumn<Int64>("id", primaryKey: .plain, references: .table("LeftSide"))
    static let table = SQLTable("RightSide", id)
    init(row: inout SQLRowReader<Self>) throws { id = try row[Self.id] }
    func encode(to row: inout SQLRowWriter<Self>) { row[Self.id] = id }
  }

  struct Reading: SQLCodable {
    var id: Int?
    var value: Double
    static let id = SQLColumn<Int?>("id")
    static let value = SQLColumn<Double>("value")
    static let table = SQLTable("Reading", id, value)
    init(row: inout SQLRowReader<Self>) throws {
      id = try row[Self.id]
      value = try row[Self.value]
    }
    func encode(to row: inout SQLRowWriter<Self>) {
      row[Self.id] = id
      row[Self.value] = value
    }
  }

  struct Loud: SQLDecodable {
    var id: Int64
    var name: String
    static let id = SQLColumn<Int64>("id", primaryKey: .plain)
    static let name = SQLColumn<String>("name")
    static let table = SQLTable("Loud", id, name, kind: .view)
    init(row: inout SQLRowReader<Self>) throws {
      id = try row[Self.id]
      name = try row[Self.name]
    }
  }

  struct Place: SQLColumnGroup, Hashable {
    var x: Double
    var y: Double
    struct Columns: SQLGroupColumns {
      typealias Group = Place
      let x: SQLColumn<Double>
      let y: SQLColumn<Double>
      init(prefix: String) {
        x = SQLColumn(prefix + "x")
        y = SQLColumn(prefix + "y")
      }
      var definitions: [SQLColumnDefinition] { [x.definition, y.definition] }
    }
    init<Record>(row: inout SQLRowReader<Record>, columns: Columns) throws {
      x = try row[columns.x]
      y = try row[columns.y]
    }
    func encode<Record>(to row: inout SQLRowWriter<Record>, columns: Columns) {
      row[columns.x] = x
      row[columns.y] = y
    }
  }

  struct Address: SQLColumnGroup, Hashable {
    var street: String
    var cityName: String?
    var since: Date
    var place: Place
    let one: Int
    var isOpen = true
    struct Columns: SQLGroupColumns {
      typealias Group = Address
      let street: SQLColumn<String>
      let cityName: SQLColumn<String?>
      let since: SQLColumn<Date>
      let place: Place.Columns
      let one: SQLColumn<Int>
      init(prefix: String) {
        street = SQLColumn(prefix + "street")
        cityName = SQLColumn(prefix + "town", collation: .nocase)
        since = SQLColumn(prefix + "since", coding: .unixInteger)
        place = Place.Columns(prefix: prefix + "at_")
        one = SQLColumn(prefix + "one", generated: SQLGeneratedColumn("1"))
      }
      var definitions: [SQLColumnDefinition] {
        [street.definition, cityName.definition, since.definition] + place.definitions + [one.definition]
      }
    }
    init<Record>(row: inout SQLRowReader<Record>, columns: Columns) throws {
      street = try row[columns.street]
      cityName = try row[columns.cityName]
      since = try row[columns.since]
      place = try row[columns.place]
      one = try row[columns.one]
    }
    func encode<Record>(to row: inout SQLRowWriter<Record>, columns: Columns) {
      row[columns.street] = street
      row[columns.cityName] = cityName
      row[columns.since] = since
      row[columns.place] = place
    }
  }

  struct Person: SQLCodable, Hashable {
    var id: Int64
    var home: Address
    var place: Place
    var name: String
    static let id = SQLColumn<Int64>("id", primaryKey: .plain)
    static let home = Address.Columns(prefix: "home_")
    static let place = Place.Columns(prefix: "")
    static let name = SQLColumn<String>("name")
    static let table = SQLTable(
      "Person", id, home, place, name, indexes: [SQLIndex("person_home", on: home.cityName, home.place.x)])
    init(row: inout SQLRowReader<Self>) throws {
      id = try row[Self.id]
      home = try row[Self.home]
      place = try row[Self.place]
      name = try row[Self.name]
    }
    func encode(to row: inout SQLRowWriter<Self>) {
      row[Self.id] = id
      row[Self.home] = home
      row[Self.place] = place
      row[Self.name] = name
    }
  }
}
#endif
