import Quarry
import QuarryRemote

/// A service that answers the questions about its engine, and everything else by a list.
struct PerSQLScript {
  let transport: ScriptedTransport
  let driver: PerSQLDriver

  /// - Parameter answers: the answers after those about the engine: status, body, headers; or an error.
  init(
    version: String = "3.45.1", policy: RetryPolicy = RetryPolicy(attempts: 3, firstDelay: .zero),
    serialisesKeys: Bool = false,
    _ answers: Result<(Int, String, [(name: String, value: String)]), HTTPError>...
  ) throws {
    let count = Protected(0)
    transport = ScriptedTransport { (request, _) throws(HTTPError) in
      let body = String(decoding: request.body ?? [], as: UTF8.self)
      if let known = PerSQLScript.engine(body, version) { return HTTPResponse(status: 200, body: Array(known.utf8)) }
      let number = count.withLock { count in
        count += 1
        return count - 1
      }
      guard number < answers.count else { throw HTTPError(.refused, mayHaveBeenSent: false, "the script has ended") }
      let (status, text, headers) = try answers[number].get()
      return HTTPResponse(status: status, headers: headers, body: Array(text.utf8))
    }
    driver = try PerSQLDriver(
      baseURL: "https://persql.test", database: "acme/notes", tokens: .fixed(DriverSecret("psql_test_1")),
      transport: transport, policy: policy, serialisesKeys: serialisesKeys)
  }

  /// The answer to a question about the engine; `nil` for anything else.
  static func engine(_ body: String, _ version: String) -> String? {
    func answer(_ columns: String, _ rows: String) -> String {
      #"{"success":true,"data":{"columns":[\#(columns)],"rows":[\#(rows)],"rowsRead":0,"rowsWritten":0}}"#
    }
    if body.contains("sqlite_version()") { return answer(#""v","s""#, #"["\#(version)","2024 abc"]"#) }
    if body.contains("compile_options") { return answer(#""o""#, #"["ENABLE_FTS5"],["THREADSAFE=1"]"#) }
    if body.contains("pragma_function_list") { return answer(#""n","a""#, #"["upper",1],["concat",-1]"#) }
    if body.contains("pragma_module_list") { return answer(#""n""#, #"["fts5"],["json_each"]"#) }
    if body.contains("pragma_pragma_list") {
      return #"{"success":false,"error":"not authorized","errorDetail":{"kind":"syntax_error","message":"no"}}"#
    }
    let trials = ["EXPLAIN VACUUM INTO", "load_extension", "SELECT rowid FROM (SELECT 1)", "heap_limit"]
    if trials.contains(where: { body.contains($0) }) { return answer(#""n""#, "[0]") }
    return nil
  }

  /// The requests after those about the engine.
  var requests: [HTTPRequest] {
    transport.requests.filter { PerSQLScript.engine(String(decoding: $0.body ?? [], as: UTF8.self), "") == nil }
  }

  /// Their bodies.
  var bodies: [String] { requests.map { String(decoding: $0.body ?? [], as: UTF8.self) } }

  func database() async throws -> Database { try await Database(driver) }
}

extension Result where Success == (Int, String, [(name: String, value: String)]), Failure == HTTPError {
  /// An answer with data.
  static func data(_ json: String) -> Self { .success((200, #"{"success":true,"data":\#(json)}"#, [])) }

  /// A result with these columns and rows.
  static func rows(_ columns: String, _ rows: String) -> Self { .data(result(columns, rows)) }

  /// The result of a change, with the counts behind it.
  static func counts(_ changed: Int, _ rowID: Int) -> Self {
    .data("[\(result("", "")),\(result(#""c","r""#, #"[\#(changed),"\#(rowID)"]"#))]")
  }

  static func answer(_ status: Int, _ body: String, _ headers: [(name: String, value: String)] = []) -> Self {
    .success((status, body, headers))
  }

  private static func result(_ columns: String, _ rows: String) -> String {
    #"{"columns":[\#(columns)],"rows":[\#(rows)],"rowsRead":1,"rowsWritten":0}"#
  }
}
