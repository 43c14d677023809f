import Quarry

extension HranaAnswer {
  /// Reads the answer to some requests.
  package init(_ body: [UInt8], to requests: [HranaRequest]) throws(HranaMalformed) {
    let tree = try HranaMalformed.tree(body)
    baton = try tree.optionalString("baton")
    baseURL = try tree.optionalString("base_url")
    guard let results = tree["results"]?.array else { throw HranaMalformed("it has no list of results") }
    guard results.count == requests.count else {
      throw HranaMalformed("it has \(results.count) results for \(requests.count) requests")
    }
    var all: [HranaResult] = []
    all.reserveCapacity(results.count)
    for (result, request) in zip(results, requests) { all.append(try HranaResult(result, to: request)) }
    self.results = all
  }
}

extension HranaServerError {
  fileprivate static func outcome(_ word: String?) -> DatabaseError.Outcome {
    switch word {
    case "applied": .applied
    case "unknown": .unknown
    default: .notApplied
    }
  }
}

extension HranaMalformed {
  static func tree(_ body: [UInt8]) throws(HranaMalformed) -> JSONTree {
    do throws(JSONError) { return try JSONTree(body) } catch { throw HranaMalformed(error.description) }
  }
}

extension JSONTree {
  /// A string that may be null or absent.
  fileprivate func optionalString(_ name: String) throws(HranaMalformed) -> String? {
    guard let value = self[name], !value.isNull else { return nil }
    guard let string = value.string else { throw HranaMalformed("\(name) is no string") }
    return string
  }

  /// The result columns.
  func hranaColumns() throws(HranaMalformed) -> [ColumnDescription] {
    guard let columns = self["cols"]?.array else { throw HranaMalformed("a result has no columns") }
    var all: [ColumnDescription] = []
    for column in columns {
      guard column.members != nil else { throw HranaMalformed("a column is no object") }
      all.append(
        ColumnDescription(
          name: try column.optionalString("name") ?? "", declaredType: try column.optionalString("decltype")))
    }
    return all
  }

  /// The counts at the end of a statement. The rowid is a string, or a number in the cursor of some servers.
  func hranaEffect() throws(HranaMalformed) -> StatementResult {
    guard let affected = self["affected_row_count"]?.integer, affected >= 0 else {
      throw HranaMalformed("a result has no affected_row_count")
    }
    let last: Int64
    switch self["last_insert_rowid"] {
    case nil, .null: last = 0
    case .integer(let number): last = number
    case .string(let text):
      guard let number = Int64(text) else { throw HranaMalformed("last_insert_rowid is no integer") }
      last = number
    default: throw HranaMalformed("last_insert_rowid is no integer")
    }
    return StatementResult(affectedRows: affected, lastInsertedRowID: last)
  }

  func hranaError() throws(HranaMalformed) -> HranaServerError {
    guard members != nil, let message = self["message"]?.string else {
      throw HranaMalformed("an error has no message")
    }
    return HranaServerError(
      message: message, code: try optionalString("code") ?? "",
      extendedCode: self["extended_code"]?.integer.flatMap { Int32(exactly: $0) },
      outcome: try HranaServerError.outcome(optionalString("outcome")))
  }

  fileprivate func hranaStatementResult() throws(HranaMalformed) -> HranaStatementResult {
    let columns = try hranaColumns()
    guard let rows = self["rows"]?.array else { throw HranaMalformed("a result has no rows") }
    var cells: [SQLValue] = []
    cells.reserveCapacity(rows.count * columns.count)
    for row in rows {
      guard let row = row.array, row.count == columns.count else {
        throw HranaMalformed("a row has another number of values than there are columns")
      }
      for value in row {
        cells.append(try HranaValue.value(value["type"]?.string, value["value"], value["base64"]?.string))
      }
    }
    return HranaStatementResult(
      columns: columns, cells: cells, rowCount: rows.count, effect: try hranaEffect())
  }

  fileprivate func hranaDescription() throws(HranaMalformed) -> HranaDescription {
    guard let parameters = self["params"]?.array, let isReadOnly = self["is_readonly"]?.bool else {
      throw HranaMalformed("a description has no params or no is_readonly")
    }
    var names: [String?] = []
    for parameter in parameters { names.append(try parameter.optionalString("name")) }
    return HranaDescription(parameters: names, columns: try hranaColumns(), isReadOnly: isReadOnly)
  }

  fileprivate func hranaBatch(_ count: Int) throws(HranaMalformed) -> [HranaResult?] {
    guard let results = self["step_results"]?.array, let errors = self["step_errors"]?.array,
      results.count == count, errors.count == count
    else { throw HranaMalformed("a batch has another number of results than steps") }
    var all: [HranaResult?] = []
    for (result, error) in zip(results, errors) {
      if !error.isNull {
        all.append(.error(try error.hranaError()))
      } else if !result.isNull {
        all.append(.ok(.execute(try result.hranaStatementResult())))
      } else {
        all.append(nil)
      }
    }
    return all
  }
}

extension HranaResult {
  fileprivate init(_ tree: JSONTree, to request: HranaRequest) throws(HranaMalformed) {
    switch tree["type"]?.string {
    case "error":
      guard let error = tree["error"] else { throw HranaMalformed("a failed result has no error") }
      self = .error(try error.hranaError())
    case "ok":
      guard let response = tree["response"], response["type"]?.string == request.type else {
        throw HranaMalformed("a result has no response of the type of its request")
      }
      self = .ok(try HranaResponse(response, to: request))
    default: throw HranaMalformed("a result is neither ok nor error")
    }
  }
}

extension HranaResponse {
  fileprivate init(_ tree: JSONTree, to request: HranaRequest) throws(HranaMalformed) {
    func result() throws(HranaMalformed) -> JSONTree {
      guard let result = tree["result"] else { throw HranaMalformed("a response has no result") }
      return result
    }
    switch request {
    case .execute: self = .execute(try result().hranaStatementResult())
    case .batch(let steps): self = .batch(try result().hranaBatch(steps.count))
    case .describe: self = .describe(try result().hranaDescription())
    case .getAutocommit:
      guard let isAutocommit = tree["is_autocommit"]?.bool else {
        throw HranaMalformed("a response has no is_autocommit")
      }
      self = .autocommit(isAutocommit)
    case .sequence, .storeSQL, .closeSQL, .close: self = .nothing
    }
  }
}
