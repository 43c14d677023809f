extension CompileOptionExpression {
  /// Parses a condition, such as `-OMIT_CTE` or `<3.38.0:+ENABLE_JSON1,>=3.38.0:-OMIT_JSON`. The empty text is the
  /// condition that always holds.
  ///
  /// - Returns: `nil` if the text isn't a condition.
  public init?(_ text: String) {
    guard !text.isEmpty else {
      self = .none
      return
    }
    var terms: [Term] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let term = Term(part) else { return nil }
      terms.append(term)
    }
    self.init(terms: terms)
  }

  /// The condition as text that can be parsed again.
  public var description: String {
    terms.map(\.text).joined(separator: ",")
  }
}

extension CompileOptionExpression.Term {
  init?(_ text: Substring) {
    var body = text
    var scope = CompileOptionExpression.Scope.always
    if let colon = text.firstIndex(of: ":") {
      guard let restriction = CompileOptionExpression.Scope(text[..<colon]) else { return nil }
      scope = restriction
      body = text[text.index(after: colon)...]
    }
    var alternatives: [CompileOptionExpression.Requirement] = []
    for part in body.split(separator: "|", omittingEmptySubsequences: false) {
      guard let requirement = CompileOptionExpression.Requirement(part) else { return nil }
      alternatives.append(requirement)
    }
    self.init(scope: scope, alternatives: alternatives)
  }

  fileprivate var text: String {
    let body = alternatives.map(\.text).joined(separator: "|")
    return switch scope {
    case .always: body
    case .before(let version): "<\(version):\(body)"
    case .from(let version): ">=\(version):\(body)"
    }
  }
}

extension CompileOptionExpression.Scope {
  fileprivate init?(_ text: Substring) {
    let isLowerBound = text.hasPrefix(">=")
    guard isLowerBound || text.hasPrefix("<"),
      let version = EngineVersion(String(text.dropFirst(isLowerBound ? 2 : 1)))
    else { return nil }
    self = isLowerBound ? .from(version) : .before(version)
  }
}

extension CompileOptionExpression.Requirement {
  fileprivate init?(_ text: Substring) {
    if text == "never" {
      self = .never
      return
    }
    let name = String(text.dropFirst())
    let isName = name.utf8.allSatisfy {
      ($0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z")) || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9"))
        || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "=")
    }
    guard !name.isEmpty, isName else { return nil }
    switch text.first {
    case "+": self = .listed(name)
    case "-": self = .notListed(name)
    default: return nil
    }
  }

  fileprivate var text: String {
    switch self {
    case .listed(let name): "+" + name
    case .notListed(let name): "-" + name
    case .never: "never"
    }
  }
}
