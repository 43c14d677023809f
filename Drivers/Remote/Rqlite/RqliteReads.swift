internal import Quarry

/// Queries whose values are read exactly.
///
/// The server shows a blob of an expression, or of a column with texts, as a text. It shows a whole real of an
/// expression as an integer, and dates and booleans by their declared types. So a query with such columns is first
/// sent without rows, to get its number of columns. Then it is sent with the types of its values as additional
/// columns. Both go into one call once the number is known. If the schema has changed since, the query is analyzed
/// again.
struct RqliteReads: Sendable {
  let calls: RqliteCalls
  let shapes: RqliteShapes

  /// Reads: several statements in one transaction.
  func read(_ statements: [RqliteStatement]) async throws(DatabaseError) -> [StatementAnswer] {
    for _ in 0..<2 {
      var known: [RqliteShape] = []
      for statement in statements { known.append(try await shape(of: statement)) }
      var answers: [StatementAnswer]?
      do throws(DatabaseError) {
        answers = try await ask(statements, known, spellsTexts: false)
        // A text with this character may have held bytes that are no text.
        if answers?.contains(where: { $0.rows.hasReplacements }) == true {
          answers = try await ask(statements, known, spellsTexts: true)
        }
      } catch {
        guard error.isAboutStatement, known.contains(where: { $0 != .unknown }) else { throw error }
        // The error of the statement itself, unless it is no wrong one.
        for statement in statements { shapes[statement.sql] = nil }
        _ = try await calls.query(statements)
      }
      if let answers { return answers }
      for statement in statements { shapes[statement.sql] = nil }
    }
    return try await calls.query(statements)
  }

  private func shape(of statement: RqliteStatement) async throws(DatabaseError) -> RqliteShape {
    guard statement.canBeLookedAt else { return .unknown }
    if let shape = shapes[statement.sql] { return shape }
    do throws(DatabaseError) {
      let shape = RqliteShape(try await calls.query([statement.lookedAt]).first?.columns ?? [])
      shapes[statement.sql] = shape
      return shape
    } catch {
      // The statement itself says what is wrong with it.
      guard error.isAboutStatement else { throw error }
      return .unknown
    }
  }

  /// - Returns: `nil` if a shape has changed.
  private func ask(
    _ statements: [RqliteStatement], _ known: [RqliteShape], spellsTexts: Bool
  ) async throws(DatabaseError) -> [StatementAnswer]? {
    var sent: [RqliteStatement] = []
    for (statement, shape) in zip(statements, known) {
      if case .tagged(let count) = shape {
        sent += [statement.lookedAt, statement.tagged(count: count, spellsTexts: spellsTexts)]
      } else {
        sent.append(statement)
      }
    }
    var rest = try await calls.query(sent)[...]
    var answers: [StatementAnswer] = []
    for (statement, shape) in zip(statements, known) {
      guard var answer = rest.popFirst() else { return nil }
      switch shape {
      case .unknown: break
      case .plain(let types): guard answer.columns.map(\.declaredType) == types else { return nil }
      case .tagged(let count):
        guard answer.columns.count == count, let tagged = rest.popFirst() else { return nil }
        var names = answer.columns.map(\.name)
        if names.contains(where: RqliteReads.isNumbered) {
          names = try await calls.query([statement.withoutRowsOfInterest]).first?.columns.map(\.name) ?? names
          guard names.count == count else { return nil }
        }
        answer = tagged
        answer.columns = names.map { ColumnDescription(name: $0) }
      }
      answers.append(answer)
    }
    return answers
  }

  /// Whether a name ends with a colon and digits, which SQLite appends if several columns of a subquery have the same
  /// name.
  private static func isNumbered(_ name: String) -> Bool {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return false }
    let digits = name.utf8[name.utf8.index(after: colon)...]
    return !digits.isEmpty && digits.allSatisfy { $0 >= 48 && $0 <= 57 }
  }
}

extension RqliteStatement {
  /// Whether the statement can be nested in another one.
  var canBeLookedAt: Bool { verb == .select && !isExplanation }

  /// The same query without rows. Large values are left out, because they aren't used.
  var lookedAt: RqliteStatement {
    var copy = with("SELECT * FROM (\n\(core)\n) LIMIT 0")
    copy.values = values.map { value in
      switch value {
      case .text(let text) where text.utf8.count > 100: .null
      case .blob(let bytes) where bytes.count > 25: .null
      default: value
      }
    }
    return copy
  }

  /// The same query, only for the names of its columns.
  var withoutRowsOfInterest: RqliteStatement {
    var copy = self
    copy.reading = .names
    return copy
  }

  /// The same query with a first column that has a letter for the type of each value, and with blobs in hexadecimal
  /// digits.
  ///
  /// - Parameter spellsTexts: Whether texts are in hexadecimal digits too.
  func tagged(count: Int, spellsTexts: Bool) -> RqliteStatement {
    let names = (0..<count).map { "c\($0)" }
    let tags = names.map { "substr(typeof(\($0)),1,1)" }.joined(separator: "||")
    let cells = names.map {
      spellsTexts
        ? ",CASE WHEN typeof(\($0)) IN ('blob','text') THEN hex(\($0)) ELSE \($0) END"
        : ",CASE typeof(\($0)) WHEN 'blob' THEN hex(\($0)) ELSE \($0) END"
    }
    var copy = with(
      "WITH quarry_cells(\(names.joined(separator: ","))) AS MATERIALIZED (\n\(core)\n) SELECT \(tags)\(cells.joined()) "
        + "FROM quarry_cells")
    copy.reading = spellsTexts ? .taggedInHexadecimal : .tagged
    return copy
  }

  private func with(_ sql: String) -> RqliteStatement {
    var copy = self
    copy.sent = sql
    return copy
  }
}
