#if Macros
/// Writes the mapping of a struct: a column for each stored property, the table, and the members that ``SQLCodable``
/// needs.
///
/// ```swift
/// @Table
/// struct Artist: Identifiable, Hashable {
///   @Column(primaryKey: .autoincrement) var id: Int64
///   @Column(unique: true, collation: .nocase) var name: String
///   @Column(coding: .unixSeconds) var born: Date?
///   @Column("country_id", references: Country.self, onDelete: .setNull) var countryID: Int64?
///   @Column(as: SQLJSON<[String]>.self) var tags: [String] = []
///   @Ignored var isSelected = false
///   #Index<Artist>("artist_country", on: \.countryID, \.name)
/// }
/// let nina = try await database.insert(Artist.Draft(name: "Nina"))
/// ```
///
/// The macro writes what you would write by hand, so records of both kinds work together. If you write a member
/// yourself, such as one column or `init(row:)`, the macro doesn't.
///
/// - A column is nullable exactly when its property is optional. Its access is that of the property.
/// - A property named `id` is the primary key unless another one says `primaryKey`. Several keys form a compound key, in the
///   order of their declaration.
/// - `Draft` is the record before it is stored: the key is optional, and properties with a default value can be left out. It
///   exists for tables whose key is a single column.
/// - In a target whose default isolation is the main actor, declare the record as `nonisolated struct`. Its other
///   methods and conformances can then be used everywhere. The mapping is nonisolated in any case.
///
/// A struct of `kind: .view` conforms to ``SQLDecodable`` only.
///
/// - Parameters:
///   - name: The name of the table. By default the name of the struct.
///   - schema: The schema (`main`, `temp` or an attached database). If `nil`, the first schema that has the table.
///   - naming: How columns are named after properties, `.identical` or `.snakeCase`.
///   - checks: Conditions over the row, as SQL text.
///   - indexes: Indexes that ``Index(_:on:unique:where:)`` can't describe, such as those over expressions.
///   - kind: Whether this is a table or a view, and which kind of table.
///   - strict: Whether the engine enforces the types of values.
@attached(member, names: arbitrary)
// The compiler looks for a conformance in what a macro writes only if the protocol is in this list, inherited or not.
@attached(
  extension, conformances: SQLMapped, SQLSource, SQLDecodable, SQLEncodable, SQLCodable, names: named(init(row:)),
  named(encode(to:)))
@attached(memberAttribute)
public macro Table(
  _ name: String = "", schema: String? = nil, naming: SQLColumnNaming = .identical, checks: [SQLFragment] = [],
  indexes: [SQLIndex] = [], kind: SQLTable.Kind = .table, strict: Bool = false
) = #externalMacro(module: "QuarryMacros", type: "TableMacro")

/// Writes the columns of a struct whose properties are columns of the tables that use it.
///
/// ```swift
/// @Columns struct Address { var street: String; var city: String? }
///
/// @Table struct Person {
///   var id: Int64
///   @Column(prefix: "home_") var home: Address   // the columns home_street and home_city
/// }
/// Person.where { $0[Person.home.city] == "Dakar" }
/// ```
///
/// A group can contain groups. It can't contain a primary key, and the property of a group can't be optional.
///
/// - Parameter naming: How columns are named after properties, `.identical` or `.snakeCase`.
@attached(member, names: named(Columns))
@attached(extension, conformances: SQLColumnGroup, names: named(init(row:columns:)), named(encode(to:columns:)))
@attached(memberAttribute)
public macro Columns(naming: SQLColumnNaming = .identical) =
  #externalMacro(module: "QuarryMacros", type: "ColumnsMacro")
#endif
