/// Reads the rows of a result as a `Decodable` type, whose coding keys are the names of the result's columns.
struct ResultDecoder<Value: Decodable> {
  private let table: SQLTable
  private let naming: SQLColumnNaming
  private let namesDiffer: Bool

  /// - Parameters:
  ///   - columns: The names of the result's columns.
  ///   - naming: How coding keys and columns correspond.
  init(columns: [String], naming: SQLColumnNaming) {
    table = SQLTable(
      "result", definitions: columns.map { SQLColumnDefinition(name: $0, type: .any, isNullable: true) }, kind: .view)
    self.naming = naming
    namesDiffer = Set(columns).count == columns.count
  }

  /// Reads one row.
  func decode(_ row: SQLRowDecoder) throws -> Value {
    let decoder = AutomaticRowDecoder(
      record: Value.self, table: table, naming: naming, cells: row.cells, bytes: row.bytes, count: row.count,
      place: .result, expectsNext: namesDiffer)
    // The cells are the batch's; a decoder that a type keeps must not reach them later.
    defer { decoder.end() }
    do {
      return try Value(from: decoder)
    } catch let error as DatabaseError {
      throw error
    } catch {
      throw DatabaseError(
        .decoding, "\(Value.self) couldn't be made from a row of the result: \(DecodingReason.of(error))",
        underlying: error)
    }
  }
}

/// The reason of an error of a type's own coding, without values.
enum DecodingReason {
  static func of(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "the key \"\(key.stringValue)\" is missing"
    case let error as SQLConversionError: error.description
    default: "its coding threw \(type(of: error))"
    }
  }
}
