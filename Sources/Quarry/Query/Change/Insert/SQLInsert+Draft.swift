extension SQLInsert where Record: SQLCodable {
  /// Creates an insert of one draft.
  ///
  /// - Parameters:
  ///   - draft: The draft. The engine assigns a key that it leaves out.
  ///   - algorithm: The action if the draft breaks a constraint. If `nil`, the insert fails.
  public init<Draft: SQLDraft>(_ draft: Draft, or algorithm: SQLConflictAlgorithm? = nil)
  where Draft.Record == Record {
    self.init([draft], or: algorithm)
  }

  /// Creates an insert of any number of drafts, together or not at all.
  ///
  /// - Parameters:
  ///   - drafts: The drafts. The engine assigns keys that they leave out.
  ///   - algorithm: The action if a draft breaks a constraint. If `nil`, the insert fails.
  public init<Draft: SQLDraft>(_ drafts: [Draft], or algorithm: SQLConflictAlgorithm? = nil)
  where Draft.Record == Record {
    records = .drafts(count: drafts.count) { index, row in drafts[index].encode(to: &row) }
    self.algorithm = algorithm
  }
}
