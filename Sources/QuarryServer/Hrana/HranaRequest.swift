#if Server
internal import Quarry
internal import QuarryWire

/// A violation of the protocol: the whole HTTP request is rejected.
struct HranaViolation: Error {
  var message: String

  init(_ message: String) { self.message = message }
}

/// One request on a stream.
enum HranaRequest: Sendable {
  case execute(HranaStatement)
  case batch([HranaStep])
  case sequence(HranaText)
  case describe(HranaText)
  case storeSQL(id: Int32, sql: String)
  case closeSQL(id: Int32)
  case getAutocommit
  case close

  /// The name of the request, which its response repeats.
  var type: String {
    switch self {
    case .execute: "execute"
    case .batch: "batch"
    case .sequence: "sequence"
    case .describe: "describe"
    case .storeSQL: "store_sql"
    case .closeSQL: "close_sql"
    case .getAutocommit: "get_autocommit"
    case .close: "close"
    }
  }

  /// Reads a request.
  init(_ value: JSONValue, version: Int) throws(HranaViolation) {
    switch value["type"]?.string {
    case "execute": self = .execute(try HranaStatement(value["stmt"], version: version))
    case "batch": self = .batch(try HranaStep.steps(of: value["batch"], version: version))
    case "sequence" where version >= 2: self = .sequence(try HranaText(value))
    case "describe" where version >= 2: self = .describe(try HranaText(value))
    case "store_sql" where version >= 2:
      guard let sql = value["sql"]?.string else { throw HranaViolation("store_sql without sql") }
      self = .storeSQL(id: try HranaText.id(value), sql: sql)
    case "close_sql" where version >= 2: self = .closeSQL(id: try HranaText.id(value))
    case "get_autocommit" where version >= 3: self = .getAutocommit
    case "close": self = .close
    default: throw HranaViolation("unknown or missing type of request")
    }
  }
}

extension HranaRequest {
  /// Replaces the numbers of stored texts by the texts.
  mutating func resolveTexts(_ text: (Int32) throws -> String) rethrows {
    func resolved(_ found: HranaText) throws -> HranaText {
      if case .stored(let id) = found { .sql(try text(id)) } else { found }
    }
    switch self {
    case .execute(var statement):
      statement.text = try resolved(statement.text)
      self = .execute(statement)
    case .batch(var steps):
      for index in steps.indices { steps[index].statement.text = try resolved(steps[index].statement.text) }
      self = .batch(steps)
    case .sequence(let found): self = .sequence(try resolved(found))
    case .describe(let found): self = .describe(try resolved(found))
    case .storeSQL, .closeSQL, .getAutocommit, .close: break
    }
  }
}

/// An SQL text, or the number under which it was stored.
enum HranaText: Sendable {
  case sql(String)
  case stored(Int32)

  init(_ value: JSONValue) throws(HranaViolation) {
    switch (value["sql"], value["sql_id"]) {
    case (.string(let sql)?, nil): self = .sql(sql)
    case (nil, _?): self = .stored(try Self.id(value))
    default: throw HranaViolation("exactly one of sql and sql_id is needed")
    }
  }

  static func id(_ value: JSONValue) throws(HranaViolation) -> Int32 {
    guard let id = value["sql_id"]?.integer.flatMap({ Int32(exactly: $0) }) else {
      throw HranaViolation("sql_id is no 32-bit integer")
    }
    return id
  }
}

/// A statement with its arguments.
struct HranaStatement: Sendable {
  var text: HranaText
  var arguments = ArgumentList()
  var wantsRows: Bool

  init(_ value: JSONValue?, version: Int) throws(HranaViolation) {
    guard let value, case .object = value else { throw HranaViolation("a statement is missing") }
    text = try HranaText(value)
    if version < 2, case .stored = text { throw HranaViolation("sql_id came with version 2 of the protocol") }
    wantsRows = value["want_rows"]?.bool ?? true
    if let list = value["args"] {
      guard let elements = list.array else { throw HranaViolation("args is no array") }
      for element in elements { arguments.positional.append(try SQLValue(hrana: element)) }
    }
    if let list = value["named_args"] {
      guard let elements = list.array else { throw HranaViolation("named_args is no array") }
      for element in elements {
        guard let name = element["name"]?.string, let value = element["value"] else {
          throw HranaViolation("a named argument needs a name and a value")
        }
        arguments.named.append((name, try SQLValue(hrana: value)))
      }
    }
  }
}

/// One step of a batch.
struct HranaStep: Sendable {
  var condition: HranaCondition?
  var statement: HranaStatement

  static func steps(of value: JSONValue?, version: Int) throws(HranaViolation) -> [HranaStep] {
    guard let elements = value?["steps"]?.array else { throw HranaViolation("a batch without steps") }
    var steps: [HranaStep] = []
    for (index, element) in elements.enumerated() {
      var condition: HranaCondition?
      if let value = element["condition"] {
        condition = try HranaCondition(value, before: index, version: version)
      }
      steps.append(HranaStep(condition: condition, statement: try HranaStatement(element["stmt"], version: version)))
    }
    return steps
  }
}

/// The condition of a step.
indirect enum HranaCondition: Sendable {
  case ok(Int)
  case error(Int)
  case not(HranaCondition)
  case and([HranaCondition])
  case or([HranaCondition])
  case isAutocommit

  /// Reads a condition of a step.
  init(_ value: JSONValue, before index: Int, version: Int) throws(HranaViolation) {
    switch value["type"]?.string {
    case "ok": self = .ok(try Self.step(value, before: index))
    case "error": self = .error(try Self.step(value, before: index))
    case "not":
      guard let inner = value["cond"] else { throw HranaViolation("not without cond") }
      self = .not(try HranaCondition(inner, before: index, version: version))
    case "and": self = .and(try Self.list(value, before: index, version: version))
    case "or": self = .or(try Self.list(value, before: index, version: version))
    case "is_autocommit" where version >= 3: self = .isAutocommit
    default: throw HranaViolation("unknown or missing type of condition")
    }
  }

  private static func step(_ value: JSONValue, before index: Int) throws(HranaViolation) -> Int {
    guard let step = value["step"]?.integer.flatMap({ Int(exactly: $0) }), (0..<index).contains(step) else {
      throw HranaViolation("a condition may only name an earlier step")
    }
    return step
  }

  private static func list(
    _ value: JSONValue, before index: Int, version: Int
  ) throws(HranaViolation) -> [HranaCondition] {
    guard let elements = value["conds"]?.array else { throw HranaViolation("a condition without conds") }
    var conditions: [HranaCondition] = []
    for element in elements { conditions.append(try HranaCondition(element, before: index, version: version)) }
    return conditions
  }

  /// Whether the condition holds.
  ///
  /// - Parameter outcomes: `true` for a step that succeeded, `false` for one that failed, `nil` for one that was
  ///   skipped.
  func holds(_ outcomes: [Bool?], isAutocommit: Bool) -> Bool {
    switch self {
    case .ok(let step): outcomes.indices.contains(step) && outcomes[step] == true
    case .error(let step): outcomes.indices.contains(step) && outcomes[step] == false
    case .not(let condition): !condition.holds(outcomes, isAutocommit: isAutocommit)
    case .and(let all): all.allSatisfy { $0.holds(outcomes, isAutocommit: isAutocommit) }
    case .or(let any): any.contains { $0.holds(outcomes, isAutocommit: isAutocommit) }
    case .isAutocommit: isAutocommit
    }
  }
}
#endif
