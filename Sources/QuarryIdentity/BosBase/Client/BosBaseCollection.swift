#if Identity
/// A collection of a server: its records and, if it has accounts, its ways to sign in.
///
/// Get one from ``BosBaseClient/collection(_:)``.
public struct BosBaseCollection: Sendable {
  /// The client.
  public let client: BosBaseClient
  /// The name or the ID.
  public let name: String

  /// The path of a call of the collection.
  func path(_ parts: String...) -> [String] { ["api", "collections", name] + parts }

  /// The path of a call of the collection's records.
  func records(_ parts: String...) -> [String] { ["api", "collections", name, "records"] + parts }

  /// Whether a record is one of this collection.
  func owns(_ record: BosBaseRecord) -> Bool { record.collectionName == name || record.collectionID == name }
}
#endif
