import Quarry
import QuarryRemote
import Testing

@Suite struct TokenTests {
  @Test func findsTokensWhereTheyAre() async throws {
    let environment = DriverEnvironment(
      variable: { $0 == "TOKEN" ? " abc\n" : nil }, file: { $0 == "/token" ? Array("xyz\n".utf8) : nil })
    #expect(try await TokenProvider.variable("TOKEN", in: environment).token() == DriverSecret("abc"))
    #expect(try await TokenProvider.file("/token", in: environment).token() == DriverSecret("xyz"))
    #expect(try await TokenProvider.fixed(DriverSecret("t")).token() == DriverSecret("t"))
    for provider in [
      TokenProvider.variable("OTHER", in: environment), .file("/other", in: environment), .fixed(DriverSecret("")),
      .fixed(DriverSecret("a\r\nX: secret")),
    ] {
      await #expect { try await provider.token() } throws: { error in
        let error = error as? DatabaseError
        return error?.code == .invalidConfiguration && error?.description.contains("secret") == false
      }
    }
  }

  @Test func concurrentCallersShareOneFetch() async throws {
    let counter = Counter()
    let provider = TokenProvider { () in
      let number = counter.next()
      for _ in 0..<100 { await Task.yield() }
      return DriverSecret("t\(number)")
    }
    let tokens = try await withThrowingTaskGroup(of: DriverSecret.self) { group in
      for _ in 0..<64 { group.addTask { try await provider.token() } }
      return try await group.reduce(into: Set<DriverSecret>()) { $0.insert($1) }
    }
    #expect(tokens == [DriverSecret("t1")] && counter.value == 1)
    // Refused by many at once: one more fetch.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<64 {
        group.addTask {
          await provider.refused(DriverSecret("t1"))
          let token = try await provider.token()
          #expect(token == DriverSecret("t2"))
        }
      }
      try await group.waitForAll()
    }
    #expect(counter.value == 2)
  }

  @Test func aTokenThatCannotBeFetchedAnewIsARefusal() async throws {
    let counter = Counter()
    let provider = TokenProvider { () throws(DatabaseError) in
      guard counter.next() == 1 else { throw DatabaseError(.invalidConfiguration, "nothing there") }
      return DriverSecret("secret")
    }
    let transport = ScriptedTransport { (_, _) throws(HTTPError) in HTTPResponse(status: 401) }
    let error = await CallTests.error(CallTests.calls(CallTests.Clock(), tokens: provider, transport), .writes)
    #expect(error?.code == .authorization && error?.outcome == .notApplied)
    #expect(error?.message.contains("nothing there") == true && error?.message.contains("secret") == false)
    #expect(transport.requests.count == 1)
  }

  @Test func aRefusedTokenIsFetchedAnewOnce() async throws {
    let counter = Counter()
    let provider = TokenProvider { () in DriverSecret("t\(counter.next())") }
    let transport = ScriptedTransport { (request, _) throws(HTTPError) in
      HTTPResponse(status: request.header("authorization") == "Bearer t2" ? 200 : 401)
    }
    let calls = CallTests.calls(CallTests.Clock(), tokens: provider, transport)
    #expect(await CallTests.error(calls, .writes) == nil)
    #expect(transport.requests.count == 2)
    let never = ScriptedTransport { (_, _) throws(HTTPError) in HTTPResponse(status: 401) }
    let refused = CallTests.calls(CallTests.Clock(), tokens: .fixed(DriverSecret("secret")), never)
    let error = await CallTests.error(refused, .writes)
    #expect(error?.code == .authorization && never.requests.count == 1)
    #expect(error.map { "\($0)" }?.contains("secret") == false)
  }

  final class Counter: Sendable {
    private let number = Protected(0)
    var value: Int { number.withLock { $0 } }
    func next() -> Int {
      number.withLock { number in
        number += 1
        return number
      }
    }
  }
}
