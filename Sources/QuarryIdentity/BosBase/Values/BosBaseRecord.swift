#if Identity
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A record as JSON, for collections without a Swift type.
///
/// ```swift
/// let title = record["title"]?.text
/// let post = try record.decoded(as: Post.self)
/// ```
///
/// Descriptions show only the collection and the ID.
public struct BosBaseRecord: Sendable, Hashable, Codable, Identifiable {
  /// The fields by name, with `id`, `collectionId` and `collectionName`.
  public var fields: [String: BosBaseJSON]

  /// Creates a record from its fields.
  public init(_ fields: [String: BosBaseJSON]) { self.fields = fields }

  /// Reads a record.
  ///
  /// - Throws: `DecodingError` if the value isn't a JSON object.
  public init(from decoder: any Decoder) throws { fields = try [String: BosBaseJSON](from: decoder) }

  /// Writes the fields.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }

  /// The ID, or an empty text if the record has none yet.
  public var id: String { fields["id"]?.text ?? "" }
  /// The ID of the collection, or an empty text if unknown.
  public var collectionID: String { fields["collectionId"]?.text ?? "" }
  /// The name of the collection, or an empty text if unknown.
  public var collectionName: String { fields["collectionName"]?.text ?? "" }

  /// The value of a field, or `nil` if there is none.
  public subscript(name: String) -> BosBaseJSON? {
    get { fields[name] }
    set { fields[name] = newValue }
  }

  /// Returns the date of a field, or `nil` if it's missing or isn't a date.
  public func date(_ name: String) -> Date? { fields[name]?.text.flatMap(BosBaseDate.date) }

  /// Returns the records that a relation was expanded to, or an empty array if it wasn't expanded.
  public func expanded(_ relation: String) -> [BosBaseRecord] {
    guard let found = fields["expand"]?[relation] else { return [] }
    return (found.array ?? [found]).compactMap { $0.members.map(BosBaseRecord.init) }
  }

  /// Reads the record as a value of a Swift type.
  ///
  /// - Throws: ``BosBaseError`` with code `.invalidAnswer` if the fields don't fit the type.
  public func decoded<Value: Decodable>(as type: Value.Type) throws(BosBaseError) -> Value {
    try BosBaseJSON.object(fields).decoded(as: type)
  }
}

extension BosBaseRecord: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The collection and the ID.
  public var description: String { "BosBaseRecord(\(collectionName) \(id))" }
  /// The collection and the ID.
  public var debugDescription: String { description }
  /// No children, so that no values are shown.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
