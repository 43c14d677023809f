#if Identity
internal import QuarryWire

/// Changes of records that the server makes together or not at all.
///
/// ```swift
/// let results = try await client.batch { batch in
///   batch.create(in: "posts", ["title": "First"])
///   batch.delete("u1abcdefghijklm", in: "drafts")
/// }
/// ```
///
/// A batch can't read. The server accepts batches only if its settings allow them.
public struct BosBaseBatch: Sendable {
  var requests: [BosBaseJSON] = []
  var secrets: [String] = []
  /// Whether a request names no record where it must.
  var lacksRecord = false

  /// Adds the creation of a record.
  public mutating func create(in collection: String, _ body: BosBaseJSON, expand: String? = nil) {
    add("POST", collection, nil, body, expand)
  }

  /// Adds the change of a record.
  public mutating func update(_ id: String, in collection: String, _ body: BosBaseJSON, expand: String? = nil) {
    add("PATCH", collection, id, body, expand)
  }

  /// Adds the change of a record if its `id` exists, otherwise its creation.
  public mutating func upsert(in collection: String, _ body: BosBaseJSON, expand: String? = nil) {
    add("PUT", collection, nil, body, expand)
  }

  /// Adds the deletion of a record.
  public mutating func delete(_ id: String, in collection: String) { add("DELETE", collection, id, [:], nil) }

  private mutating func add(
    _ method: String, _ collection: String, _ id: String?, _ body: BosBaseJSON, _ expand: String?
  ) {
    var url = "/api/collections/\(FormText.encode(collection))/records"
    if let id {
      url += "/" + FormText.encode(id)
      lacksRecord = lacksRecord || id.isEmpty
    }
    if let expand { url += "?expand=" + FormText.encode(expand) }
    requests.append(["method": .text(method), "url": .text(url), "headers": [:], "body": body])
    secrets += BosBaseCollection.secrets(in: body)
  }

  /// The outcome of one request of a batch.
  public struct Result: Sendable {
    /// The status: 200, or 204 for deletions.
    public var status: Int
    /// The stored record, or `nil` for deletions.
    public var record: BosBaseRecord?
  }
}

extension BosBaseClient {
  /// Makes changes of records together or not at all.
  ///
  /// - Parameter body: A closure that adds the changes.
  /// - Returns: The results in the order of the requests. For an empty batch, nothing is sent and the result is
  ///   empty.
  /// - Throws: ``BosBaseError`` with code `.batchFailed` and ``BosBaseError/batchIndex``, `.forbidden` if the server
  ///   doesn't allow batches, or `.invalidData` if there are too many requests.
  @discardableResult
  public func batch(
    _ body: (inout BosBaseBatch) throws(BosBaseError) -> Void
  ) async throws(BosBaseError) -> [BosBaseBatch.Result] {
    var batch = BosBaseBatch()
    try body(&batch)
    guard !batch.requests.isEmpty else { return [] }
    guard !batch.lacksRecord else { throw BosBaseCollection.noRecord }
    let answer = try await send(
      "POST", ["api", "batch"], body: ["requests": .array(batch.requests)], hiding: batch.secrets)
    guard let results = answer.array, results.count == batch.requests.count else {
      throw BosBaseError(.invalidAnswer, "The answer isn't that of the batch")
    }
    return results.map { result in
      BosBaseBatch.Result(
        status: Int(clamping: result["status"]?.integer ?? 0), record: result["body"]?.members.map(BosBaseRecord.init))
    }
  }
}
#endif
