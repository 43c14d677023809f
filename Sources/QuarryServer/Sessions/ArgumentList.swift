#if Server
internal import Quarry

/// The arguments of a statement, by position or by name.
struct ArgumentList: Sendable {
  var positional: [SQLValue] = []
  var named: [(name: String, value: SQLValue)] = []

  /// The values in the order of a statement's parameters.
  ///
  /// - Throws: ``ServerFailure`` that names parameters, never values.
  func values(for statement: StatementDescription) throws(ServerFailure) -> [SQLValue] {
    let names = statement.parameterNames
    if named.isEmpty {
      guard positional.count == names.count else {
        throw ServerFailure(
          .arguments, "the statement has \(names.count) parameters and got \(positional.count) arguments")
      }
      return positional
    }
    guard positional.isEmpty else {
      throw ServerFailure(.mixedArguments, "arguments are given either by position or by name, not both")
    }
    // The engine compares names byte by byte, where Swift takes other spellings of a character for the same one.
    var remaining: [[UInt8]: (name: String, value: SQLValue)] = [:]
    for (name, value) in named { remaining[Array(name.utf8)] = (name, value) }
    var values: [SQLValue] = []
    for (index, name) in names.enumerated() {
      let bytes = Array((name ?? "").utf8)
      guard name != nil,
        let found = remaining.removeValue(forKey: bytes) ?? remaining.removeValue(forKey: Array(bytes.dropFirst()))
      else {
        throw ServerFailure(.arguments, "the parameter \(name ?? String(index + 1)) got no argument")
      }
      values.append(found.value)
    }
    guard let unknown = remaining.values.map(\.name).min() else { return values }
    throw ServerFailure(.arguments, "the statement has no parameter \(unknown)")
  }
}
#endif
