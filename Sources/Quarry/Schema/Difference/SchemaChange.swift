/// One change of a schema: a table, index, view or trigger that is created, altered or dropped.
public struct SchemaChange: Sendable, Hashable {
  /// The kinds of changes.
  public enum Action: String, Sendable, Hashable, CaseIterable {
    /// Creates the object.
    case create
    /// Changes the object's definition.
    case alter
    /// Drops the object.
    case drop
  }

  /// The effects of a change on existing rows, from harmless to dangerous.
  public enum Danger: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// Rows don't change.
    case safe
    /// Rows are copied. This takes time and space, and fails if a row violates a new constraint.
    case rewrites
    /// Values are deleted.
    case losesData

    /// Returns whether the first danger is less than the second.
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// The kind of change.
  public let action: Action
  /// The kind of the object.
  public let kind: SQLSchemaObject.Kind
  /// The name of the object.
  public let name: String
  /// The effect on existing rows.
  public let danger: Danger
  /// The details of the change, such as `adds the column pinned`.
  public let effects: [String]
  /// The statements that make the change, in order.
  public let statements: [SQLFragment]

  /// Whether a table is dropped, or replaced.
  var dropsTable: Bool { kind == .table && statements.contains { $0.sql.hasPrefix("DROP TABLE ") } }
}

extension SchemaChange: CustomStringConvertible {
  /// The change in one line: `alter table note (rewrites): changes the column text`.
  public var description: String {
    let warning = danger == .safe ? "" : danger == .rewrites ? " (rewrites)" : " (loses data)"
    let details = effects.isEmpty ? "" : ": " + effects.joined(separator: ", ")
    return "\(action.rawValue) \(kind.rawValue) \(name)\(warning)\(details)"
  }
}

/// The changes that turn one schema into another, in the order in which they must run.
///
/// ```swift
/// let changes = try await database.schemaDifference(to: [Artist.table, Album.table])
/// print(changes)                        // create table Album …
/// if changes.danger < .losesData { try await database.apply(changes) }
/// ```
public struct SchemaChanges: Sendable, Hashable {
  /// The changes, in order.
  public let changes: [SchemaChange]

  /// Whether the schemas are the same.
  public var isEmpty: Bool { changes.isEmpty }

  /// The greatest danger of any change.
  public var danger: SchemaChange.Danger { changes.map(\.danger).max() ?? .safe }

  /// The statements of all changes, in order.
  public var statements: [SQLFragment] { changes.flatMap(\.statements) }

  /// The changes as SQL text, with a comment before each change.
  ///
  /// > Important: If the text rebuilds a table that other tables refer to, turn foreign keys off before you run it.
  public var sql: String {
    changes.map { change in
      let statements = change.statements.map { ((try? SQLLiteral.inline($0)) ?? $0.sql) + ";\n" }
      return "-- \(change.description.split(whereSeparator: \.isNewline).joined(separator: " "))\n"
        + statements.joined()
    }.joined()
  }
}

extension SchemaChanges: CustomStringConvertible {
  /// A line for each change.
  public var description: String { changes.map(\.description).joined(separator: "\n") }
}
