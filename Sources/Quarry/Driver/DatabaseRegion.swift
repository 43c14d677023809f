/// A set of tables and columns: what a query reads, or what a transaction has changed.
///
/// Names have no schema and their case is ignored, so tables with the same name in two schemas count as one.
public struct DatabaseRegion: Sendable, Hashable {
  /// The columns of one table.
  enum Columns: Sendable, Hashable {
    /// Whole rows: inserted, deleted, or read with all columns.
    case all
    /// Some columns. The empty name represents which rows exist.
    case some(Set<String>)
  }

  /// The columns of each table, by the table's name in lower case.
  private(set) var tables: [String: Columns] = [:]
  /// Whether the region is the whole database.
  public private(set) var isEverything = false

  /// A region without any table.
  public static let nothing = DatabaseRegion()

  /// The whole database.
  public static let everything: DatabaseRegion = {
    var region = DatabaseRegion()
    region.isEverything = true
    return region
  }()

  /// Returns the region of a whole table.
  ///
  /// - Parameter name: The name of the table, without a schema.
  public static func table(_ name: String) -> DatabaseRegion {
    var region = DatabaseRegion()
    region.insert(name)
    return region
  }

  /// Returns the region of some columns of a table.
  ///
  /// - Parameters:
  ///   - name: The name of the table, without a schema.
  ///   - columns: The names of the columns. An empty array means which rows the table has.
  public static func table(_ name: String, columns: [String]) -> DatabaseRegion {
    var region = DatabaseRegion()
    region.insert(name, columns: columns)
    return region
  }

  /// Whether the region has no table.
  public var isEmpty: Bool { !isEverything && tables.isEmpty }

  /// Adds a whole table.
  ///
  /// - Parameter table: The name of the table, without a schema.
  public mutating func insert(_ table: String) {
    if !isEverything { tables[table.lowercased()] = .all }
  }

  /// Adds some columns of a table.
  ///
  /// - Parameters:
  ///   - table: The name of the table, without a schema.
  ///   - columns: The names of the columns.
  public mutating func insert(_ table: String, columns: some Sequence<String>) {
    if !isEverything { insert(.some(Set(columns.map { $0.lowercased() })), of: table.lowercased()) }
  }

  private mutating func insert(_ columns: Columns, of table: String) {
    switch (tables[table], columns) {
    case (.some(.all), _): break
    case (.some(.some(let known)), .some(let more)): tables[table] = .some(known.union(more))
    default: tables[table] = columns
    }
  }

  /// Adds another region.
  public mutating func formUnion(_ other: DatabaseRegion) {
    if isEverything { return }
    if other.isEverything || tables.isEmpty {
      self = other
      return
    }
    for (table, columns) in other.tables { insert(columns, of: table) }
  }

  /// Returns the region with another one added.
  public func union(_ other: DatabaseRegion) -> DatabaseRegion {
    var region = self
    region.formUnion(other)
    return region
  }

  /// Whether the two regions have something in common, so that a change of one can affect the other.
  public func overlaps(_ other: DatabaseRegion) -> Bool {
    if isEmpty || other.isEmpty { return false }
    if isEverything || other.isEverything { return true }
    let (fewer, more) = tables.count < other.tables.count ? (self, other) : (other, self)
    return fewer.tables.contains { table, columns in
      switch (columns, more.tables[table]) {
      case (_, nil): false
      case (.some(let some), .some(.some(let others))): !some.isDisjoint(with: others)
      default: true
      }
    }
  }
}
