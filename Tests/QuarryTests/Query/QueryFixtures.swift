import Quarry
import Testing
import TestSupport

struct Album: SQLCodable, Equatable {
  var id: Int64
  var title: String
  var artistID: Int64?
  var year: Int?
  static let id = SQLColumn<Int64>("AlbumId", primaryKey: .plain)
  static let title = SQLColumn<String>("Title", collation: .nocase)
  static let artistID = SQLColumn<Int64?>("ArtistId", references: .table("Artist"))
  static let year = SQLColumn<Int?>("Year")
  static let table = SQLTable("Album", id, title, artistID, year)
  init(id: Int64, title: String, artistID: Int64?, year: Int?) {
    self.id = id
    self.title = title
    self.artistID = artistID
    self.year = year
  }
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    title = try row[Self.title]
    artistID = try row[Self.artistID]
    year = try row[Self.year]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.title] = title
    row[Self.artistID] = artistID
    row[Self.year] = year
  }
}

/// An ordinary table without an integer key: the rowid tells whether a row is there. All its columns may be NULL.
struct Track: SQLCodable, Equatable {
  var name: String?
  var albumID: Int64?
  var price: Double?
  static let name = SQLColumn<String?>("Name")
  static let albumID = SQLColumn<Int64?>("AlbumId", references: .table("Album", "AlbumId"))
  static let price = SQLColumn<Double?>("Price")
  static let table = SQLTable("Track", name, albumID, price)
  init(name: String?, albumID: Int64?, price: Double?) {
    self.name = name
    self.albumID = albumID
    self.price = price
  }
  init(row: inout SQLRowReader<Self>) throws {
    name = try row[Self.name]
    albumID = try row[Self.albumID]
    price = try row[Self.price]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.name] = name
    row[Self.albumID] = albumID
    row[Self.price] = price
  }
}

/// A table that refers to itself.
struct Employee: SQLCodable, Equatable {
  var id: Int64
  var name: String
  var managerID: Int64?
  static let id = SQLColumn<Int64>("EmployeeId", primaryKey: .plain)
  static let name = SQLColumn<String>("Name")
  static let managerID = SQLColumn<Int64?>("ManagerId", references: .table("Employee"))
  static let table = SQLTable("Employee", id, name, managerID)
  init(id: Int64, name: String, managerID: Int64?) {
    self.id = id
    self.name = name
    self.managerID = managerID
  }
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    name = try row[Self.name]
    managerID = try row[Self.managerID]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.name] = name
    row[Self.managerID] = managerID
  }
}

/// A view, which has no rowid.
struct AlbumTitle: SQLDecodable, Equatable {
  var id: Int64
  var title: String?
  static let id = SQLColumn<Int64>("id", references: .table("Album"))
  static let title = SQLColumn<String?>("title")
  static let table = SQLTable("AlbumTitle", id, title, kind: .view)
  init(id: Int64, title: String?) {
    self.id = id
    self.title = title
  }
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    title = try row[Self.title]
  }
}

/// Names that have to be quoted, in another schema, with a compound key.
struct Odd: SQLCodable, Equatable {
  var order: Int
  var quote: String
  static let order = SQLColumn<Int>("order")
  static let quote = SQLColumn<String>("a\"b")
  static let table = SQLTable(
    "ß t0", schema: "at", order, quote, primaryKey: ["order", "a\"b"], kind: .withoutRowID)
  init(order: Int, quote: String) {
    self.order = order
    self.quote = quote
  }
  init(row: inout SQLRowReader<Self>) throws {
    order = try row[Self.order]
    quote = try row[Self.quote]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.order] = order
    row[Self.quote] = quote
  }
}

/// The child of a compound key.
struct Line: SQLDecodable, Equatable {
  var number: Int
  static let number = SQLColumn<Int>("number", primaryKey: .plain)
  static let order = SQLColumn<Int>("order")
  static let text = SQLColumn<String>("text")
  static let odd = SQLForeignKey(["order", "text"], references: SQLReference(table: "ß t0"))
  static let table = SQLTable("Line", number, order, text, foreignKeys: [odd])
  init(row: inout SQLRowReader<Self>) throws { number = try row[Self.number] }
}

extension SQLGenerationContext {
  /// An engine by its version, as a default build with the math functions.
  static func engine(
    _ version: EngineVersion, _ policy: FeaturePolicy = .lower, parameters: Int = 999
  ) -> SQLGenerationContext {
    let engine = DatabaseEngine.expected(
      product: .sqlite, version: version, compileOptions: CompileOptions(["ENABLE_MATH_FUNCTIONS"]))
    return SQLGenerationContext(
      capabilities: DriverCapabilities(
        engine: engine, transactions: .interactive, limits: EngineLimits(parameters: parameters)), policy: policy)
  }

  /// SQLite 3.40.1, as Debian 12 has it.
  static let modern = engine(EngineVersion(3, 40, 1))
  /// SQLite 3.15.2, as SQLCipher 3.4.1 has it.
  static let old = engine(EngineVersion(3, 15, 2))
}

/// The text and values of a query on an engine.
func sql<Query: SQLFetchable>(
  _ query: Query, _ context: SQLGenerationContext = .modern
) throws -> SQLFragment { try query.statement(for: context) }

/// The text of a condition over albums, without the statement around it.
func condition(
  _ context: SQLGenerationContext = .modern, _ make: (Album.SourceColumns) -> SQLPredicate
) throws -> SQLFragment {
  let statement = try Album.where(make).select { $0.id }.statement(for: context)
  let start = #"SELECT "t0"."AlbumId" FROM "Album" AS "t0" WHERE "#
  #expect(statement.sql.hasPrefix(start))
  return SQLFragment(raw: String(statement.sql.dropFirst(start.count)), values: statement.values)
}
