import Quarry
import QuarryMemory
import QuarryRemote

/// Three nodes of a cluster in this process, over one database in memory: they answer as rqlite does, followers point
/// to the leader, and a transaction of `/db/execute` is one.
actor RqliteDouble {
  private let database: Database
  private(set) var leader = "http://n2:4001"
  /// What the next write answers after it was applied, instead of its result.
  private var lostAnswers = 0

  init() async throws { database = try await Database(MemoryDriver()) }

  /// The leader changes while the next write is under way: it is applied, and its answer says that this is not known.
  func loseLeadership(to node: String) {
    lostAnswers = 1
    leader = node
  }

  nonisolated var transport: ScriptedTransport {
    ScriptedTransport { request, _ in await self.answer(request) }
  }

  private func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard let slash = request.url.dropFirst("http://".count).firstIndex(of: "/") else { return .text(404, "") }
    let target = request.url[slash...]
    guard request.url[..<slash] == leader else {
      return target.contains("&redirect")
        ? .text(301, "", [("Location", leader + target)]) : .text(503, "leader not found")
    }
    guard target.contains("blob_array"), let statements = try? JSONTree(request.body ?? []).array else {
      return .text(400, "invalid request")
    }
    let isTransaction = target.contains("&transaction")
    let isQuery = target.hasPrefix("/db/query")
    let results: [String]
    do {
      results = try await database.withoutTransaction { session in
        if isTransaction { try session.execute("BEGIN") }
        var results: [String] = []
        for statement in statements {
          do {
            results.append(try RqliteDouble.run(statement, session, isQuery))
          } catch let error as DatabaseError {
            results.append(#"{"error":"\#(error.message.replacing("\"", with: "\\\""))"}"#)
            guard isTransaction else { continue }
            try session.execute("ROLLBACK")
            return results
          }
        }
        if isTransaction { try session.execute("COMMIT") }
        return results
      }
    } catch {
      return .text(500, "\(error)")
    }
    if !isQuery, lostAnswers > 0 {
      lostAnswers -= 1
      return .whole(#"{"results":[],"error":"leadership lost while committing log"}"#)
    }
    return .results(results.joined(separator: ","))
  }

  private static func run(_ tree: JSONTree, _ session: SQLSession, _ isQuery: Bool) throws -> String {
    let parts = tree.array ?? []
    let statement = try session.prepare(parts.first?.string ?? "")
    defer { statement.close() }
    let values = try parts.dropFirst().map { try value($0) }
    let returnsRows = isQuery || statement.sql.lowercased().contains("returning ")
    guard returnsRows, !statement.columns.isEmpty else {
      let result = try statement.execute(Array(values))
      return #"{"last_insert_id":\#(result.lastInsertedRowID),"rows_affected":\#(result.affectedRows)}"#
    }
    let rows = try statement.rows(Array(values))
    let types = statement.columns.enumerated().map { index, column in
      column.declaredType?.lowercased() ?? rows.first.map { type($0.values[index]) } ?? ""
    }
    var writer = JSONWriter()
    try writer.object { writer in
      writer.key("columns")
      writer.array { array in for column in statement.columns { array.string(column.name) } }
      writer.key("types")
      writer.array { array in for type in types { array.string(type) } }
      guard !rows.isEmpty else { return }
      writer.key("values")
      try writer.array { array in
        for row in rows { try array.array { cells in for value in row.values { try write(value, to: &cells) } } }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func type(_ value: SQLValue) -> String { value.isNull ? "" : value.storageClass.description }

  private static func value(_ tree: JSONTree) throws -> SQLValue {
    switch tree {
    case .null: .null
    case .bool(let flag): .integer(flag ? 1 : 0)
    case .integer(let integer): .integer(integer)
    case .double(let real): .real(real)
    case .array(let bytes): .blob(bytes.map { UInt8(truncatingIfNeeded: $0.integer ?? 0) })
    case .string(let text) where text.lowercased().hasPrefix("x'"): .blob([])
    case .string(let text): .text(text)
    case .object: throw DatabaseError(.protocolViolation, "unsupported type")
    }
  }

  private static func write(_ value: SQLValue, to writer: inout JSONWriter) throws {
    switch value {
    case .null: writer.null()
    case .integer(let integer): writer.integer(integer)
    // A whole number loses its point.
    case .real(let real):
      if let whole = Int64(exactly: real) { writer.integer(whole) } else { try writer.double(real) }
    case .text(let text): writer.string(text)
    case .blob(let bytes): writer.array { array in for byte in bytes { array.integer(Int64(byte)) } }
    }
  }
}
