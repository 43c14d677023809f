#if Server
internal import Hummingbird
internal import Quarry
internal import QuarryWire

extension PerSQLProtocol {
  func databases(_ permission: Permission) -> Response {
    Self.success { writer in
      writer.array { array in
        for host in hosts where permission.includes(host.served.namespace) {
          array.object {
            $0.member("namespaceSlug", host.served.namespace)
            $0.member("slug", host.served.name)
            $0.member("name", host.served.name)
          }
        }
      }
    }
  }

  func tables(_ host: DatabaseHost) async throws -> [UInt8] {
    let database = host.served.database
    var writer = JSONWriter()
    let names = try await tableNames(database)
    var counts: [Int64] = []
    for name in names {
      let sql = SQLFragment(raw: "SELECT count(*) FROM \(Self.quoted(name))")
      counts.append(try await database.fetchOne(sql.values(Int64.self)) ?? 0)
    }
    writer.array { array in
      for (name, count) in zip(names, counts) {
        array.object {
          $0.member("name", name)
          $0.member("rowCount", count)
        }
      }
    }
    return writer.bytes
  }

  func describe(_ host: DatabaseHost) async throws -> [UInt8] {
    let database = host.served.database
    var tables: [(name: String, columns: [SQLRow])] = []
    for name in try await tableNames(database) {
      let rows = SQLFragment(raw: "PRAGMA table_info(\(Self.quoted(name)))").rows()
      tables.append((name, try await database.fetchAll(rows)))
    }
    return JSONWriter.object { writer in
      writer.key("databaseDescription")
      writer.null()
      writer.key("tables")
      writer.array { array in
        for table in tables {
          array.object { writer in
            writer.member("table", table.name)
            writer.key("description")
            writer.null()
            writer.key("columns")
            writer.array { columns in
              for row in table.columns {
                columns.object {
                  $0.member("name", Self.text(row["name"]))
                  $0.member("type", Self.text(row["type"]))
                  $0.member("notNull", row["notnull"] == .integer(1))
                  $0.member("primaryKey", row["pk"] != .integer(0))
                }
              }
            }
          }
        }
      }
    }
  }

  private func tableNames(_ database: Database) async throws -> [String] {
    let sql: SQLFragment = """
      SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
      """
    return try await database.fetchAll(sql.values(String.self))
  }

  private static func text(_ value: SQLValue?) -> String? {
    if case .text(let text)? = value { text } else { nil }
  }

  private static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
}
#endif
