extension DatabaseBatch {
  /// Adds the insert of a draft.
  ///
  /// - Parameters:
  ///   - draft: The draft. The engine assigns a key that it leaves out.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The ticket of the stored record, with its assigned key and its defaults. Reading it fails with
  ///   `.rowNotFound` if a trigger ignored the draft.
  @discardableResult
  public mutating func insert<Draft: SQLDraft>(_ draft: Draft, inSchema schema: String? = nil) -> Ticket<Draft.Record> {
    let insert = SQLInsert(draft).inSchema(schema)
    return add(BatchEntry(insert.returningRecord(), unwanted: insert))
  }

  /// Adds the insert of a draft with a conflict algorithm.
  ///
  /// - Parameters:
  ///   - draft: The draft. The engine assigns a key that it leaves out.
  ///   - algorithm: What happens if the draft breaks a constraint.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The ticket of the stored record; its result is `nil` if `.ignore`, or a trigger, ignored the draft.
  @discardableResult
  public mutating func insert<Draft: SQLDraft>(
    _ draft: Draft, or algorithm: SQLConflictAlgorithm, inSchema schema: String? = nil
  ) -> Ticket<Draft.Record?> {
    let insert = SQLInsert(draft, or: algorithm).inSchema(schema)
    return add(BatchEntry(insert.returningRecordIfInserted(), unwanted: insert))
  }

  /// Adds the insert of several drafts, with as few statements as the engine's limits allow.
  ///
  /// - Parameters:
  ///   - drafts: The drafts. The engine assigns keys that they leave out.
  ///   - algorithm: What happens if a draft breaks a constraint; `nil` fails.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The ticket of the sum of the changes.
  @discardableResult
  public mutating func insert<Draft: SQLDraft>(
    _ drafts: [Draft], or algorithm: SQLConflictAlgorithm? = nil, inSchema schema: String? = nil
  ) -> Ticket<SQLChangeResult> {
    run(SQLInsert(drafts, or: algorithm).inSchema(schema))
  }

  /// Adds the insert of a draft without a key, or the insert or update of the row with the draft's key.
  ///
  /// - Parameters:
  ///   - draft: The draft. An integer key of 0 counts as no key.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The ticket of the stored record. Reading it fails with `.rowNotFound` if a trigger ignored the draft.
  @discardableResult
  public mutating func save<Draft: SQLDraft>(_ draft: Draft, inSchema schema: String? = nil) -> Ticket<Draft.Record> {
    run(SQLSave(draft).inSchema(schema))
  }
}
