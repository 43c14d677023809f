import Quarry
import QuarryRemote
import Testing
import TestSupport

/// What an interrupted call leaves open on the server is closed as soon as it is known.
@Suite("Hrana: interrupted calls")
struct HranaLeavingTests {
  private typealias Double = HranaDouble

  /// A server whose answers a test holds back.
  private struct SlowServer {
    private struct State {
      var bodies: [String] = []
      var cancelled = 0
      var waiters: [CheckedContinuation<Void, Never>] = []
      var isOpen = false
    }

    /// What has come, seen from any task.
    private final class Log: Sendable { let state = Protected(State()) }

    private let log = Log()
    let connection: HranaConnection

    /// - Parameters:
    ///   - held: which of the calls waits until ``release()``.
    ///   - endsWithTask: whether a call that waits ends when it is cancelled, as a transfer does.
    init(_ answers: [Double.Answer], held: Int, endsWithTask: Bool = false) {
      let log = log
      let transport = ScriptedTransport { (request, _) throws(HTTPError) in
        guard request.method == "POST" else { return HTTPResponse(status: 200) }
        let number = log.state.withLock { state in
          state.bodies.append(String(decoding: request.body ?? [], as: UTF8.self))
          return state.bodies.count - 1
        }
        if number == held, endsWithTask {
          while !Task.isCancelled { await Task.yield() }
          log.state.withLock { $0.cancelled += 1 }
          throw HTTPError(.cancelled, mayHaveBeenSent: true, "cancelled")
        }
        if number == held {
          await withCheckedContinuation { continuation in
            let isOpen = log.state.withLock { state in
              if !state.isOpen { state.waiters.append(continuation) }
              return state.isOpen
            }
            if isOpen { continuation.resume() }
          }
        }
        guard answers.indices.contains(number), case .body(let text) = answers[number] else {
          throw HTTPError(.refused, mayHaveBeenSent: false, "the script has ended")
        }
        return HTTPResponse(status: 200, body: Array(text.utf8))
      }
      let server = HranaServer(
        url: "http://h", calls: RemoteCalls(transport: transport, policy: RetryPolicy(attempts: 1)))
      connection = HranaConnection(
        server: server, role: .writer, version: .v3,
        capabilities: DriverCapabilities(
          engine: .expected(product: .sqlite, version: EngineVersion(3, 45, 1), compileOptions: []),
          transactions: .interactive, limits: EngineLimits()))
    }

    var bodies: [String] { log.state.withLock { $0.bodies } }
    var cancelled: Int { log.state.withLock { $0.cancelled } }

    func hasReceived(_ count: Int) async throws -> Bool {
      let log = log
      return try await eventually { log.state.withLock { $0.bodies.count } == count }
    }

    func hasCancelled() async throws -> Bool {
      let log = log
      return try await eventually { log.state.withLock { $0.cancelled } == 1 }
    }

    func release() {
      let waiters = log.state.withLock { state in
        state.isOpen = true
        defer { state.waiters = [] }
        return state.waiters
      }
      for waiter in waiters { waiter.resume() }
    }

    func run(_ sql: String) async throws {
      guard let statement = try await connection.prepare(sql)?.statement else { return }
      try statement.start([])
      defer { statement.finalize() }
      _ = try await statement.step(into: SQLRowBatch(), limit: 10)
    }

    /// Runs a statement that is interrupted as soon as it has been sent.
    func interrupted(_ sql: String) async throws -> DatabaseError? {
      let handle = connection.interruptHandle
      let number = bodies.count
      let log = log
      let interrupting = Task {
        let isSent = try await eventually { log.state.withLock { $0.bodies.count } > number }
        #expect(isSent)
        handle.interrupt()
      }
      defer { interrupting.cancel() }
      return await thrownError { try await run(sql) }
    }
  }

  private static let close = #"{"type":"close"}"#

  @Test(arguments: ["BEGIN IMMEDIATE", "SAVEPOINT a"])
  func aBeginThatNobodyWaitsForIsClosed(_ sql: String) async throws {
    let server = SlowServer(
      [
        .results("b1", Double.done, Double.autocommit(false)), .results(nil, Double.closed),
        .results(nil, Double.done, Double.closed),
      ], held: 0)
    let error = try await server.interrupted(sql)
    #expect(error?.code == .interrupted && error?.outcome == .notApplied)
    #expect(server.connection.transactionStatus == .idle && server.bodies.count == 1)
    server.release()
    #expect(try await server.hasReceived(2))
    #expect(server.bodies.last == #"{"baton":"b1","requests":[\#(Self.close)]}"#)
    // The connection goes on, on a stream of its own.
    try await server.run("DELETE FROM t")
    #expect(server.bodies.last?.hasPrefix(#"{"baton":null,"#) == true)
  }

  @Test func aStatementThatNobodyWaitsForEndsItsTransaction() async throws {
    let server = SlowServer(
      [
        .results("b1", Double.done, Double.autocommit(false)), .results("b2", Double.done, Double.autocommit(false)),
        .results(nil, Double.closed),
      ], held: 1)
    try await server.run("BEGIN IMMEDIATE")
    let error = try await server.interrupted("DELETE FROM t")
    #expect(error?.code == .interrupted && error?.outcome == .notApplied && error?.isTransactionOpen == false)
    #expect(server.connection.transactionStatus == .idle)
    server.release()
    #expect(try await server.hasReceived(3))
    #expect(server.bodies.last == #"{"baton":"b2","requests":[\#(Self.close)]}"#)
  }

  @Test func aLongStatementIsEndedWithItsTransfer() async throws {
    let server = SlowServer(
      [.results("b1", Double.done, Double.autocommit(false))], held: 1, endsWithTask: true)
    try await server.run("BEGIN IMMEDIATE")
    #expect(try await server.interrupted("DELETE FROM t")?.code == .interrupted)
    #expect(try await server.hasCancelled())
    #expect(server.bodies.count == 2)
  }

  @Test func aStatementOutsideOfATransactionEndsAtOnce() async throws {
    let server = SlowServer([], held: 0, endsWithTask: true)
    let error = try await server.interrupted("DELETE FROM t")
    #expect(error?.code == .outcomeUnknown && server.cancelled == 1)
  }
}
