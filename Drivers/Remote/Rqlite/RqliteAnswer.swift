internal import Quarry
internal import QuarryWire

/// The responses of rqlite: `{"results":[…],"error":"…"}`.
enum RqliteAnswer {
  /// The known facts about a statement before its response.
  struct Expectation: Sendable {
    var returnsRows: Bool
    var verb: StatementText.Verb
    var tellsRowID: Bool
    var reading: RqliteStatement.Reading
    var columnNames: [String]?

    init(_ statement: RqliteStatement) {
      returnsRows = statement.returnsRows
      verb = statement.verb
      tellsRowID = statement.tellsRowID
      reading = statement.reading
      columnNames = statement.columnNames
    }
  }

  private struct Entry {
    var answer = StatementAnswer()
    var error: String?
    var hasColumns = false
    var hasTypes = false
  }

  /// The reason why a response isn't valid.
  struct Mismatch: Error {
    var what: String
    /// Whether the rows can't be read exactly, although the call was understood.
    var isRefusal = false
  }

  /// The rows of a result came before their description.
  private struct OutOfOrder: Error {}

  /// Reads the response to some statements, whose status was 200.
  static func read(
    _ body: [UInt8], _ effect: CallEffect, _ expectations: [Expectation], isInOrder: Bool = false
  ) throws(CallFailure) -> [StatementAnswer] {
    var entries: [Entry]?
    var message: String?
    do {
      var reader = JSONReader(body)
      guard try reader.required() == .beginObject else { throw Mismatch(what: "it is no object") }
      while case .key(let name) = try reader.required() {
        switch name {
        case "results": entries = try results(&reader, expectations)
        case "error": message = try reader.value().string
        default: try reader.skip()
        }
      }
      guard try reader.next() == nil else { throw Mismatch(what: "text follows it") }
    } catch is OutOfOrder where !isInOrder {
      return try read(inOrder(body, effect), effect, expectations, isInOrder: true)
    } catch is OutOfOrder {
      throw failure(Mismatch(what: "a result has rows without columns or types"), effect)
    } catch {
      throw failure(error, effect)
    }
    if let message, !message.isEmpty { throw RqliteFailure.ofCall(message, effect) }
    guard let entries else { throw failure(Mismatch(what: "it has no results"), effect) }
    if let index = entries.firstIndex(where: { $0.error != nil }), let text = entries[index].error {
      var error = RqliteFailure.ofStatement(text)
      error.statementIndex = index
      throw CallFailure(error, mayRetry: false)
    }
    guard entries.count == expectations.count else {
      throw failure(Mismatch(what: "\(entries.count) results for \(expectations.count) statements"), effect)
    }
    return try zip(entries, expectations).map { (entry, expectation) throws(CallFailure) in
      guard entry.hasColumns || !expectation.returnsRows else {
        throw failure(
          Mismatch(
            what: "rqlite didn't see the RETURNING of the statement, so its rows are lost; the change was made",
            isRefusal: true), effect)
      }
      var answer = entry.answer
      if let names = expectation.columnNames { answer.columns = names.map { ColumnDescription(name: $0) } }
      // What is left of an earlier statement, perhaps another client's, does not count.
      if expectation.verb != .insert && expectation.verb != .change { answer.result.affectedRows = 0 }
      if expectation.returnsRows { answer.result.affectedRows = Int64(answer.rows.rowCount) }
      let tellsRowID = expectation.tellsRowID && !expectation.returnsRows && answer.result.affectedRows > 0
      if !tellsRowID { answer.result.lastInsertedRowID = 0 }
      return answer
    }
  }

  /// The same response with the rows of each result after their description.
  private static func inOrder(_ body: [UInt8], _ effect: CallEffect) throws(CallFailure) -> [UInt8] {
    do throws(JSONError) {
      var writer = JSONWriter(capacity: body.count)
      writer.value(ordered(try JSONValue(body)))
      return writer.bytes
    } catch {
      throw failure(error, effect)
    }
  }

  private static let order = ["columns", "types", "values"]

  private static func ordered(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      let known = order.flatMap { name in members.filter { $0.name == name } }
      return .object((known + members.filter { !order.contains($0.name) }).map { ($0.name, ordered($0.value)) })
    case .array(let elements): return .array(elements.map(ordered))
    default: return value
    }
  }

  private static func failure(_ error: any Error, _ effect: CallEffect) -> CallFailure {
    if let mismatch = error as? Mismatch, mismatch.isRefusal {
      return CallFailure(
        DatabaseError(
          .unsupportedFeature, "rqlite: " + mismatch.what, outcome: effect == .reads ? .notApplied : .applied,
          missing: .exactResults),
        mayRetry: false)
    }
    let what = (error as? Mismatch)?.what ?? (error as? JSONError)?.description ?? "it is not JSON"
    var failure = RemoteCalls.unreadable(what, effect: effect, underlying: error)
    failure.mayRetry = effect == .reads
    return failure
  }

  private static func results(_ reader: inout JSONReader, _ expectations: [Expectation]) throws -> [Entry] {
    guard try reader.required() == .beginArray else { throw Mismatch(what: "results is no array") }
    var entries: [Entry] = []
    while true {
      switch try reader.required() {
      case .endArray: return entries
      case .beginObject:
        let reading = entries.count < expectations.count ? expectations[entries.count].reading : .asTold
        entries.append(try entry(&reader, reading))
      default: throw Mismatch(what: "a result is no object")
      }
    }
  }

  private static func entry(_ reader: inout JSONReader, _ reading: RqliteStatement.Reading) throws -> Entry {
    var entry = Entry()
    while case .key(let name) = try reader.required() {
      switch name {
      case "columns":
        entry.hasColumns = true
        entry.answer.columns = try names(&reader).map { ColumnDescription(name: $0) }
        entry.answer.rows = RowStore(columnCount: entry.answer.columns.count)
      case "types":
        guard entry.hasColumns else { throw OutOfOrder() }
        entry.hasTypes = true
        for (index, type) in try names(&reader).enumerated() where entry.answer.columns.indices.contains(index) {
          entry.answer.columns[index].declaredType = type.isEmpty ? nil : type
        }
      case "values":
        guard entry.hasColumns, entry.hasTypes else { throw OutOfOrder() }
        switch reading {
        case .asTold: try rows(&reader, &entry.answer)
        case .names: try reader.skip()
        case .tagged, .taggedInHexadecimal:
          try RqliteTaggedRows.read(&reader, &entry.answer, spellsTexts: reading == .taggedInHexadecimal)
        }
      case "error": entry.error = try reader.value().string ?? "a statement failed, and the node does not say why"
      case "last_insert_id": entry.answer.result.lastInsertedRowID = try reader.value().integer ?? 0
      case "rows_affected": entry.answer.result.affectedRows = try reader.value().integer ?? 0
      default: try reader.skip()
      }
    }
    return entry
  }

  private static func names(_ reader: inout JSONReader) throws -> [String] {
    let tree = try reader.value()
    if tree.isNull { return [] }
    guard let names = tree.array else { throw Mismatch(what: "a list of names is no array") }
    return try names.map { name in
      guard let name = name.string else { throw Mismatch(what: "a name is no string") }
      return name
    }
  }

  private static func rows(_ reader: inout JSONReader, _ answer: inout StatementAnswer) throws {
    let first = try reader.required()
    if first == .null { return }
    guard first == .beginArray else { throw Mismatch(what: "values is no array") }
    let kinds = answer.columns.map { RqliteColumnKind(declaredType: $0.declaredType) }
    while true {
      switch try reader.required() {
      case .endArray: return
      case .beginArray: break
      default: throw Mismatch(what: "a row is no array")
      }
      while true {
        let token = try reader.required()
        if case .endArray = token { break }
        let index = answer.rows.openCells
        guard kinds.indices.contains(index) else { throw Mismatch(what: "a row has more cells than columns") }
        try cell(token, &reader, &answer.rows, kinds[index], answer.columns[index].name)
      }
      guard answer.rows.endRow() else { throw Mismatch(what: "a row has not one cell for each column") }
    }
  }

  private static func cell(
    _ token: JSONToken, _ reader: inout JSONReader, _ rows: inout RowStore, _ kind: RqliteColumnKind, _ name: String
  ) throws {
    switch token {
    case .null: rows.appendNull()
    case .integer(let integer):
      // Beyond these bits it is no REAL that was made whole, but an integer among the rows of an expression.
      if kind == .real, let real = Double(exactly: integer) { rows.append(real) } else { rows.append(integer) }
    case .double(let real) where real.isFinite: rows.append(real)
    case .bool:
      throw refusal(name, "is declared BOOLEAN, and the server turns every number into true or false", "+\"\(name)\"")
    case .string(let text):
      if kind == .date {
        throw refusal(name, "is declared as a date, and the server rewrites every text", "+\"\(name)\"")
      }
      if kind == .blob || (kind == .unknown && text.unicodeScalars.contains("\u{FFFD}")) {
        throw refusal(
          name, "may be a blob that the server shows as text, as it does in all but plain columns declared BLOB",
          "hex(…)")
      }
      rows.append(text)
    case .beginArray:
      var bytes: [UInt8] = []
      while true {
        switch try reader.required() {
        case .endArray:
          rows.append(bytes)
          return
        case .integer(let integer):
          guard let byte = UInt8(exactly: integer) else { throw Mismatch(what: "a number of a blob isn't a byte") }
          bytes.append(byte)
        default: throw Mismatch(what: "a byte of a blob is no number")
        }
      }
    default: throw Mismatch(what: "a cell is no value")
    }
  }

  private static func refusal(_ name: String, _ reason: String, _ remedy: String) -> Mismatch {
    Mismatch(
      what: "the column \"\(name)\" \(reason), so its values can't be read exactly; select \(remedy) instead",
      isRefusal: true)
  }
}

/// What the server does to the values of a column, by its declared type or, for an expression, the first row's type.
enum RqliteColumnKind: Sendable, Hashable {
  /// Values are correct as returned.
  case plain
  /// Every number is a REAL, although whole numbers come without a point.
  case real
  /// Texts are read as dates and rewritten.
  case date
  /// Blobs come as arrays if the column is a plain one, and as text if it is an expression.
  case blob
  /// An expression whose first row is NULL, or a result without rows.
  case unknown

  /// Source of the affinities: <https://sqlite.org/datatype3.html>, section 3.1.
  init(declaredType: String?) {
    guard let type = declaredType?.lowercased(), !type.isEmpty else {
      self = .unknown
      return
    }
    if ["date", "datetime", "timestamp"].contains(type) {
      self = .date
    } else if type.contains("int") || type.contains("char") || type.contains("clob") || type.contains("text") {
      self = .plain
    } else if type.contains("blob") {
      self = .blob
    } else if type.contains("real") || type.contains("floa") || type.contains("doub") {
      self = .real
    } else {
      self = .plain
    }
  }
}
