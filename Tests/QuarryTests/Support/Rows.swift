import Testing

@testable import Quarry

/// Rows made by hand, as a driver would hand them over.
enum Rows {
  /// A batch with the given rows.
  static func batch(_ rows: [[SQLValue]]) -> SQLRowBatch {
    let batch = SQLRowBatch()
    batch.removeAllRows(columnCount: rows.first?.count ?? 0)
    for row in rows {
      for value in row { batch.append(value) }
      batch.endRow()
    }
    return batch
  }

  /// Reads mapped values from rows.
  static func decode<Record: SQLDecodable>(_ type: Record.Type, _ rows: [[SQLValue]]) throws -> [Record] {
    var records: [Record] = []
    let batch = batch(rows)
    try withExtendedLifetime(batch) { try batch.decodeRows(into: &records) { try Record.decode(&$0) } }
    return records
  }

  /// Reads the one cell of a row.
  static func read<Value: SQLValueConvertible>(
    _ type: Value.Type, _ value: SQLValue, coding: SQLValueCoding<Value.Unwrapped>? = nil
  ) throws -> Value {
    // A cell is a view of its batch, which has to stay while it is read.
    let batch = batch([[value]])
    return try withExtendedLifetime(batch) { try Value.read(batch.cell(row: 0, column: 0), coding: coding) }
  }

  /// Reads one cell both ways, by the fast path and by its value, which must agree.
  static func readBothWays<Value: SQLValueConvertible & Equatable>(_ type: Value.Type, _ value: SQLValue) throws
    -> Value
  {
    let slow = try Value(sqlValue: value)
    #expect(try read(type, value) == slow)
    return slow
  }

  /// Whether reading is refused with a conversion error, by the fast path and by the value.
  static func refuses<Value: SQLValueConvertible>(_ type: Value.Type, _ value: SQLValue) -> Bool {
    var refusals = 0
    do { _ = try Value(sqlValue: value) } catch is SQLConversionError { refusals += 1 } catch {}
    do { _ = try read(type, value) } catch is SQLConversionError { refusals += 1 } catch {}
    return refusals == 2
  }

  /// The message of the error that `body` throws, with its code.
  static func failure(_ body: () throws -> Void) -> (code: DatabaseError.Code, message: String)? {
    do {
      try body()
      return nil
    } catch let error as DatabaseError {
      return (error.code, error.message)
    } catch {
      return nil
    }
  }
}
