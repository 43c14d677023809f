import Quarry
import QuarryRemote

/// A service that answers the questions about its engine, and everything else by a list.
struct PerSQLScript {
  let transport: ScriptedTransport
  let driver: PerSQLDriver

  /// - Parameters:
  ///   - refused: parts of the questions about the engine that the service rejects.
  ///   - answers: the answers after those about the engine: status, body, headers; or an error.
  init(
    version: String = "3.45.1", refusing refused: [String] = ["pragma_pragma_list"],
    policy: RetryPolicy = RetryPolicy(attempts: 3, firstDelay: .zero), serialisesKeys: Bool = false,
    _ answers: Result<(Int, String, [(name: String, value: String)]), HTTPError>...
  ) throws {
    let count = Protected(0)
    transport = ScriptedTransport { (request, _) throws(HTTPError) in
      let body = String(decoding: request.body ?? [], as: UTF8.self)
      if let known = PerSQLScript.engine(body, version, refused) {
        return HTTPResponse(status: 200, body: Array(known.utf8))
      }
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

  /// What is asked about the engine, and the result.
  private static func questions(_ version: String) -> [(part: String, result: String)] {
    func result(_ columns: String, _ rows: String) -> String {
      #"{"columns":[\#(columns)],"rows":[\#(rows)],"rowsRead":0,"rowsWritten":0}"#
    }
    return [
      ("sqlite_version()", result(#""v","s","r""#, #"["\#(version)","2024 abc",null]"#)),
      ("PRAGMA compile_options", result(#""o""#, #"["ENABLE_FTS5"],["THREADSAFE=1"]"#)),
      ("pragma_function_list", result(#""n","a""#, #"["upper",1],["concat",-1],["load_extension",1]"#)),
      ("pragma_module_list", result(#""n""#, #"["fts5"],["json_each"]"#)),
      ("pragma_pragma_list", result(#""n""#, #"["foreign_keys"],["hard_heap_limit"],["soft_heap_limit"]"#)),
      ("hard_heap_limit", result(#""n""#, "[0]")), ("soft_heap_limit", result(#""n""#, "[0]")),
      ("EXPLAIN VACUUM INTO", result(#""n""#, "[0]")), ("load_extension(", result(#""n""#, "[0]")),
    ]
  }

  /// The answer to questions about the engine; `nil` for anything else.
  static func engine(_ body: String, _ version: String, _ refused: [String] = []) -> String? {
    let asked = questions(version).filter { body.contains($0.part) }
    guard !asked.isEmpty else { return nil }
    guard !refused.contains(where: { body.contains($0) }) else {
      return #"{"success":false,"error":"not authorized","errorDetail":{"kind":"syntax_error","message":"no"}}"#
    }
    let results = asked.map(\.result).joined(separator: ",")
    return #"{"success":true,"data":\#(body.hasPrefix(#"{"statements""#) ? "[\(results)]" : results)}"#
  }

  /// The requests about the engine.
  var questions: [HTTPRequest] { transport.requests.filter { PerSQLScript.isQuestion($0) } }

  private static func isQuestion(_ request: HTTPRequest) -> Bool {
    engine(String(decoding: request.body ?? [], as: UTF8.self), "", []) != nil
  }

  /// The requests after those about the engine.
  var requests: [HTTPRequest] { transport.requests.filter { !PerSQLScript.isQuestion($0) } }

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
