import Quarry
import QuarryRemote
import Synchronization
import TestSupport

/// A server of the protocol that answers from a script, and the connection to it.
struct HranaDouble {
  let transport: ScriptedTransport
  /// The transport with calls on the caller's thread, if there are some.
  let inPlace: InPlaceDouble?
  let server: HranaServer
  let connection: HranaConnection

  /// Gives the scripted answers one after the other to everything but the question about the version.
  ///
  /// - Parameter interrupts: Called before each answer with its number. Returns whether it has interrupted the call.
  init(
    version: HranaVersion = .v3, url: String = "http://h", role: ConnectionRole = .writer, attempts: Int = 3,
    trusting origins: [HTTPOrigin] = [], token: String? = nil, tokens: TokenProvider? = nil,
    way: InPlaceDouble.Way? = nil, interrupts: @escaping @Sendable (Int) -> Bool = { _ in false }, _ answers: [Answer]
  ) {
    let calls = Atomic(0)
    let isInterrupted = Shared(false)
    let answer: @Sendable (HTTPRequest) throws(HTTPError) -> HTTPResponse = { (request) throws(HTTPError) in
      if request.method == "GET" {
        return HTTPResponse(status: request.url.hasSuffix("/v3") && version == .v2 ? 404 : 200)
      }
      let index = calls.wrappingAdd(1, ordering: .relaxed).oldValue
      if interrupts(index) { isInterrupted.set(true) }
      guard answers.indices.contains(index) else {
        throw HTTPError(.refused, mayHaveBeenSent: false, "The script has no answer \(index)")
      }
      switch answers[index] {
      case .body(let text): return HTTPResponse(status: 200, body: Array(text.utf8))
      case .status(let status, let text): return HTTPResponse(status: status, body: Array(text.utf8))
      case .failure(let kind, let sent): throw HTTPError(kind, mayHaveBeenSent: sent, "scripted")
      }
    }
    transport = ScriptedTransport { (request, _) throws(HTTPError) in try answer(request) }
    inPlace = way.map { InPlaceDouble($0, isInterrupted, answer) }
    let policy = RetryPolicy(attempts: attempts, firstDelay: .zero, maximumDelay: .zero)
    let tokens = tokens ?? token.map { TokenProvider.fixed(DriverSecret($0)) }
    let used: any HTTPTransport = inPlace ?? transport
    server = HranaServer(
      url: url, calls: RemoteCalls(transport: used, policy: policy, tokens: tokens), settling: .zero,
      trustedOrigins: origins)
    connection = HranaConnection(
      server: server, role: role, version: version,
      capabilities: DriverCapabilities(
        engine: .expected(product: .sqlite, version: EngineVersion(3, 45, 1), compileOptions: []),
        transactions: .interactive, limits: EngineLimits()))
  }

  /// One scripted answer.
  enum Answer {
    case body(String)
    case status(Int, String)
    case failure(HTTPError.Kind, sent: Bool)

    /// The answer of a pipeline.
    static func results(_ baton: String?, _ results: String...) -> Answer {
      let baton = baton.map { "\"\($0)\"" } ?? "null"
      return .body(#"{"baton":\#(baton),"base_url":null,"results":[\#(results.joined(separator: ","))]}"#)
    }
  }

  /// The bodies that were sent, without the question about the version.
  var bodies: [String] {
    (inPlace?.requests ?? transport.requests).filter { $0.method == "POST" }.map {
      String(decoding: $0.body ?? [], as: UTF8.self)
    }
  }

  /// Those that do more than close the stream of a call that failed.
  var calls: [String] { bodies.filter { !$0.hasSuffix(#""requests":[{"type":"close"}]}"#) } }

  /// Runs a statement and gives its rows.
  @discardableResult
  func run(_ sql: String, _ values: [SQLValue] = [], limit: Int = 256) async throws -> [[SQLValue]] {
    guard let statement = try await connection.prepare(sql)?.statement else { return [] }
    try statement.start(values)
    defer { statement.finalize() }
    var rows: [[SQLValue]] = []
    let batch = SQLRowBatch()
    while true {
      batch.removeAllRows(columnCount: statement.columns.count)
      let result = try await statement.step(into: batch, limit: limit)
      for row in 0..<batch.rowCount {
        rows.append(try (0..<batch.columnCount).map { try batch.cell(row: row, column: $0).value() })
      }
      if case .done = result { return rows }
    }
  }

  /// The error of a statement.
  func failure(_ sql: String, limit: Int = 256) async -> DatabaseError? {
    do {
      _ = try await run(sql, limit: limit)
      return nil
    } catch { return error as? DatabaseError }
  }

  /// A result without rows.
  static let done =
    #"{"type":"ok","response":{"type":"execute","result":{"cols":[],"rows":[],"affected_row_count":1,"last_insert_rowid":"7"}}}"#
  /// A result with one row.
  static let one =
    #"{"type":"ok","response":{"type":"execute","result":{"cols":[{"name":"a","decltype":null}],"rows":[[{"type":"integer","value":"1"}]],"affected_row_count":0,"last_insert_rowid":null}}}"#
  static let closed = #"{"type":"ok","response":{"type":"close"}}"#
  /// The answer to the question about the transaction.
  static func autocommit(_ value: Bool) -> String {
    #"{"type":"ok","response":{"type":"get_autocommit","is_autocommit":\#(value)}}"#
  }
  static func error(_ code: String, _ message: String) -> String {
    #"{"type":"error","error":{"message":"\#(message)","code":"\#(code)"}}"#
  }
}
