/// One step in a JSON text. The reader has the text of names, strings and numbers.
package enum JSONEvent: Sendable, Hashable {
  /// `{`
  case beginObject
  /// `}`
  case endObject
  /// `[`
  case beginArray
  /// `]`
  case endArray
  /// The name of a member; its value follows.
  case key
  /// A string.
  case string
  /// A number.
  case number
  /// `true` or `false`
  case bool(Bool)
  /// `null`
  case null
}
