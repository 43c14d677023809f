/// Creates a trigger.
///
/// ```swift
/// SQLCreateTrigger("log_insert", .after, .insert, on: "Artist", body: ["INSERT INTO Log VALUES (new.Name)"])
/// ```
///
/// Values in the texts become literals, because a trigger can't have parameters.
///
/// Source: <https://sqlite.org/lang_createtrigger.html>.
public struct SQLCreateTrigger: SQLCommand {
  /// The time at which a trigger fires.
  public enum Timing: String, Sendable, Hashable, CaseIterable {
    /// Before the row is changed.
    case before = "BEFORE"
    /// After the row was changed.
    case after = "AFTER"
    /// Instead of a change to a view.
    case insteadOf = "INSTEAD OF"
  }

  /// The event that a trigger fires for.
  public enum Event: Sendable, Hashable {
    /// A row is inserted.
    case insert
    /// A row is deleted.
    case delete
    /// A row is updated. With names, only if one of these columns is assigned.
    case update(of: [String] = [])

    fileprivate var text: String {
      switch self {
      case .insert: "INSERT"
      case .delete: "DELETE"
      case .update(let columns):
        columns.isEmpty ? "UPDATE" : "UPDATE OF " + columns.map { SQLIdentifier.quote($0) }.joined(separator: ", ")
      }
    }
  }

  private let name: String
  private let schema: String?
  private let timing: Timing
  private let event: Event
  private let table: String
  private let condition: SQLFragment?
  private let body: [SQLFragment]
  private let ifNotExists: Bool
  private let isTemporary: Bool

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - name: The name of the trigger.
  ///   - schema: The trigger's schema. If `nil`, the table's schema.
  ///   - timing: The time at which it fires.
  ///   - event: The event that it fires for.
  ///   - table: The name of the table or view.
  ///   - condition: A condition over `old` and `new`.
  ///   - body: The statements, without semicolons at their ends.
  ///   - ifNotExists: Whether to keep an existing trigger.
  ///   - temporary: Whether the trigger is in the temporary schema.
  public init(
    _ name: String, schema: String? = nil, _ timing: Timing, _ event: Event, on table: String,
    when condition: SQLFragment? = nil, body: [SQLFragment], ifNotExists: Bool = false, temporary: Bool = false
  ) {
    self.name = name
    self.schema = schema
    self.timing = timing
    self.event = event
    self.table = table
    self.condition = condition
    self.body = body
    self.ifNotExists = ifNotExists
    isTemporary = temporary
  }

  /// Renders the statement.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature, or
  ///   `.invalidQuery` if the definition isn't valid.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Never, Void> {
    guard !body.isEmpty else { throw DatabaseError(.invalidQuery, "the trigger \"\(name)\" has no statements") }
    var text = "CREATE \(isTemporary ? "TEMP " : "")TRIGGER \(ifNotExists ? "IF NOT EXISTS " : "")"
    text += "\(SQLSchema.qualified(name, schema)) \(timing.rawValue) \(event.text) "
    text += "ON \(SQLIdentifier.quote(table)) FOR EACH ROW"
    if let condition { text += " WHEN \(try SQLTableDefinition.parenthesized(condition))" }
    text += " BEGIN"
    for statement in body { text += "\n  " + (try SQLLiteral.inline(statement)) + ";" }
    return .single(SQLFragment(raw: text + "\nEND"))
  }
}
