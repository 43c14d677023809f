// Source: https://sqlite.org/json1.html
extension SQLExpressible {
  /// Returns the value at a path of a JSON text as an SQL value.
  ///
  /// Numbers and texts become SQL values. Arrays and objects stay JSON text. A missing element is NULL.
  ///
  /// - Parameters:
  ///   - path: A path such as `$.name` or `$.list[0]`.
  ///   - type: The Swift type of the value.
  public func json<Result: SQLValueConvertible>(
    _ path: String, as type: Result.Type
  ) -> SQLExpression<Result.Unwrapped?> {
    // JSON holds numbers and texts; whether they are the type's own form, only the text itself tells.
    let form = Result.Unwrapped.storedForm
    let isOwn = form.isNumber || form.isText || form.kind == .json
    return SQLExpression(
      syntax: .json(syntax, path: path, asJSON: false), coding: isOwn ? nil : .member)
  }
  /// Returns the value at a path as JSON text. Requires SQLite 3.38; on an older engine the query throws
  /// `.unsupportedFeature`.
  public func jsonText(_ path: String) -> SQLExpression<String?> {
    SQLExpression(syntax: .json(syntax, path: path, asJSON: true))
  }
  /// Returns the type of the value at a path: `null`, `true`, `false`, `integer`, `real`, `text`, `array` or
  /// `object`.
  public func jsonType(_ path: String = "$") -> SQLExpression<String?> {
    SQLExpression(syntax: jsonCall("json_type", .literal(.text(path))))
  }
  /// Returns the number of elements of the array at a path, or 0 if the value isn't an array.
  public func jsonArrayLength(_ path: String = "$") -> SQLExpression<Int?> {
    SQLExpression(syntax: jsonCall("json_array_length", .literal(.text(path))))
  }
  /// Returns the JSON with the value at `path` set, whether or not there was one.
  public func jsonSet<NewValue: SQLValueConvertible>(_ path: String, to value: NewValue) -> SQLExpression<String?> {
    SQLExpression(syntax: jsonCall("json_set", .literal(.text(path)), .bound(value, coding: nil)))
  }
  /// Returns the JSON with a value inserted at `path` if there was none.
  public func jsonInsert<NewValue: SQLValueConvertible>(_ path: String, _ value: NewValue) -> SQLExpression<String?> {
    SQLExpression(syntax: jsonCall("json_insert", .literal(.text(path)), .bound(value, coding: nil)))
  }
  /// Returns the JSON with the value at `path` replaced if there was one.
  public func jsonReplace<NewValue: SQLValueConvertible>(
    _ path: String, with value: NewValue
  ) -> SQLExpression<String?> {
    SQLExpression(syntax: jsonCall("json_replace", .literal(.text(path)), .bound(value, coding: nil)))
  }
  /// Returns the JSON with the element at `path` removed.
  public func jsonRemove(_ path: String) -> SQLExpression<String?> {
    SQLExpression(syntax: jsonCall("json_remove", .literal(.text(path))))
  }
  /// Returns the JSON with a merge patch applied (RFC 7396). Requires SQLite 3.18; on an older engine the query
  /// throws `.unsupportedFeature`.
  public func jsonPatch(_ patch: String) -> SQLExpression<String?> {
    SQLExpression(syntax: .call("json_patch", syntax, .value(.text(patch)), needs: [.jsonPatch]))
  }
  /// Whether the text is valid JSON.
  public var isJSON: SQLExpression<Bool?> {
    SQLExpression(syntax: .call("json_valid", syntax, needs: [.jsonCore]))
  }

  private func jsonCall(_ name: String, _ arguments: SQLSyntax.Expression...) -> SQLSyntax.Expression {
    var needs: FeatureSet = [.jsonCore]
    if case .literal(.text(let path))? = arguments.first?.node, path.contains("[#-") { needs.insert(.jsonPathFromEnd) }
    return .function(SQLSyntax.Function(.builtIn(name), [syntax] + arguments, needs: needs))
  }
}
