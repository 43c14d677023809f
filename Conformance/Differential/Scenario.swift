import Quarry

/// A schema, its rows, and a query: small enough to be read, complete enough to be repeated.
struct Scenario: Sendable {
  /// The tables, each with an integer key.
  var tables: [Table]
  /// The query.
  var query: SQLSyntax.Query
  /// The predicate that the rows were split by; `nil` if the query has none.
  var predicate: SQLSyntax.Expression?
  /// Whether the order of the rows is part of the result.
  var isOrdered: Bool

  /// A table of the scenario.
  struct Table: Sendable {
    var name: String
    var columns: [Column]
    /// Columns that share an index.
    var indexes: [[Int]]
    var rows: [[SQLValue]]

    /// The table as queries see it. Names of columns are unique over all tables.
    var model: SQLTable { SQLTable(name, definitions: columns.map(\.definition)) }
  }

  /// A column of a table.
  struct Column: Sendable {
    let name: String
    let kind: Kind
    /// The column as queries see it. It is one value, because columns are compared by identity.
    let definition: SQLColumnDefinition

    init(name: String, kind: Kind) {
      self.name = name
      self.kind = kind
      definition = SQLColumnDefinition(name: name, type: kind.type, isNullable: kind != .key)
    }

    /// The kind of a column's values.
    enum Kind: Sendable, Hashable, CaseIterable {
      case key, integer, text, textWithoutCase, real, any

      var type: SQLColumnType {
        switch self {
        case .key, .integer: .integer
        case .text, .textWithoutCase: .text
        case .real: .real
        case .any: .blob
        }
      }
    }

    /// The column in CREATE TABLE.
    var sql: String {
      switch kind {
      case .key: "\(name) INTEGER PRIMARY KEY"
      case .integer: "\(name) INTEGER"
      case .text: "\(name) TEXT"
      case .textWithoutCase: "\(name) TEXT COLLATE NOCASE"
      case .real: "\(name) REAL"
      case .any: name
      }
    }

    /// The column in an expression.
    var expression: SQLSyntax.Expression { .column(nil, definition) }
  }

  /// The statements that create the schema and fill it.
  var setup: [SQLFragment] {
    tables.flatMap { table in
      var statements = [
        SQLFragment(raw: "CREATE TABLE \(table.name) (\(table.columns.map(\.sql).joined(separator: ", ")))")
      ]
      for (number, index) in table.indexes.enumerated() {
        let columns = index.map { table.columns[$0].name }.joined(separator: ", ")
        statements.append(SQLFragment(raw: "CREATE INDEX \(table.name)_\(number) ON \(table.name) (\(columns))"))
      }
      for row in table.rows {
        var insert = SQLFragment(raw: "INSERT INTO \(table.name) VALUES (")
        for (position, value) in row.enumerated() {
          if position > 0 { insert.append(raw: ", ") }
          insert.append(value: value)
        }
        insert.append(raw: ")")
        statements.append(insert)
      }
      return statements
    }
  }

  /// The statements that remove the schema.
  var teardown: [SQLFragment] { tables.map { SQLFragment(raw: "DROP TABLE \($0.name)") } }

  /// The amount of text to read.
  var size: Int {
    tables.reduce(0) { $0 + 20 + $1.rows.count * $1.columns.count + $1.indexes.count * 4 } + query.size
  }
}

extension SQLFragment {
  /// The text with its values written into it, for reports.
  var inlined: String {
    var values = self.values[...]
    var text = ""
    var quote: Character?
    for character in sql {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "'" || character == "\"" {
        quote = character
      } else if character == "?", let value = values.popFirst() {
        text += value.description
        continue
      }
      text.append(character)
    }
    return text
  }
}
