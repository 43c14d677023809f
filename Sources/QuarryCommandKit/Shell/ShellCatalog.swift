#if Command
internal import Quarry
internal import QuarryCopy

/// The tables of a database with their columns, as the shell completes them.
struct ShellCatalog: Sendable {
  /// A table or view.
  struct Table: Sendable, Hashable {
    /// The name of the schema where it is not `main` or `temp`.
    var schema: String?
    var name: String
    var columns: [String]
  }

  var tables: [Table] = []

  /// The table with a name.
  subscript(name: String) -> Table? { tables.first { SQLIdentifier.areEqual($0.name, name) } }
}

extension ShellCatalog {
  /// The tables of a schema whose columns are asked for, at most, where the engine cannot be asked for all at once.
  private static let limit = 50

  /// Reads the catalog of a connection, as far as it tells.
  static func read(_ connection: ShellConnection) async -> ShellCatalog {
    var catalog = ShellCatalog()
    for schema in await schemas(connection) {
      let shown = ["main", "temp"].contains(schema.lowercased()) ? nil : schema
      let rows = (try? await connection.rows(of: everything(schema))) ?? []
      if rows.isEmpty {
        catalog.tables += await tables(of: schema, shown, connection)
        continue
      }
      for row in rows {
        guard row.count == 2, let name = row[0].text else { continue }
        if catalog.tables.last?.name != name || catalog.tables.last?.schema != shown {
          catalog.tables.append(Table(schema: shown, name: name, columns: []))
        }
        if let column = row[1].text { catalog.tables[catalog.tables.count - 1].columns.append(column) }
      }
    }
    return catalog
  }

  /// The schemas of a connection; `main` alone where the driver does not say.
  static func schemas(_ connection: ShellConnection) async -> [String] {
    let rows = (try? await connection.rows(of: "PRAGMA database_list")) ?? []
    let names = rows.compactMap { $0.count > 1 ? $0[1].text : nil }
    return names.isEmpty ? ["main"] : names
  }

  /// The table that lists the objects of a schema.
  static func objects(of schema: String) -> String {
    SQLIdentifier.areEqual(schema, "temp")
      ? "sqlite_temp_master" : SQLIdentifier.quote(schema) + ".sqlite_master"
  }

  private static let condition = "type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"

  /// All columns with one question, which engines since 3.16 take.
  private static func everything(_ schema: String) -> String {
    """
    SELECT o.name, c.name FROM (SELECT name FROM \(objects(of: schema)) WHERE \(condition)) AS o
    LEFT JOIN pragma_table_info(o.name, \(SQLIdentifier.quoteText(schema))) AS c ORDER BY o.name, c.cid
    """
  }

  private static func tables(of schema: String, _ shown: String?, _ connection: ShellConnection) async -> [Table] {
    let sql = "SELECT name FROM \(objects(of: schema)) WHERE \(condition) ORDER BY name"
    let names = ((try? await connection.rows(of: sql)) ?? []).compactMap { $0.first?.text }
    var tables = names.map { Table(schema: shown, name: $0, columns: []) }
    for index in tables.indices.prefix(limit) {
      let question = "PRAGMA \(SQLIdentifier.quote(schema)).table_info(\(SQLIdentifier.quote(tables[index].name)))"
      do {
        let columns = try await connection.rows(of: question)
        tables[index].columns = columns.compactMap { $0.count > 1 ? $0[1].text : nil }
      } catch is CancellationError {
        // Ctrl-C: whoever types waits for the prompt.
        break
      } catch {}
    }
    return tables
  }
}
#endif
