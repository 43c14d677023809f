/// Creates a full-text table. For external content, also creates the triggers that update the index, and indexes the existing rows.
///
/// > Note: From SQLite 3.40 to 3.43, triggers can't write full-text tables unless the connection trusts the schema, and every write
/// > to the content would fail. On these versions the command throws `.unsupportedFeature` before it creates anything. Either set
/// > `trustsSchema` for files that nobody else writes, or create the table without triggers and run
/// > ``SQLMaintainFullTextTable`` with `.rebuild` after you change the content.
///
/// > Important: `INSERT OR REPLACE` on the content doesn't fire the delete trigger unless `PRAGMA recursive_triggers` is on.
///
/// Source: <https://sqlite.org/fts5.html#external_content_tables>.
public struct SQLCreateFullTextTable: SQLCommand {
  /// The ways to update an index with external content.
  public enum Triggers: Sendable, Hashable {
    /// Triggers of the schema.
    case inSchema
    /// No triggers. The app updates the index.
    case none
  }

  private let table: SQLFullTextTable
  private let triggers: Triggers
  private let ifNotExists: Bool

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - triggers: How an index with external content is updated.
  ///   - ifNotExists: Whether to keep an existing table of that name.
  public init(_ table: SQLFullTextTable, triggers: Triggers = .inSchema, ifNotExists: Bool = false) {
    self.table = table
    self.triggers = triggers
    self.ifNotExists = ifNotExists
  }

  /// Renders the statements.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature, or
  ///   `.invalidQuery` if the definition isn't valid.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Never, Void> {
    let create = try table.definition(context, ifNotExists: ifNotExists)
    guard case .external = table.content else { return .single(create) }
    let texts = triggers == .inSchema ? table.triggers(ifNotExists: ifNotExists) : []
    let fill = SQLFragment(
      raw:
        "INSERT INTO \(SQLSchema.qualified(table.name, table.schema)) (\(SQLIdentifier.quote(table.name))) VALUES ('rebuild')"
    )
    let steps = ([create] + texts + [fill]).map { SQLStep<Never>($0) }
    let isRestricted = (EngineVersion(3, 40)..<EngineVersion(3, 44)).contains(context.engine.version)
    guard triggers == .inSchema, isRestricted else { return .sequence(steps, isAtomicGroup: true) }
    var isTrusted = true
    let refusal = DatabaseError(
      .unsupportedFeature,
      "the triggers of the full-text table \"\(table.name)\" couldn't write it: SQLite \(context.engine.version) doesn't let "
        + "triggers of a schema that isn't trusted do so, and every write to its content would fail; create it with "
        + "triggers: .none and rebuild it after changes, or set trustsSchema for files that nobody else writes")
    let ask = SQLStep<Never>(
      SQLFragment(raw: "PRAGMA trusted_schema"),
      receive: { _, row in isTrusted = try row.value(Int64.self) != 0 },
      finish: { (state, _) throws(DatabaseError) in
        guard isTrusted else { throw refusal }
        for step in steps { state.add(step) }
      })
    return .sequence([ask], isAtomicGroup: true)
  }
}

extension SQLFullTextTable {
  /// The index of the table for queries.
  public var index: SQLFullTextIndex { SQLFullTextIndex(name) }

  /// The triggers that update an index with external content.
  fileprivate func triggers(ifNotExists: Bool) -> [SQLFragment] {
    guard case .external(let content, let rowID) = content else { return [] }
    // In a trigger, tables have no schema: they are of the same one.
    let own = SQLIdentifier.quote(name)
    let names = columns.map { SQLIdentifier.quote($0.name) }
    let list = (["rowid"] + names).joined(separator: ", ")
    func values(_ row: String) -> String {
      ([rowID == "rowid" ? "rowid" : SQLIdentifier.quote(rowID)] + names).map { "\(row).\($0)" }.joined(separator: ", ")
    }
    let add = "INSERT INTO \(own) (\(list)) VALUES (\(values("new")));"
    let remove = "INSERT INTO \(own) (\(own), \(list)) VALUES ('delete', \(values("old")));"
    func trigger(_ event: String, _ body: String) -> SQLFragment {
      let name = SQLSchema.qualified("\(self.name)_\(event.lowercased())", schema)
      return SQLFragment(
        raw: "CREATE TRIGGER \(ifNotExists ? "IF NOT EXISTS " : "")\(name) "
          + "AFTER \(event) ON \(SQLIdentifier.quote(content)) BEGIN \(body) END")
    }
    return [trigger("INSERT", add), trigger("DELETE", remove), trigger("UPDATE", remove + " " + add)]
  }
}

/// Maintains the index of a full-text table.
///
/// Source: <https://sqlite.org/fts5.html#special_insert_commands>.
public struct SQLMaintainFullTextTable: SQLCommand {
  /// The kinds of maintenance.
  public enum Work: String, Sendable, Hashable, CaseIterable {
    /// Indexes all rows of the content again.
    case rebuild
    /// Merges the parts of the index into one, so that queries are faster.
    case optimize
    /// Checks that the index is sound and, for external content, agrees with it. Throws `.corrupt` otherwise.
    case check = "integrity-check"
  }

  private let table: SQLFullTextTable
  private let work: Work

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - table: The full-text table.
  ///   - work: The kind of maintenance.
  public init(_ table: SQLFullTextTable, _ work: Work) { (self.table, self.work) = (table, work) }

  /// Renders the statement.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature, or
  ///   `.invalidQuery` if the definition isn't valid.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Never, Void> {
    let target = SQLSchema.qualified(table.name, table.schema)
    let own = SQLIdentifier.quote(table.name)
    if work == .check {
      return .single(SQLFragment(raw: "INSERT INTO \(target) (\(own), rank) VALUES ('\(work.rawValue)', 1)"))
    }
    return .single(SQLFragment(raw: "INSERT INTO \(target) (\(own)) VALUES ('\(work.rawValue)')"))
  }
}
