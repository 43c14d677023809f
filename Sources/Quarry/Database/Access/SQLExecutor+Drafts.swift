extension SQLExecutor {
  /// Inserts a draft and returns the stored record, with its assigned key and its defaults.
  ///
  /// - Parameters:
  ///   - draft: The draft. The engine assigns a key that it leaves out.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Throws: ``DatabaseError`` with a constraint's code; with `.rowNotFound` if a trigger ignored the draft.
  @discardableResult
  public func insert<Draft: SQLDraft>(_ draft: Draft, inSchema schema: String? = nil) async throws -> Draft.Record {
    try await run(SQLInsert(draft).inSchema(schema).returningRecord())
  }

  /// Inserts a draft with a conflict algorithm and returns the stored record, or `nil` if nothing was inserted.
  ///
  /// - Parameters:
  ///   - draft: The draft. The engine assigns a key that it leaves out.
  ///   - algorithm: What happens if the draft breaks a constraint.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The stored record; `nil` if `.ignore`, or a trigger, ignored the draft.
  /// - Throws: ``DatabaseError`` with a constraint's code, unless the algorithm prevents it.
  @discardableResult
  public func insert<Draft: SQLDraft>(
    _ draft: Draft, or algorithm: SQLConflictAlgorithm, inSchema schema: String? = nil
  ) async throws -> Draft.Record? {
    try await run(SQLInsert(draft, or: algorithm).inSchema(schema).returningRecordIfInserted())
  }

  /// Inserts drafts, all of them or none, several with one statement.
  ///
  /// - Parameters:
  ///   - drafts: The drafts. The engine assigns keys that they leave out.
  ///   - algorithm: What happens if a draft breaks a constraint; `nil` fails.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The sum of the changes.
  /// - Throws: ``DatabaseError`` with a constraint's code, unless the algorithm prevents it.
  @discardableResult
  public func insert<Draft: SQLDraft>(
    _ drafts: [Draft], or algorithm: SQLConflictAlgorithm? = nil, inSchema schema: String? = nil
  ) async throws -> SQLChangeResult {
    try await run(SQLInsert(drafts, or: algorithm).inSchema(schema))
  }

  /// Inserts a draft without a key, or inserts or updates the row with the draft's key, and returns the stored record.
  ///
  /// Only the primary key decides: another unique column that conflicts is an error.
  ///
  /// - Parameters:
  ///   - draft: The draft. An integer key of 0 counts as no key.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Throws: ``DatabaseError`` with a constraint's code; with `.rowNotFound` if a trigger ignored the draft.
  @discardableResult
  public func save<Draft: SQLDraft>(_ draft: Draft, inSchema schema: String? = nil) async throws -> Draft.Record {
    try await run(SQLSave(draft).inSchema(schema))
  }
}
