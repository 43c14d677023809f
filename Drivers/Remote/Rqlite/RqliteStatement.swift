internal import Quarry

/// A statement as rqlite takes it: an array of the SQL and its values by position.
struct RqliteStatement: Sendable {
  let sql: String
  let values: [SQLValue]
  let verb: StatementText.Verb
  /// Whether rows are expected: the server tells a `RETURNING` by its text.
  let returnsRows: Bool
  /// Whether the last rowid is that of a row which this statement inserted.
  let tellsRowID: Bool

  /// Renders a statement with its values in the order of their numbers.
  init(_ text: StatementText, _ values: [SQLValue]) {
    verb = text.verb
    tellsRowID = text.verb == .insert && !text.isUpsert
    let returning = text.returningIndex
    returnsRows = returning != nil
    let text = returning.flatMap { text.withSpace(behind: $0) } ?? text
    (sql, self.values) = text.positional(values, spelling: RqliteStatement.spelling)
  }

  /// A text that looks like a blob literal would be taken for one, so its bytes are sent and cast; the plus takes away
  /// the affinity that a cast has and a parameter has not.
  private static func spelling(_ value: SQLValue) -> String? {
    if case .text(let text) = value, looksLikeBlob(text) { "+CAST(? AS TEXT)" } else { nil }
  }

  private static func looksLikeBlob(_ text: String) -> Bool {
    let rest = text.drop { $0.isWhitespace }
    return rest.utf8.starts(with: "x'".utf8) || rest.utf8.starts(with: "X'".utf8)
  }

  /// Writes the statement.
  ///
  /// - Throws: `.unsupportedFeature` for infinities.
  func write(to writer: inout JSONWriter) throws(DatabaseError) {
    writer.beginArray()
    writer.string(sql)
    for value in values {
      switch value {
      case .null: writer.null()
      case .integer(let integer): writer.integer(integer)
      case .real(let real):
        do throws(JSONError) {
          // NaN is NULL in SQLite.
          if real.isNaN { writer.null() } else { try writer.double(real) }
        } catch {
          throw DatabaseError(.unsupportedFeature, "this driver carries no infinities", sql: sql)
        }
      case .text(let text):
        if RqliteStatement.looksLikeBlob(text) {
          RqliteStatement.write(text.utf8, to: &writer)
        } else {
          writer.string(text)
        }
      case .blob(let bytes): RqliteStatement.write(bytes, to: &writer)
      }
    }
    writer.endArray()
  }

  private static func write(_ bytes: some Sequence<UInt8>, to writer: inout JSONWriter) {
    writer.beginArray()
    for byte in bytes { writer.integer(Int64(byte)) }
    writer.endArray()
  }
}

extension StatementText {
  /// The statement with a space behind a token, where something else stands there.
  fileprivate func withSpace(behind index: Int) -> StatementText? {
    let bytes = Array(sql.utf8)
    let end = tokens[index].range.upperBound
    guard end >= bytes.count || bytes[end] != 0x20 else { return nil }
    return StatementText(
      String(decoding: bytes[..<end], as: UTF8.self) + " " + String(decoding: bytes[end...], as: UTF8.self))
  }
}
