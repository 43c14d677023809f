package import Quarry

/// The values of the protocol, whose types are exact.
package enum HranaValue {
  /// Reads a value from its members.
  ///
  /// - Throws: ``lostInfinity`` for a float that the server could not write.
  package static func value(
    _ type: String?, _ value: JSONTree?, _ base64: String?
  ) throws(HranaMalformed) -> SQLValue {
    switch type {
    case "null": return .null
    case "integer":
      guard let text = value?.string, let integer = Int64(text) else {
        throw HranaMalformed("an integer is not written as a string of digits")
      }
      return .integer(integer)
    case "float":
      // Infinities come as null, without their sign.
      if value == .null { throw lostInfinity }
      guard let real = value?.double else { throw HranaMalformed("a float is no number") }
      return .real(real)
    case "text":
      guard let text = value?.string else { throw HranaMalformed("a text is no string") }
      return .text(text)
    case "blob":
      guard let bytes = base64.flatMap({ Base64.decode($0) }) else {
        throw HranaMalformed("a blob is not written in base64")
      }
      return .blob(bytes)
    default: throw HranaMalformed("a value has no known type")
    }
  }

  /// Why a value that the protocol cannot carry ends the reading of an answer.
  static let lostInfinity = HranaMalformed("it holds an infinity, which this protocol cannot carry")
}
