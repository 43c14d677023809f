internal import Quarry
internal import QuarryWire

/// A statement in the form of PerSQL: SQL with a plain `?` for every value.
struct PerSQLStatement: Sendable {
  let sql: String
  let values: [SQLValue]

  /// Renders a statement with its values in the order of their numbers.
  init(_ text: StatementText, _ values: [SQLValue]) {
    (sql, self.values) = text.positional(values, spelling: PerSQLStatement.spelling)
  }

  /// The service's numbers lose the point of a whole REAL, so a cast gives the engine the type. The plus removes the
  /// affinity, which a cast has and a parameter hasn't.
  ///
  /// Source: <https://sqlite.org/datatype3.html>, section 3.2.
  private static func spelling(_ value: SQLValue) -> String? {
    guard case .real(let real) = value, real.isFinite, real == real.rounded() else { return nil }
    return "+CAST(? AS REAL)"
  }

  /// Writes the statement as an object.
  ///
  /// - Throws: `.tooManyParameters` if repeated names result in too many values.
  func write(to writer: inout JSONWriter) throws(DatabaseError) {
    guard values.count <= 100 else {
      throw DatabaseError(
        .tooManyParameters, "the statement uses \(values.count) values, and the service takes at most 100", sql: sql,
        missing: .longStatements)
    }
    writer.beginObject()
    writer.member("sql", sql)
    writer.key("params")
    writer.beginArray()
    for value in values {
      switch value {
      case .null: writer.null()
      case .integer(let integer): writer.integer(integer)
      // Negative zero has no number in JavaScript's integers; the cast reads its text.
      case .real(let real) where real == 0 && real.sign == .minus: writer.string("-0.0")
      case .real(let real):
        do throws(JSONError) {
          // NaN is NULL in SQLite; infinities never come here.
          if real.isNaN { writer.null() } else { try writer.double(real) }
        } catch {
          throw DatabaseError(.unsupportedFeature, "this driver carries no infinities", sql: sql, missing: .infinities)
        }
      case .text(let text): writer.string(text)
      case .blob: throw DatabaseError(.unsupportedFeature, "this driver carries no blobs", sql: sql, missing: .blobs)
      }
    }
    writer.endArray()
    writer.endObject()
  }
}
