/// A type that is read from and written to rows with Swift's `Codable`.
///
/// ```swift
/// struct Artist: SQLAutomaticallyCodable {
///   var id: Int64
///   var name: String
///   var born: Date?
///   static let id = SQLColumn<Int64>("id", primaryKey: .autoincrement)
///   static let name = SQLColumn<String>("name")
///   static let born = SQLColumn<Date?>("born", coding: .unixSeconds)
///   static let table = SQLTable("Artist", id, name, born)
/// }
/// ```
///
/// The mapping finds the column of each coding key by ``columnNaming``. It stores the same values as a hand-written
/// ``SQLCodable`` type:
/// - A property of the column's type is stored in the column's coding.
/// - Other nested values (structures, arrays, dictionaries) become JSON text with sorted keys.
/// - `nil` becomes NULL.
/// - A property without a column throws, unless it's an optional that holds `nil`.
/// - A column without a property keeps its default.
/// - A generated column is read but never written.
///
/// The columns can also be derived from the properties:
/// ``SQLTable/init(_:schema:derivedFrom:columns:primaryKey:autoincrement:foreignKeys:uniqueKeys:checks:indexes:kind:strict:)``.
///
/// A type that encodes itself as a list or as a single value, or that asks for nested containers of the row, throws.
/// Hand-written mapping is faster.
public protocol SQLAutomaticallyCodable: SQLCodable, Codable {
  /// The correspondence of coding keys and columns. By default they have the same names.
  static var columnNaming: SQLColumnNaming { get }
}

extension SQLAutomaticallyCodable {
  /// `.identical`: coding keys and columns have the same names.
  public static var columnNaming: SQLColumnNaming { .identical }

  /// Reads a value from a row with `init(from:)`.
  ///
  /// - Throws: ``DatabaseError`` with code `.unknownColumn`, `.unexpectedNull` or `.decoding` if the row doesn't fit
  ///   the type.
  public init(row: inout SQLRowReader<Self>) throws {
    let decoder = AutomaticRowDecoder(
      record: Self.self, table: Self.table, naming: Self.columnNaming, cells: row.cells, bytes: row.bytes,
      count: row.count)
    // The cells are the batch's; a decoder that a type keeps must not reach them later.
    defer { decoder.end() }
    do {
      try decoder.begin()
      try self.init(from: decoder)
    } catch let error as DatabaseError {
      throw error
    } catch {
      throw DatabaseError(
        .decoding, "\(Self.self) couldn't be made from a row of \"\(Self.table.name)\": \(DecodingReason.of(error))",
        underlying: error)
    }
  }

  /// Writes the value of each column with `encode(to:)`.
  public func encode(to row: inout SQLRowWriter<Self>) {
    let encoder = AutomaticRowEncoder(record: Self.self, table: Self.table, naming: Self.columnNaming)
    do {
      try encoder.begin()
      try encode(to: encoder as any Encoder)
      if let error = encoder.error { throw error }
      row.set(encoder.values)
    } catch let error as DatabaseError {
      row.fail(encoder.error ?? error)
    } catch {
      row.fail(
        DatabaseError(
          .valueOutOfRange,
          "\(Self.self) couldn't be written as a row of \"\(Self.table.name)\": "
            + DecodingReason.of(error), underlying: error))
    }
  }
}
