// Migrations as a list of closures, as SkipSQL runs them: `migrate(migrations: [...])`, whose count is the version.

public import Quarry

/// A book of the library, as the newest version of the app knows it.
public struct Book: SQLCodable, Identifiable, Equatable {
  public var id: Int64
  public var title: String
  public var pages: Int?

  public static let id = SQLColumn<Int64>("id", primaryKey: .autoincrement)
  public static let title = SQLColumn<String>("title")
  public static let pages = SQLColumn<Int?>("pages")
  public static let table = SQLTable("book", id, title, pages, indexes: [SQLIndex("book_title", on: title)])

  public init(id: Int64 = 0, title: String, pages: Int? = nil) {
    (self.id, self.title, self.pages) = (id, title, pages)
  }

  public init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    title = try row[Self.title]
    pages = try row[Self.pages]
  }

  public func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.title] = title
    row[Self.pages] = pages
  }
}

/// The steps of the library, in their order; a new version of the app adds one at the end.
public var libraryMigrations: DatabaseMigrator<Int> {
  let steps: [@Sendable (SQLSession) throws -> Void] = [
    { try $0.execute("CREATE TABLE book (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL)") },
    { try $0.run(SQLAddColumn(Book.pages, to: Book.table, ifNotExists: true)) },
    { try $0.run(SQLCreateIndex(SQLIndex("book_title", on: Book.title), on: "book", ifNotExists: true)) },
  ]
  var migrator = DatabaseMigrator<Int>()
  for (index, step) in steps.enumerated() { migrator.add(index + 1) { try step($0) } }
  return migrator
}
