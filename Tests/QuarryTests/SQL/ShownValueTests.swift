import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// Values that a program binds are never shown where nobody asked for them.
@Suite("Shown values")
struct ShownValueTests {
  @Test("dump shows no bound value of a fragment")
  func dumps() throws {
    let secret = "hunter2"
    let raw: SQLFragment = "SELECT * FROM item WHERE name = \(secret) AND id = \(987654)"
    let queries: [Any] = [
      raw, raw.rows(), raw.as(Item.self),
    ]
    for query in queries {
      var text = ""
      dump(query, to: &text)
      #expect(!text.contains(secret), "\(text)")
      #expect(!text.contains("987654"), "\(text)")
      #expect(!"\(query)".contains(secret) && !String(reflecting: query).contains(secret))
    }
  }

  private static let secret = "hunter2"
  private static let number: Int64 = 987_654
  private static let limit = SQLValue.integer(987_654)

  /// Queries and changes, of which every one binds the text or the number somewhere.
  static let typed: [(name: String, query: any Sendable)] = [
    ("comparison", Item.where { $0.name == secret }),
    ("list", Item.where { $0.name.in([secret, "other"]) }),
    ("list of numbers", Item.where { $0.id.notIn([number, 1]) }),
    ("pattern", Item.where { $0.name.like(secret) }),
    ("range", Item.where { $0.id.between(number, number) }),
    ("conjunction", Item.where { $0.name == secret && $0.id == number && $0.score == number }),
    ("disjunction", Item.where { $0.name == secret || $0.id == number }),
    ("negation", Item.where { !($0.name == secret) }),
    ("arithmetic", Item.where { $0.id + number > 5 }),
    ("raw", Item.where { SQL.raw("\($0.name) = \(secret)") }),
    ("inner query", Item.where { _ in SQL.exists(Item.where { $0.name == secret }) }),
    ("choice", Item.select { SQL.when($0.id == 1, then: SQL.value(secret)).else(SQL.value("x")) }),
    ("column", Item.select { ($0.id, SQL.value(secret)) }),
    ("order", Item.order { ($0.id + number).ascending }),
    ("frame", Item.select { $0.id.sum().over(orderBy: $0.id, frame: SQLFrame(.rows, from: .preceding(limit))) }),
    ("key", Item.find(number)),
    ("update", SQLUpdate(Item.where { $0.id == number }) { $0.name = secret }),
    ("deletion", SQLDelete(Item.where { $0.name == secret })),
  ]

  @Test("dump, print and debugPrint show no bound value of a typed query", arguments: typed.map(\.name))
  func typedQueries(_ name: String) throws {
    let query = try #require(Self.typed.first { $0.name == name }).query
    var texts = ["\(query)", String(reflecting: query), ""]
    dump(query, to: &texts[2])
    for text in texts {
      #expect(!text.contains(Self.secret) && !text.contains("\(Self.number)"), "\(text)")
    }
  }

  @Test("What is no bound value is shown: columns, operators, the kinds of values")
  func shownStructure() {
    var text = ""
    dump(Item.where { $0.name == Self.secret && $0.score > Self.number }, to: &text)
    for part in ["equal", "greater", "\"name\"", "\"score\"", "text", "integer"] {
      #expect(text.lowercased().contains(part), "\(part)")
    }
  }

  @Test("What a trigger raises repeats no bound value")
  func raised() throws {
    for library in ([.systemSQLite] + CachedEngine.locations) {
      let context = SQLContext(try SQLiteConnection.open(.memory, library: library))
      try context.execute("CREATE TABLE t (a)")
      do {
        try context.execute(
          """
          CREATE TRIGGER r BEFORE INSERT ON t BEGIN SELECT RAISE(ABORT, 'not ' || new.a || ' here'); END
          """)
      } catch let error as DatabaseError where error.code == .syntax {
        continue
      }
      for value in [SQLValue.text("hunter2 and more"), .integer(987_654), .real(1.25)] {
        let error = try databaseError {
          try context.execute(SQLFragment(raw: "INSERT INTO t VALUES (?)", values: [value]))
        }
        #expect(error.code == .constraintTrigger)
        #expect(!error.description.contains("hunter2") && !error.description.contains("987654"), "\(error)")
        #expect(!error.description.contains("1.25"), "\(error)")
        #expect(error.message.contains("not ") && error.message.contains(" here"))
      }
    }
  }
}
