// A column of dates is read as its coding says: seconds since 1970 get the modifier 'unixepoch', and so on. Text and numbers
// that are no dates in Swift mean what SQLite takes them for.
//
// Modifiers and letters that came late are not refused by older engines: they answer NULL. So each call names what its
// format and modifiers need, and is refused where that is missing.
// Source: https://sqlite.org/lang_datefunc.html
extension SQL {
  /// Returns the date as `YYYY-MM-DD`, or NULL if the time value isn't valid.
  public static func date(_ time: any SQLExpressible, _ modifiers: String...) -> SQLExpression<String?> {
    SQLExpression(syntax: call("date", [], time, modifiers))
  }
  /// Returns the time of day as `HH:MM:SS`, or NULL if the time value isn't valid.
  public static func time(_ time: any SQLExpressible, _ modifiers: String...) -> SQLExpression<String?> {
    SQLExpression(syntax: call("time", [], time, modifiers))
  }
  /// Returns date and time as `YYYY-MM-DD HH:MM:SS`, or NULL if the time value isn't valid.
  public static func dateTime(_ time: any SQLExpressible, _ modifiers: String...) -> SQLExpression<String?> {
    SQLExpression(syntax: call("datetime", [], time, modifiers))
  }
  /// Returns the Julian day, or NULL if the time value isn't valid.
  public static func julianDay(_ time: any SQLExpressible, _ modifiers: String...) -> SQLExpression<Double?> {
    SQLExpression(syntax: call("julianday", [], time, modifiers))
  }
  /// Returns the seconds since 1970. On an engine without `unixepoch`, Quarry uses `strftime`.
  public static func unixEpoch(_ time: any SQLExpressible, _ modifiers: String...) -> SQLExpression<Int64?> {
    SQLExpression(syntax: call("unixepoch", [], time, modifiers, needs: [.unixEpochFunction]))
  }
  /// Returns the time in a given format, or NULL if the time value isn't valid.
  public static func formatDate(
    _ format: String, _ time: any SQLExpressible, _ modifiers: String...
  ) -> SQLExpression<String?> {
    SQLExpression(
      syntax: call(
        "strftime", [.value(.text(format))], time, modifiers, needs: FeatureSet(SQLFormatScanner.dateLetters(format))))
  }
  /// The current time in UTC, as a text that the date functions accept.
  public static var now: SQLExpression<String> { SQLExpression(syntax: .literal(.text("now"))) }

  private static func call(
    _ name: String, _ first: [SQLSyntax.Expression], _ time: any SQLExpressible, _ modifiers: [String],
    needs: FeatureSet = []
  ) -> SQLSyntax.Expression {
    let needed = needs.union(FeatureSet(modifiers.compactMap(SQLFormatScanner.dateModifier)))
    let arguments = first + time.time(modifiers) + modifiers.map { .value(.text($0)) }
    return .function(SQLSyntax.Function(.builtIn(name), arguments, needs: needed))
  }
}

extension SQLExpressible {
  /// The arguments of a date function: the time value, the modifier for its form, and the modifiers.
  fileprivate func time(_ modifiers: [String]) -> [SQLSyntax.Expression] {
    let named = modifiers.first.map { $0.lowercased() }.flatMap {
      ["unixepoch", "auto", "julianday"].contains($0) ? $0 : nil
    }
    let unix: [SQLSyntax.Expression] = [.literal(.text("unixepoch"))]
    switch storedForm.kind {
    case .integer, .real, .text, .any, .member: return [syntax]
    case .dateText where named == nil: return [syntax]
    case .julianDay where named == nil || named == "julianday": return [syntax]
    case .realSeconds where named == nil, .wholeSeconds where named == nil: return [syntax] + unix
    case .realSeconds where named == "unixepoch", .wholeSeconds where named == "unixepoch": return [syntax]
    case .milliseconds where named == nil: return [.binary(.divide, syntax, .literal(.real(1000)))] + unix
    case .dateText, .julianDay, .realSeconds, .wholeSeconds, .milliseconds:
      return [
        .failure(
          .coding(
            Value.Unwrapped.self, syntax, storedForm, "the modifier '\(named ?? "")' would read it as something else",
            "Leave the modifier out: the coding says how the date is read"))
      ]
    default:
      return [
        .failure(
          .coding(
            Value.Unwrapped.self, syntax, storedForm, "date functions can't read that",
            "Give the coding a form of dates, such as storing: .unixSeconds, or take the stored value with .typed(as:)")
        )
      ]
    }
  }
}
