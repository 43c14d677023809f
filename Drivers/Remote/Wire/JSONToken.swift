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

/// Why a text is not JSON, or not all of it.
package struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The classes of failures.
  package enum Kind: String, Sendable, Hashable {
    /// The text ends before its value does.
    case truncated
    /// A byte that the grammar does not allow there.
    case unexpected
    /// A string with a bad escape, a lone surrogate, a control character or bytes that are not UTF-8.
    case badString
    /// More levels than allowed.
    case tooDeep
    /// A value of another type than the protocol says, or a missing member.
    case mismatch
    /// A number that JSON cannot carry.
    case notFinite
  }

  /// What happened.
  package var kind: Kind
  /// The offset of the byte in the whole text.
  package var offset: Int

  /// Creates an error.
  package init(_ kind: Kind, offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  /// The kind and the place, without anything of the text.
  package var description: String { "JSON \(kind.rawValue) at byte \(offset)" }
}
