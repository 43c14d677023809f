package import Quarry

/// One request of a pipeline.
///
/// Source: <https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_3_SPEC.md>.
package enum HranaRequest: Sendable, Hashable {
  /// Runs one statement.
  case execute(HranaStatementCall)
  /// Runs statements under conditions.
  case batch([HranaStep])
  /// Runs a script and ignores its rows.
  case sequence(String)
  /// Prepares and describes a statement.
  case describe(String)
  /// Stores a text under a number for the life of the stream.
  case storeSQL(Int32, String)
  /// Removes a stored text.
  case closeSQL(Int32)
  /// Asks whether no transaction is open. Version 3 only.
  case getAutocommit
  /// Ends the stream.
  case close

  /// The name of the request and of its response.
  package var type: StaticString {
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
}

/// A statement with the values of its parameters.
package struct HranaStatementCall: Sendable, Hashable {
  /// The text of a statement.
  package enum Text: Sendable, Hashable {
    /// In the request.
    case sql(String)
    /// Stored earlier, under this number.
    case stored(Int32)
  }

  /// The text of the statement.
  package var text: Text
  /// The values of parameters without a name, by position.
  package var positional: [SQLValue] = []
  /// The values of named parameters, with the sigil of their names.
  package var named: [(name: String, value: SQLValue)] = []
  /// Whether the rows are wanted.
  package var wantsRows: Bool
  /// The number of the change that a replica waits for before it runs the statement, outside of batches.
  package var number: UInt64?

  /// Creates a call without values.
  package init(_ sql: String, wantsRows: Bool = true) {
    text = .sql(sql)
    self.wantsRows = wantsRows
  }

  /// Creates a call with values for all parameters, in the order of their numbers.
  ///
  /// Servers take values by position or by name, not both. A text with both kinds of parameters is rewritten with
  /// numbers.
  ///
  /// - Parameter readsReals: Whether the server reads every real exactly. If `false`, reals that it may misread are
  ///   sent in exact parts, which the statement combines.
  package init(
    _ sql: String, names: [String?], values: [SQLValue], wantsRows: Bool = true, readsReals: Bool = true
  ) {
    if !readsReals, values.contains(where: { ExactReal($0) != nil }) {
      let (text, ordered) = StatementText(sql).positional(values) { ExactReal($0)?.spelling }
      self.init(text, wantsRows: wantsRows)
      positional = ordered.map { ExactReal($0).map { .integer($0.whole) } ?? $0 }
      return
    }
    self.init(sql, wantsRows: wantsRows)
    let isNamed = names.map { name in name.map { !$0.hasPrefix("?") } ?? false }
    if isNamed.contains(true), isNamed.contains(false) {
      text = .sql(HranaStatementCall.numbered(sql, names))
      positional = values
    } else if isNamed.contains(true) {
      named = zip(names, values).map { ($0 ?? "", $1) }
    } else {
      positional = values
    }
  }

  private static func numbered(_ sql: String, _ names: [String?]) -> String {
    let bytes = Array(sql.utf8)
    var text: [UInt8] = []
    var end = 0
    var highest = 0
    for token in SQLTokens.all(in: sql) where token.kind == .parameter {
      var number: Int
      if token.spelling == "?" {
        number = highest + 1
      } else if token.spelling.hasPrefix("?") {
        number = Int(token.spelling.dropFirst()) ?? highest + 1
      } else {
        number = (names.firstIndex { $0.map { $0.utf8.elementsEqual(token.spelling.utf8) } ?? false } ?? highest) + 1
      }
      highest = max(highest, number)
      text += bytes[end..<token.range.lowerBound]
      text += Array("?\(number)".utf8)
      end = token.range.upperBound
    }
    text += bytes[end...]
    return String(decoding: text, as: UTF8.self)
  }

  /// Compares texts and values; reals by their bits.
  package static func == (left: Self, right: Self) -> Bool {
    left.text == right.text && left.wantsRows == right.wantsRows && left.number == right.number
      && left.positional == right.positional
      && left.named.count == right.named.count && zip(left.named, right.named).allSatisfy { $0 == $1 }
  }

  /// Hashes the text.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// A statement of a batch.
package struct HranaStep: Sendable, Hashable {
  /// The condition under which the statement runs. If `nil`, it always runs.
  package var condition: HranaCondition?
  /// The statement.
  package var statement: HranaStatementCall

  /// Creates a step.
  package init(_ statement: HranaStatementCall, if condition: HranaCondition? = nil) {
    self.condition = condition
    self.statement = statement
  }
}

/// A condition of a batch's step.
package indirect enum HranaCondition: Sendable, Hashable {
  /// The earlier step succeeded.
  case ok(Int)
  /// The earlier step failed.
  case error(Int)
  /// The condition doesn't hold.
  case not(HranaCondition)
  /// All conditions hold.
  case and([HranaCondition])
  /// One of the conditions holds.
  case or([HranaCondition])
  /// No transaction is open. Version 3 only.
  case isAutocommit
}
