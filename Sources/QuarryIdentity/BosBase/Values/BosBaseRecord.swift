#if Identity
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A record as JSON, for collections that have no Swift type.
///
/// ```swift
/// let title = record["title"]?.text
/// let post = try record.decoded(as: Post.self)
/// ```
///
/// Descriptions show the collection and the ID only.
public struct BosBaseRecord: Sendable, Hashable, Codable, Identifiable {
  /// The fields by name, with `id`, `collectionId` and `collectionName`.
  public var fields: [String: BosBaseJSON]

  /// Creates a record from its fields.
  public init(_ fields: [String: BosBaseJSON]) { self.fields = fields }

  /// Reads a record.
  public init(from decoder: any Decoder) throws { fields = try [String: BosBaseJSON](from: decoder) }

  /// Writes the fields.
  public func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }

  /// The ID; empty if the record has none yet.
  public var id: String { fields["id"]?.text ?? "" }
  /// The ID of the collection; empty if it isn't known.
  public var collectionID: String { fields["collectionId"]?.text ?? "" }
  /// The name of the collection; empty if it isn't known.
  public var collectionName: String { fields["collectionName"]?.text ?? "" }

  /// The value of a field, or `nil` if there is none.
  public subscript(name: String) -> BosBaseJSON? {
    get { fields[name] }
    set { fields[name] = newValue }
  }

  /// Returns the date of a field, or `nil` if it's missing or holds no date.
  public func date(_ name: String) -> Date? { fields[name]?.text.flatMap(BosBaseDate.date) }

  /// Returns the records that a relation was expanded to; empty if it wasn't.
  public func expanded(_ relation: String) -> [BosBaseRecord] {
    guard let found = fields["expand"]?[relation] else { return [] }
    return (found.array ?? [found]).compactMap { $0.members.map(BosBaseRecord.init) }
  }

  /// Reads the record as a value of a Swift type.
  ///
  /// - Throws: ``BosBaseError`` with code `.invalidAnswer`.
  public func decoded<Value: Decodable>(as type: Value.Type) throws(BosBaseError) -> Value {
    try BosBaseJSON.object(fields).decoded(as: type)
  }
}

extension BosBaseRecord: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The collection and the ID.
  public var description: String { "BosBaseRecord(\(collectionName) \(id))" }
  /// The collection and the ID.
  public var debugDescription: String { description }
  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
