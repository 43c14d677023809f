#if Macros
import Testing

/// What `@Table` and `@Columns` write, letter by letter.
@Suite("What the macros write") struct TableExpansionTests {
  @Test("Columns, a table, a draft and a mapping") func table() {
    MacroCheck.expect(
      """
      /// An artist.
      @Table("Artist", strict: true)
      public struct Artist {
        /// The key.
        @Column("ArtistId", primaryKey: .autoincrement) public var id: Int64
        @Column(references: Country.self, onDelete: .setNull) public var countryID: Int64?
        @Column(as: SQLJSON<[String]>.self) var tags: [String] = []
        #Index<Artist>("i", on: \\.tags, \\.id, unique: true)
      }
      """,
      expandsTo: """
        /// An artist.
        public struct Artist {
          /// The key.
          public var id: Int64
          public var countryID: Int64?
          var tags: [String] = []

          /// The key.
          public nonisolated static let id = SQLColumn<Int64>("ArtistId", primaryKey: .autoincrement)

          public nonisolated static let countryID = SQLColumn<Int64?>("countryID", references: .table(Country.tableName, onDelete: .setNull))

          nonisolated static let tags = SQLColumn<SQLJSON<[String]>>("tags")

          public nonisolated static var tableName: String { "Artist" }

          public nonisolated static let table = SQLTable(tableName, id, countryID, tags, indexes: [SQLIndex("i", on: tags, id, unique: true)], strict: true)

          /// A record that isn't stored yet.
          public struct Draft: SQLDraft {
            public typealias Record = Artist

            public var id: Int64?
            public var countryID: Int64?
            var tags: [String] = []

            /// Creates a draft. What is left out is assigned by the database, or starts as in the record.
            public init(id: Int64? = nil, countryID: Int64? = nil) {
              self.id = id
              self.countryID = countryID
            }

            /// Creates a draft that has the values and the key of a record.
            public init(_ record: Artist) {
              self.id = record.id
              self.countryID = record.countryID
              self.tags = record.tags
            }

            public func encode(to row: inout SQLRowWriter<Artist>) {
              if let value = self.id {
                row[Artist.id] = value
              }
              row[Artist.countryID] = self.countryID
              row[Artist.tags] = .init(self.tags)
            }
          }
        }

        extension Artist: SQLDecodable, SQLCodable {
          public nonisolated init(row: inout SQLRowReader<Self>) throws {
            (self.id, self.countryID, self.tags) = try (
              row[Self.id],
              row[Self.countryID],
              row[Self.tags].value
            )
          }

          public nonisolated func encode(to row: inout SQLRowWriter<Self>) {
            row[Self.id] = self.id
            row[Self.countryID] = self.countryID
            row[Self.tags] = .init(self.tags)
          }
        }
        """)
  }

  @Test("A view is read, and a compound key has no draft") func others() {
    MacroCheck.expect(
      """
      @Table(naming: .snakeCase, kind: .view) struct Loud {
        var myID: Int
      }
      @Table struct Seat {
        @Column(primaryKey: .plain) var hall: String
        @Column("n", primaryKey: .plain) let number: Int
        static let number = SQLColumn<Int>("number")
        func encode(to row: inout SQLRowWriter<Self>) {}
      }
      """,
      expandsTo: """
        struct Loud {
          var myID: Int

          nonisolated static let myID = SQLColumn<Int>("my_id")

          nonisolated static var tableName: String { "Loud" }

          nonisolated static let table = SQLTable(tableName, myID, kind: .view)
        }
        struct Seat {
          var hall: String
          let number: Int
          static let number = SQLColumn<Int>("number")
          func encode(to row: inout SQLRowWriter<Self>) {}

          nonisolated static let hall = SQLColumn<String>("hall")

          nonisolated static var tableName: String { "Seat" }

          nonisolated static let table = SQLTable(tableName, hall, number, primaryKey: [hall, number])
        }

        extension Loud: SQLDecodable {
          nonisolated init(row: inout SQLRowReader<Self>) throws {
            self.myID = try row[Self.myID]
          }
        }

        extension Seat: SQLDecodable, SQLCodable {
          nonisolated init(row: inout SQLRowReader<Self>) throws {
            (self.hall, self.number) = try (
              row[Self.hall],
              row[Self.number]
            )
          }
        }
        """)
  }

  @Test("Groups") func groups() {
    MacroCheck.expect(
      """
      @Columns package struct Address {
        @Column("town", collation: .nocase) package var city: String?
        @Column(prefix: "at_") var place: Place
      }
      """,
      expandsTo: """
        package struct Address {
          package var city: String?
          var place: Place

          /// The columns of one property of one table.
          package struct Columns: SQLGroupColumns {
            package typealias Group = Address

            package let city: SQLColumn<String?>
            let place: Place.Columns

            package init(prefix: String) {
              self.city = SQLColumn<String?>(prefix + "town", collation: .nocase)
              self.place = Place.Columns(prefix: prefix + "at_")
            }

            package var definitions: [SQLColumnDefinition] {
              let columns: [any SQLTableColumns] = [self.city, self.place]
              return columns.flatMap(\\.definitions)
            }
          }
        }

        extension Address: SQLColumnGroup {
          package nonisolated init<Record: SQLMapped>(row: inout SQLRowReader<Record>, columns: Columns) throws {
            (self.city, self.place) = try (
              row[columns.city],
              row[columns.place]
            )
          }

          package nonisolated func encode<Record: SQLMapped>(to row: inout SQLRowWriter<Record>, columns: Columns) {
            row[columns.city] = self.city
            row[columns.place] = self.place
          }
        }
        """)
  }
}
#endif
