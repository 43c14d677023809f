/// One step in a JSON text.
package enum JSONToken: Sendable, Hashable {
  /// `{`
  case beginObject
  /// `}`
  case endObject
  /// `[`
  case beginArray
  /// `]`
  case endArray
  /// The name of a member; its value follows.
  case key(String)
  /// A string, with its escapes resolved.
  case string(String)
  /// A number without fraction and exponent that 64 bits hold exactly.
  case integer(Int64)
  /// Any other number, as the nearest double: infinite beyond the range, `-0.0` for `-0`.
  case double(Double)
  /// `true` or `false`
  case bool(Bool)
  /// `null`
  case null
}
