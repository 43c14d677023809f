import Quarry
import Testing

/// Queries whose point is that they compile as a newcomer writes them.
@Suite("What compiles")
struct CompileTimeTests {
  struct Track: SQLCodable {
    var id: Int64
    var name: String
    var milliseconds: Int64
    var price: Double
    var genre: Int?
    static let id = SQLColumn<Int64>("id", primaryKey: .plain)
    static let name = SQLColumn<String>("name")
    static let milliseconds = SQLColumn<Int64>("milliseconds")
    static let price = SQLColumn<Double>("price")
    static let genre = SQLColumn<Int?>("genre", references: .table("Genre"))
    static let table = SQLTable("Track", id, name, milliseconds, price, genre)
    init(row: inout SQLRowReader<Self>) throws {
      id = try row[Self.id]
      name = try row[Self.name]
      milliseconds = try row[Self.milliseconds]
      price = try row[Self.price]
      genre = try row[Self.genre]
    }
    func encode(to row: inout SQLRowWriter<Self>) {
      row[Self.id] = id
      row[Self.name] = name
      row[Self.milliseconds] = milliseconds
      row[Self.price] = price
      row[Self.genre] = genre
    }
  }

  struct Genre: SQLCodable {
    var id: Int
    var title: String?
    static let id = SQLColumn<Int>("id", primaryKey: .plain)
    static let title = SQLColumn<String?>("title")
    static let table = SQLTable("Genre", id, title)
    init(row: inout SQLRowReader<Self>) throws {
      id = try row[Self.id]
      title = try row[Self.title]
    }
    func encode(to row: inout SQLRowWriter<Self>) {
      row[Self.id] = id
      row[Self.title] = title
    }
  }

  private var context: SQLGenerationContext {
    SQLGenerationContext(
      capabilities: DriverCapabilities(
        engine: .expected(product: .sqlite, version: EngineVersion(3, 40, 1), compileOptions: []),
        transactions: .interactive, limits: EngineLimits()))
  }

  @Test("Literals beside columns of any width, in conjunctions and joins")
  func literals() throws {
    let optional: Int? = nil
    let queries: [any SQLFetchable] = [
      Track.where { $0.milliseconds > 400_000 && $0.name == "x" },
      Track.where { $0.milliseconds.in([1, 2]) || $0.genre == nil },
      Track.where { $0.genre == optional && $0.price < 2 && !($0.name == "y") },
      Track.join(Genre.self, on: Track.genre).where { track, genre in
        genre.title == "Rock" && track.milliseconds > 400_000 || track.id.in([1, 2])
      },
      Track.rightJoin(Genre.self, on: Track.genre).order { _, genre in genre.id },
      Track.leftJoin(Genre.self, on: Track.genre).where { $1.title != nil && $0.milliseconds >= 3 }
        .order { track, genre in (genre.title.ascending, track.id.descending) }.limit(3).offset(1),
    ]
    for query in queries { #expect(try query.statement(for: context).sql.hasPrefix("SELECT")) }
  }

  @Test("Assignments read and write columns")
  func assignments() throws {
    let update = SQLUpdate(Track.where { $0.milliseconds > 5 }) {
      $0.price = $0.price * 2
      $0.milliseconds = 7
      $0.genre = nil
      $0.name = "z"
    }
    var machine = try update.machine(for: context)
    #expect(try machine.next()?.sql.contains("SET") == true)
  }

  @Test("The kind of a join decides what is optional")
  func rows() {
    let inner = Track.join(Genre.self, on: Track.genre)
    let left = Track.leftJoin(Genre.self, on: Track.genre)
    let right = Track.rightJoin(Genre.self, on: Track.genre)
    let full = Track.fullJoin(Genre.self, on: Track.genre)
    let chain = left.join(Track.self, on: Track.genre).crossJoin(Genre.self)
    func row<Query: SQLFetchable>(_ query: Query) -> Query.Row.Type { Query.Row.self }
    #expect(row(inner) == (Track, Genre).self)
    #expect(row(left) == (Track, Genre?).self)
    #expect(row(right) == (Track?, Genre).self)
    #expect(row(full) == (Track?, Genre?).self)
    #expect(row(chain) == (Track, Genre?, Track, Genre).self)
  }
}
