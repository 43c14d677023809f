#if Identity
internal import QuarryWire

/// A JSON value of a BosBase server: a record, a body, or a part of them.
///
/// ```swift
/// try await posts.create(["title": "First", "tags": ["a", "b"], "cover": nil])
/// ```
///
/// `nil` in a literal is sent as `null`. When reading, a missing member is `nil`, and a null member is `.null`.
public enum BosBaseJSON: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number that fits into 64 bits.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  /// A string.
  case text(String)
  /// An array.
  case array([BosBaseJSON])
  /// An object.
  case object([String: BosBaseJSON])
}

extension BosBaseJSON {
  /// The value of a member, or `nil` if there is none, or if this isn't an object.
  public subscript(name: String) -> BosBaseJSON? { members?[name] }

  /// The string, or `nil` for anything else.
  public var text: String? { if case .text(let value) = self { value } else { nil } }
  /// The whole number, or `nil` for anything else.
  public var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value)
    default: nil
    }
  }
  /// The number, or `nil` for anything else.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
  /// The truth value, or `nil` for anything else.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The elements, or `nil` for anything else.
  public var array: [BosBaseJSON]? { if case .array(let value) = self { value } else { nil } }
  /// The members, or `nil` for anything else.
  public var members: [String: BosBaseJSON]? { if case .object(let value) = self { value } else { nil } }
  /// Whether this is `null`.
  public var isNull: Bool { self == .null }
}

extension BosBaseJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Creates a truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates `null`.
  public init(nilLiteral: ()) { self = .null }
  /// Creates an array.
  public init(arrayLiteral elements: BosBaseJSON...) { self = .array(elements) }
  /// Creates an object. If a name occurs twice, the last member counts.
  public init(dictionaryLiteral elements: (String, BosBaseJSON)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}

extension BosBaseJSON: CustomReflectable {
  /// No children, because values can be personal data.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension BosBaseJSON: CustomStringConvertible {
  /// The kind and the size, without values.
  public var description: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .integer, .number: "a number"
    case .text: "a text"
    case .array(let elements): "an array of \(elements.count)"
    case .object(let members): "an object with \(members.keys.sorted().joined(separator: ", "))"
    }
  }
}

// MARK: - The wire

extension BosBaseJSON {
  init(_ wire: JSONValue) {
    switch wire {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .number(value)
    case .string(let value): self = .text(value)
    case .array(let elements): self = .array(elements.map(BosBaseJSON.init))
    case .object(let members):
      self = .object(Dictionary(members.map { ($0.name, BosBaseJSON($0.value)) }) { $1 })
    }
  }

  var wire: JSONValue {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .number(let value): .double(value)
    case .text(let value): .string(value)
    case .array(let elements): .array(elements.map(\.wire))
    case .object(let members):
      .object(members.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value.wire) })
    }
  }

  /// The text of the value.
  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.value(wire)
    return writer.bytes
  }

  /// The largest whole number that the server, which computes in doubles, distinguishes from the next one.
  static let largestExact: Int64 = 1 << 53

  /// Throws for numbers that the server would change.
  ///
  /// - Throws: ``BosBaseError`` with code `.inexactNumber`.
  func check(_ place: String = "The body") throws(BosBaseError) {
    switch self {
    case .integer(let value) where value.magnitude > UInt64(Self.largestExact):
      throw BosBaseError(
        .inexactNumber, "\(place) has an integer beyond 2^53, which the server would round; store it as text")
    case .number(let value) where !value.isFinite:
      throw BosBaseError(.inexactNumber, "\(place) has an infinity or NaN, which JSON can't carry")
    case .array(let elements):
      for element in elements { try element.check(place) }
    case .object(let members):
      for (name, member) in members { try member.check("The member \"\(name)\"") }
    default: break
    }
  }

  /// The value without secrets in its texts. Texts that programs compare stay, because a secret may be a short part
  /// of one.
  func hiding(_ secrets: [String]) -> BosBaseJSON {
    switch self {
    case .text(var text):
      for secret in secrets where !secret.isEmpty { text = text.replacing(secret, with: "…") }
      return .text(text)
    case .array(let elements): return .array(elements.map { $0.hiding(secrets) })
    case .object(let members):
      let kept: Set = ["code", "mfaId"]
      return .object(
        Dictionary(
          uniqueKeysWithValues: members.map { name, value in
            (name, kept.contains(name) ? value : value.hiding(secrets))
          }))
    default: return self
    }
  }
}
#endif
