/// Why a text is not JSON, or not all of it.
package struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The classes of failures, each with its words.
  package enum Kind: String, Sendable, Hashable {
    /// The text ends before its value does.
    case truncated = "the text ends early"
    /// A byte that the grammar does not allow there.
    case unexpected = "an unexpected character"
    /// A string with a bad escape, a lone surrogate, a control character or bytes that are not UTF-8.
    case badString = "a malformed string"
    /// More levels than allowed.
    case tooDeep = "too many levels"
    /// Values that take more memory than allowed.
    case tooLarge = "too many parts"
    /// Two members of one name.
    case duplicate = "a member name that stands twice"
    /// A number that JSON cannot carry.
    case notFinite = "a number that JSON cannot carry"
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
  package var description: String { "\(kind.rawValue) at byte \(offset)" }
}
