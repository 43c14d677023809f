import Quarry
internal import QuarryWire

extension HranaAnswer {
  /// Reads the response to some requests.
  package init(_ body: [UInt8], to requests: [HranaRequest]) throws(HranaMalformed) {
    var reader = HranaReader(body)
    self = try reader.answer(to: requests)
  }
}

extension HranaReader {
  /// The response to some requests.
  mutating func answer(to requests: [HranaRequest]) throws(HranaMalformed) -> HranaAnswer {
    var answer = HranaAnswer(results: [])
    var hasResults = false
    try beginObject("it")
    while try nextMember() {
      if isText("baton") {
        answer.baton = try optionalString("baton")
      } else if isText("base_url") {
        answer.baseURL = try optionalString("base_url")
      } else if isText("results") {
        hasResults = true
        answer.results = try results(of: requests)
      } else {
        try skip()
      }
    }
    try finish()
    guard hasResults else { throw HranaMalformed("it has no list of results") }
    answer.number = largestNumber
    return answer
  }
}

extension HranaReader {
  /// One result for each request.
  fileprivate mutating func results(of requests: [HranaRequest]) throws(HranaMalformed) -> [HranaResult] {
    guard try next() == .beginArray else { throw HranaMalformed("it has no list of results") }
    var all: [HranaResult] = []
    all.reserveCapacity(requests.count)
    while true {
      let token = try next()
      if token == .endArray { break }
      guard token == .beginObject else { throw HranaMalformed("a result is no object") }
      guard all.count < requests.count else { throw HranaMalformed("it has more than \(requests.count) results") }
      all.append(try resultAfterBegin(of: requests[all.count]))
    }
    guard all.count == requests.count else {
      throw HranaMalformed("it has \(all.count) results for \(requests.count) requests")
    }
    return all
  }

  private mutating func resultAfterBegin(of request: HranaRequest) throws(HranaMalformed) -> HranaResult {
    var isOK: Bool?
    var response: HranaResponse?
    var error: HranaServerError?
    while try nextMember() {
      if isText("type") {
        isOK = try isOKOrError()
      } else if isText("response") {
        response = try self.response(to: request)
      } else if isText("error") {
        let value = try value()
        if !value.isNull { error = try value.hranaError() }
      } else {
        try skip()
      }
    }
    switch isOK {
    case false?:
      guard let error else { throw HranaMalformed("a failed result has no error") }
      return .error(error)
    case true?:
      guard let response else { throw HranaMalformed("a result has no response of the type of its request") }
      return .ok(response)
    case nil: throw HranaMalformed("a result is neither ok nor error")
    }
  }

  private mutating func isOKOrError() throws(HranaMalformed) -> Bool? {
    switch try next() {
    case .string: isText("ok") ? true : isText("error") ? false : nil
    case .null: nil
    default: throw HranaMalformed("type is no string")
    }
  }

  /// The response to a request, or `nil` if there is none of its type.
  private mutating func response(to request: HranaRequest) throws(HranaMalformed) -> HranaResponse? {
    let token = try next()
    guard token == .beginObject else {
      if token == .null { return nil }
      throw HranaMalformed("a response is no object")
    }
    var isOfRequest = false
    var response: HranaResponse?
    while try nextMember() {
      if isText("type") {
        switch try next() {
        case .string: isOfRequest = isText(request.type)
        case .null: isOfRequest = false
        default: throw HranaMalformed("type is no string")
        }
        continue
      }
      switch request {
      case .execute where isText("result"): response = .execute(try statementResult())
      case .batch(let steps) where isText("result"): response = .batch(try batch(steps.count))
      case .describe where isText("result"): response = .describe(try value().hranaDescription())
      case .getAutocommit where isText("is_autocommit"): response = try value().bool.map { .autocommit($0) }
      default: try skip()
      }
    }
    guard isOfRequest else { return nil }
    switch request {
    case .sequence, .storeSQL, .closeSQL, .close: return .nothing
    case .getAutocommit where response == nil: throw HranaMalformed("a response has no is_autocommit")
    case _ where response == nil: throw HranaMalformed("a response has no result")
    default: return response
    }
  }
}

extension HranaReader {
  /// The result or the error of each step.
  private mutating func batch(_ count: Int) throws(HranaMalformed) -> [HranaResult?] {
    var results: [HranaStatementResult?] = []
    var errors: [JSONValue]?
    try beginObject("a batch")
    while try nextMember() {
      if isText("step_results") {
        results = try stepResults()
      } else if isText("step_errors") {
        errors = try value().array
      } else if isText("replication_index") {
        // It stands beside the steps, whose own ones are null.
        try number()
      } else {
        try skip()
      }
    }
    guard let errors, results.count == count, errors.count == count else {
      throw HranaMalformed("a batch has another number of results than steps")
    }
    var all: [HranaResult?] = []
    for (result, error) in zip(results, errors) {
      all.append(error.isNull ? result.map { .ok(.execute($0)) } : .error(try error.hranaError()))
    }
    return all
  }

  private mutating func stepResults() throws(HranaMalformed) -> [HranaStatementResult?] {
    guard case .beginArray = try next() else { throw HranaMalformed("a batch has no list of results") }
    var results: [HranaStatementResult?] = []
    while true {
      switch try next() {
      case .endArray: return results
      case .null: results.append(nil)
      case .beginObject: results.append(try statementResultAfterBegin())
      default: throw HranaMalformed("a result is no object")
      }
    }
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

extension JSONValue {
  /// A string that can be null or missing.
  func optionalString(_ name: String) throws(HranaMalformed) -> String? {
    guard let value = self[name] else { return nil }
    guard let string = value.string else { throw HranaMalformed("\(name) is no string") }
    return string
  }

  /// The result columns in this list.
  func hranaColumns() throws(HranaMalformed) -> [ColumnDescription] {
    guard let columns = array else { throw HranaMalformed("a result has no columns") }
    var all: [ColumnDescription] = []
    for column in columns {
      guard column.members != nil else { throw HranaMalformed("a column is no object") }
      all.append(
        ColumnDescription(
          name: try column.optionalString("name") ?? "", declaredType: try column.optionalString("decltype")))
    }
    return all
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

  fileprivate func hranaDescription() throws(HranaMalformed) -> HranaDescription {
    guard let parameters = self["params"]?.array, let isReadOnly = self["is_readonly"]?.bool else {
      throw HranaMalformed("a description has no params or no is_readonly")
    }
    var names: [String?] = []
    for parameter in parameters { names.append(try parameter.optionalString("name")) }
    let columns = try (self["cols"] ?? .null).hranaColumns()
    return HranaDescription(parameters: names, columns: columns, isReadOnly: isReadOnly)
  }
}
