internal import Quarry

extension StatementText {
  /// The statement with a plain `?` for every occurrence of a parameter, and one value for each of them.
  ///
  /// For protocols that have only values by position, this resolves names and repetitions.
  ///
  /// - Parameters:
  ///   - values: The values in the order of the parameters' numbers. Their number must match.
  ///   - spelling: Returns another spelling than `?` for a value, such as one with a cast.
  func positional(
    _ values: [SQLValue], spelling: (SQLValue) -> String? = { _ in nil }
  ) -> (sql: String, values: [SQLValue]) {
    let places = tokens.filter { $0.kind == .parameter }
    let isPlain = places.allSatisfy { $0.spelling == "?" }
    if isPlain, places.count == values.count, !values.contains(where: { spelling($0) != nil }) { return (sql, values) }
    var result: [UInt8] = []
    var ordered: [SQLValue] = []
    var copied = 0
    var highest = 0
    let source = Array(sql.utf8)
    for token in places {
      let number: Int
      if token.spelling == "?" {
        number = highest + 1
      } else if token.spelling.hasPrefix("?") {
        number = Int(token.spelling.dropFirst()) ?? 0
      } else {
        number = (index(of: token) ?? -1) + 1
      }
      highest = max(highest, number)
      let value = values.indices.contains(number - 1) ? values[number - 1] : .null
      result += source[copied..<token.range.lowerBound]
      result += (spelling(value) ?? "?").utf8
      copied = token.range.upperBound
      ordered.append(value)
    }
    result += source[copied...]
    return (String(decoding: result, as: UTF8.self), ordered)
  }

  /// The position of a name, compared by bytes, like the engine.
  private func index(of name: SQLToken) -> Int? {
    parameterNames.firstIndex { $0.map { $0.utf8.elementsEqual(name.spelling.utf8) } ?? false }
  }
}
