extension DatabaseError {
  /// The failed constraint, as far as the engine reports it; `nil` if the error isn't about a constraint.
  ///
  /// ```swift
  /// } catch let error as DatabaseError where error.constraint?.columns == ["Email"] {
  /// ```
  ///
  /// Engines report these facts only in their messages. Facts that a message doesn't clearly contain are `nil` or
  /// empty.
  public var constraint: Constraint? { Constraint(code, message) }

  /// A constraint that failed.
  public struct Constraint: Sendable, Hashable {
    /// The kind of the constraint.
    public var kind: Kind
    /// The table, without its schema; `nil` if it isn't known.
    public var table: String?
    /// The columns of the constraint, in order; empty if they aren't known. A rowid without a declared column is
    /// `rowid`.
    public var columns: [String]
    /// The name of the index or of the constraint; `nil` if it isn't known.
    ///
    /// For a CHECK without a name, it is the expression on newer engines, and the table on older ones.
    public var name: String?

    /// Creates a description of a constraint.
    public init(_ kind: Kind, table: String? = nil, columns: [String] = [], name: String? = nil) {
      self.kind = kind
      self.table = table
      self.columns = columns
      self.name = name
    }

    /// The kind of a constraint. The set is open: new kinds can be added.
    public struct Kind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
      /// The stable name.
      public var rawValue: String
      /// Creates a kind from its stable name.
      public init(rawValue: String) { self.rawValue = rawValue }
      /// The stable name.
      public var description: String { rawValue }

      /// A UNIQUE constraint or index. Servers that only send messages report primary keys as unique too.
      public static let unique = Self(rawValue: "unique")
      /// A PRIMARY KEY, or a rowid.
      public static let primaryKey = Self(rawValue: "primaryKey")
      /// A NOT NULL constraint.
      public static let notNull = Self(rawValue: "notNull")
      /// A CHECK constraint.
      public static let check = Self(rawValue: "check")
      /// A FOREIGN KEY constraint. The engine never reports which one.
      public static let foreignKey = Self(rawValue: "foreignKey")
      /// A trigger's RAISE, whose message is ``DatabaseError/message``.
      public static let trigger = Self(rawValue: "trigger")
      /// The type rules of a strict table.
      public static let datatype = Self(rawValue: "datatype")
      /// Any other kind, such as a rule of a virtual table.
      public static let other = Self(rawValue: "other")
    }
  }
}

extension DatabaseError.Constraint {
  /// Reads the facts from an engine's error.
  ///
  /// The messages are those of SQLite's `sqlite3UniqueConstraint`, `sqlite3RowidConstraint`, `OP_Halt` and
  /// `OP_TypeCheck`.
  ///
  /// Source: <https://sqlite.org/rescode.html#constraint>.
  init?(_ code: DatabaseError.Code, _ message: String) {
    switch code {
    case .constraintUnique: self.init(.unique, keyIn: message)
    case .constraintPrimaryKey: self.init(.primaryKey, keyIn: message)
    case .constraintNotNull:
      self.init(.notNull)
      if let names = Self.text(in: message, behind: "NOT NULL constraint failed: ") { setColumns(names) }
    case .constraintCheck:
      self.init(.check, name: Self.text(in: message, behind: "CHECK constraint failed: "))
    case .constraintForeignKey: self.init(.foreignKey)
    case .constraintTrigger: self.init(.trigger)
    case .constraintDatatype:
      self.init(.datatype)
      // "cannot store TEXT value in INTEGER column T.c": the type of a strict table is one word.
      let words = Self.text(in: message, behind: "cannot store ")?.split(separator: " ", maxSplits: 5) ?? []
      if words.count == 6, words[1] == "value", words[2] == "in", words[4] == "column" { setColumns(String(words[5])) }
    case _ where code.isConstraint: self.init(.other)
    default: return nil
    }
  }

  /// A UNIQUE constraint's message contains its columns, or its index if that has expressions.
  private init(_ kind: Kind, keyIn message: String) {
    self.init(kind)
    guard let text = Self.text(in: message, behind: "UNIQUE constraint failed: ") else { return }
    if text.hasPrefix("index '"), text.hasSuffix("'"), text.utf8.count > 8 {
      // A quote in the name is doubled.
      name = text.dropFirst(7).dropLast().split(separator: "''", omittingEmptySubsequences: false).joined(
        separator: "'")
    } else {
      setColumns(text)
    }
  }

  /// Returns the text after a beginning; `nil` if the beginning is missing, or if words were removed because they
  /// repeat a value.
  private static func text(in message: String, behind beginning: String) -> String? {
    guard message.hasPrefix(beginning) else { return nil }
    let text = message.dropFirst(beginning.count)
    return text.isEmpty || text.contains("…") ? nil : String(text)
  }

  /// Splits `T.a, T.b`. Names with a period or a comma are ambiguous, and then no columns are set.
  private mutating func setColumns(_ text: String) {
    var table: Substring?
    var columns: [String] = []
    for part in text.split(separator: ", ", omittingEmptySubsequences: false) {
      let names = part.split(separator: ".", omittingEmptySubsequences: false)
      guard names.count == 2, !names[0].isEmpty, !names[1].isEmpty, table == nil || table == names[0] else { return }
      table = names[0]
      columns.append(String(names[1]))
    }
    self.table = table.map(String.init)
    self.columns = columns
  }
}
