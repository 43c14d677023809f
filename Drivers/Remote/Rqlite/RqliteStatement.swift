internal import Quarry
internal import QuarryWire

/// A statement in the form of rqlite: an array of the SQL and its values by position.
struct RqliteStatement: Sendable {
  /// The statement as written, which errors show.
  let sql: String
  /// The statement without the semicolon and the comments after it.
  let core: String
  /// The statement as sent.
  var sent: String
  var values: [SQLValue]
  /// The values of the statement as written.
  let writtenValues: [SQLValue]
  private(set) var verb: StatementText.Verb
  /// Whether rows are expected. The server recognizes `RETURNING` from the text.
  private(set) var returnsRows: Bool
  /// Whether the last rowid is that of a row which this statement inserted.
  let tellsRowID: Bool
  /// Whether it is an `EXPLAIN`.
  let isExplanation: Bool
  /// The way to read the cells of the response.
  var reading = Reading.asTold
  /// The names of the columns, if the response doesn't have them.
  var columnNames: [String]?

  /// The ways to read the cells of a response.
  enum Reading: Sendable, Hashable {
    /// Directly. Ambiguous values throw.
    case asTold
    /// Not read.
    case names
    /// By the types in the first column. Blobs are in hexadecimal digits.
    case tagged
    /// By the types in the first column. Blobs and texts are in hexadecimal digits.
    case taggedInHexadecimal
  }

  /// Renders a statement with its values in the order of their numbers, and evaluates expressions that nodes would
  /// evaluate differently.
  ///
  /// - Throws: `.unsupportedFeature` if an expression can't be evaluated beforehand.
  init(_ text: StatementText, _ values: [SQLValue]) throws(DatabaseError) {
    verb = text.verb
    tellsRowID = text.verb == .insert && !text.isUpsert
    let returning = text.returningIndex
    returnsRows = returning != nil
    let text = returning.flatMap { text.withSpace(behind: $0) } ?? text
    isExplanation = text.begins(with: "EXPLAIN")
    core = text.withoutEnd.positional(values, spelling: RqliteStatement.spelling).sql
    (sql, writtenValues) = text.positional(values, spelling: RqliteStatement.spelling)
    // A text that is already positional need not be cut into tokens again.
    let positional = sql == text.sql ? text : StatementText(sql)
    (sent, self.values) = try RqliteDeterminism.evaluated(positional, writtenValues)
  }

  /// Turns it into a query that only asks for its columns.
  mutating func question() {
    verb = .select
    returnsRows = false
    reading = .names
  }

  /// A text that looks like a blob literal would be read as a blob, so its bytes are sent and cast. The plus removes
  /// the affinity, which a cast has and a parameter hasn't.
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
    writer.string(sent)
    for value in values {
      switch value {
      case .null: writer.null()
      case .integer(let integer): writer.integer(integer)
      case .real(let real):
        do throws(JSONError) {
          // NaN is NULL in SQLite.
          if real.isNaN { writer.null() } else { try writer.double(real) }
        } catch {
          throw DatabaseError(.unsupportedFeature, "this driver carries no infinities", sql: sql, missing: .infinities)
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

  private static func write(_ bytes: some Collection<UInt8>, to writer: inout JSONWriter) {
    var json: [UInt8] = []
    json.reserveCapacity(bytes.count * 4 + 2)
    json.append(UInt8(ascii: "["))
    for byte in bytes { json += numbers[Int(byte)] }
    if !bytes.isEmpty { json.removeLast() }
    json.append(UInt8(ascii: "]"))
    writer.raw(json)
  }

  /// Every byte as a JSON number with a comma.
  private static let numbers = (0...255).map { Array("\($0),".utf8) }
}

extension StatementText {
  /// The statement without the semicolon and the comments after it.
  fileprivate var withoutEnd: StatementText {
    guard let end = tokens.last?.range.upperBound, end < sql.utf8.count else { return self }
    return StatementText(String(decoding: Array(sql.utf8)[..<end], as: UTF8.self))
  }

  /// The statement with a space after a token, where there is something else.
  fileprivate func withSpace(behind index: Int) -> StatementText? {
    let bytes = Array(sql.utf8)
    let end = tokens[index].range.upperBound
    guard end >= bytes.count || bytes[end] != 0x20 else { return nil }
    return StatementText(
      String(decoding: bytes[..<end], as: UTF8.self) + " " + String(decoding: bytes[end...], as: UTF8.self))
  }
}
