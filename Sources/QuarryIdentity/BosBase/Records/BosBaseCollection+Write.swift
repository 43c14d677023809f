#if Identity
extension BosBaseCollection {
  /// Creates a record.
  ///
  /// - Parameters:
  ///   - body: The fields. `nil` is sent as `null`. If `id` is missing, the server chooses it.
  ///   - type: The type of the returned record. If it's left out, it's JSON.
  ///   - expand: Relations with a comma between them.
  ///   - fields: The fields to return. If `nil`, all fields.
  /// - Returns: The stored record.
  /// - Throws: ``BosBaseError`` with code `.invalidData` and field errors, or `.inexactNumber` for integers beyond
  ///   2^53.
  @discardableResult
  public func create<Record: Decodable & Sendable>(
    _ body: BosBaseJSON, as type: Record.Type = BosBaseRecord.self, expand: String? = nil, fields: String? = nil
  ) async throws(BosBaseError) -> Record {
    let query = try Self.query(expand: expand, fields: fields)
    return try await client.send("POST", records(), query: query, body: body, hiding: Self.secrets(in: body))
      .decoded(as: type)
  }

  /// Creates a record from a Swift value.
  ///
  /// - Returns: The stored record.
  /// - Throws: ``BosBaseError`` with the codes of the form with JSON.
  @discardableResult
  public func create<Record: Decodable & Sendable>(
    encoding body: some Encodable, as type: Record.Type = BosBaseRecord.self, expand: String? = nil,
    fields: String? = nil
  ) async throws(BosBaseError) -> Record {
    try await create(try BosBaseJSON(encoding: body), as: type, expand: expand, fields: fields)
  }

  /// Changes fields of a record.
  ///
  /// If the record is the signed-in account, the store's record changes too.
  ///
  /// - Parameters:
  ///   - id: The ID.
  ///   - body: The fields to change. `field+` and `field-` add and remove.
  ///   - type: The type of the returned record. If it's left out, it's JSON.
  ///   - expand: Relations with a comma between them.
  ///   - fields: The fields to return. If `nil`, all fields.
  /// - Returns: The stored record.
  /// - Throws: ``BosBaseError`` with code `.notFound` if there is none or the account can't change it, or
  ///   `.invalidData`.
  @discardableResult
  public func update<Record: Decodable & Sendable>(
    _ id: String, _ body: BosBaseJSON, as type: Record.Type = BosBaseRecord.self, expand: String? = nil,
    fields: String? = nil
  ) async throws(BosBaseError) -> Record {
    guard !id.isEmpty else { throw Self.noRecord }
    let query = try Self.query(expand: expand, fields: fields)
    let answer = try await client.send(
      "PATCH", records(id), query: query, body: body, hiding: Self.secrets(in: body))
    if let changed = answer.members {
      client.authStore.change { record in
        guard record.id == id, owns(record) else { return false }
        record.fields.merge(changed.filter { $0.key != "expand" }) { $1 }
        return true
      }
    }
    return try answer.decoded(as: type)
  }

  /// Changes a record to the fields of a Swift value.
  ///
  /// - Returns: The stored record.
  /// - Throws: ``BosBaseError`` with the codes of the form with JSON.
  @discardableResult
  public func update<Record: Decodable & Sendable>(
    _ id: String, encoding body: some Encodable, as type: Record.Type = BosBaseRecord.self, expand: String? = nil,
    fields: String? = nil
  ) async throws(BosBaseError) -> Record {
    try await update(id, try BosBaseJSON(encoding: body), as: type, expand: expand, fields: fields)
  }

  /// Deletes a record. If it's the signed-in account, the store is cleared.
  ///
  /// - Throws: ``BosBaseError`` with code `.notFound` if there is none or the account can't delete it.
  public func delete(_ id: String) async throws(BosBaseError) {
    guard !id.isEmpty else { throw Self.noRecord }
    _ = try await client.send("DELETE", records(id))
    client.authStore.clear { record in record.id == id && owns(record) }
  }

  /// The passwords in a body, which no error may repeat.
  static func secrets(in body: BosBaseJSON) -> [String] {
    ["password", "passwordConfirm", "oldPassword"].compactMap { body[$0]?.text }
  }
}
#endif
