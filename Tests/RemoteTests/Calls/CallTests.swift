import Quarry
import QuarryRemote
import Testing

@Suite struct CallTests {
  /// Time that passes only by waiting.
  final class Clock: Sendable {
    let waits = Protected<[Duration]>([])
    var surroundings: RetrySurroundings {
      RetrySurroundings(
        now: { self.waits.withLock { $0.reduce(.zero, +) } },
        sleep: { wait in self.waits.withLock { $0.append(wait) } },
        random: { 1 })
    }
    var list: [Duration] { waits.withLock { $0 } }
  }

  static func calls(
    _ clock: Clock, policy: RetryPolicy = RetryPolicy(), tokens: TokenProvider? = nil, _ transport: ScriptedTransport
  ) -> RemoteCalls {
    RemoteCalls(transport: transport, policy: policy, tokens: tokens, surroundings: clock.surroundings)
  }

  static func error(_ calls: RemoteCalls, _ effect: CallEffect) async -> DatabaseError? {
    do throws(DatabaseError) {
      _ = try await calls.call(HTTPRequest(url: "http://h/"), effect: effect) { (response) throws(CallFailure) in
        if let failure = CallFailure(response, effect: effect, now: 0) { throw failure }
        return response.status
      }
      return nil
    } catch {
      return error
    }
  }

  /// What a gateway says in words is kept, and what a protocol says in JSON is left to the protocol.
  @Test func quotesTheWordsOfTheServer() {
    let page = "<html><h1>The gateway is tired</h1>" + String(repeating: "x", count: 5_000)
    let failure = CallFailure(HTTPResponse(status: 502, body: Array("\n\(page)".utf8)), effect: .reads)
    #expect(failure?.error.message.contains("The gateway is tired") == true)
    #expect((failure?.error.message.utf8.count ?? 9_999) < 500)
    let json = CallFailure(HTTPResponse(status: 500, body: Array(#"{"error":"inner"}"#.utf8)), effect: .reads)
    #expect(json?.error.message.contains("inner") == false)
    #expect(CallFailure(HTTPResponse(status: 500), effect: .reads)?.error.message.hasSuffix("server") == true)
  }

  /// What the first try took counts, if it was made before.
  @Test func theFirstTryHasTakenItsTime() async {
    for (started, tries) in [(nil, 5), (Duration.zero, 5), (.zero - RetryPolicy().deadline, 1)] as [(Duration?, Int)] {
      let clock = Clock()
      let made = Protected(0)
      do throws(DatabaseError) {
        try await RetryPolicy().run(in: clock.surroundings, since: started) { (attempt, left) throws(CallFailure) in
          made.withLock { $0 += 1 }
          throw CallFailure(DatabaseError(.inputOutput, "lost \(attempt) \(left)"), mayRetry: true)
        }
        Issue.record("it must fail")
      } catch {
        #expect(error.code == .inputOutput)
      }
      let count = made.withLock { $0 }
      #expect(count == tries)
    }
  }

  static let passing: [HTTPError.Kind] = [.unresolvedHost, .refused, .connectTimeout, .timeout, .cut, .other]

  /// Every kind of failure, sent or not, with every effect: how often it is tried, and what the caller learns.
  @Test(arguments: HTTPError.Kind.allCases, [CallEffect.reads, .writes, .writesOnce])
  func failuresWithoutAnAnswer(_ kind: HTTPError.Kind, _ effect: CallEffect) async {
    for sent in [false, true] {
      let transport = ScriptedTransport { (_, _) throws(HTTPError) in throw HTTPError(kind, mayHaveBeenSent: sent, "x")
      }
      let error = await CallTests.error(CallTests.calls(Clock(), transport), effect)
      let isTriedAgain = CallTests.passing.contains(kind) && (!sent || effect != .writes)
      #expect(transport.requests.count == (isTriedAgain ? 5 : 1), "\(kind) \(effect) sent: \(sent)")
      let isUnknown = sent && effect != .reads
      #expect(error?.outcome == (isUnknown ? .unknown : .notApplied))
      #expect((error?.code == .outcomeUnknown) == isUnknown)
      // Whoever tries again after the driver has given up would do it with another key.
      #expect(error?.isRetrySafe == (isTriedAgain && !isUnknown))
    }
  }

  /// A status alone proves nothing about a write, whoever sent it, but where the standard says so: every one of them, with
  /// every effect, with and without the word of the server that it ran nothing.
  @Test(arguments: [CallEffect.reads, .writes, .writesOnce], [false, true])
  func everyStatus(_ effect: CallEffect, _ saysNothingRan: Bool) async {
    let passing = [408, 425, 429, 502, 503, 504]
    for status in Array(300...599) + [101, 999] {
      let response = HTTPResponse(status: status)
      guard let failure = CallFailure(response, effect: effect, saysNothingRan: saysNothingRan) else {
        Issue.record("\(status) is a failure")
        continue
      }
      let isKnown = effect == .reads || saysNothingRan || [401, 407, 413, 421].contains(status)
      #expect(failure.error.outcome == (isKnown ? .notApplied : .unknown), "\(status)")
      #expect((failure.error.code == .outcomeUnknown) == !isKnown, "\(status)")
      let isTriedAgain =
        passing.contains(status)
        ? effect != .writes || saysNothingRan : (500..<600).contains(status) && effect == .reads
      #expect(failure.mayRetry == isTriedAgain, "\(status)")
      #expect(failure.error.isRetrySafe == (isTriedAgain && isKnown), "\(status)")
    }
    for status in 200..<300 { #expect(CallFailure(HTTPResponse(status: status), effect: effect) == nil) }
  }

  @Test(arguments: [
    (401, DatabaseError.Code.authorization), (402, .permission), (403, .authorization), (404, .cannotOpen),
    (407, .cannotOpen), (408, .timedOut), (413, .tooBig), (421, .cannotOpen), (429, .busy), (503, .busy),
    (302, .protocolViolation), (400, .protocolViolation), (500, .engineInternal), (502, .inputOutput), (504, .timedOut),
  ])
  func classesOfStatuses(_ status: Int, _ code: DatabaseError.Code) async {
    let transport = ScriptedTransport { (_, _) throws(HTTPError) in HTTPResponse(status: status) }
    let read = await CallTests.error(CallTests.calls(Clock(), transport), .reads)
    #expect(read?.code == code && read?.outcome == .notApplied)
    let before = transport.requests.count
    let write = await CallTests.error(CallTests.calls(Clock(), transport), .writes)
    #expect(transport.requests.count == before + 1)
    #expect(write?.code == ([401, 407, 413, 421].contains(status) ? code : .outcomeUnknown))
  }

  @Test func readsAreTriedAgainAfterServerErrors() async {
    for status in [500, 502, 503, 504] {
      let transport = ScriptedTransport { (_, number) throws(HTTPError) in
        HTTPResponse(status: number < 3 ? status : 200)
      }
      #expect(await CallTests.error(CallTests.calls(Clock(), transport), .reads) == nil)
      #expect(transport.requests.count == 4)
    }
  }

  /// A lost answer, then a refusal: the first try may have done the work.
  @Test func anUnknownTryStaysUnknown() async {
    let transport = ScriptedTransport { (_, number) throws(HTTPError) in
      throw HTTPError(number == 0 ? .cut : .refused, mayHaveBeenSent: number == 0, "x")
    }
    let error = await CallTests.error(CallTests.calls(Clock(), transport), .writesOnce)
    #expect(transport.requests.count == 5 && error?.code == .outcomeUnknown && error?.outcome == .unknown)
    #expect(error?.isRetrySafe == false)
  }

  @Test func everyTryHasTheSameKey() async {
    let transport = ScriptedTransport { (_, number) throws(HTTPError) in
      guard number > 2 else { throw HTTPError(.cut, mayHaveBeenSent: true, "x") }
      return HTTPResponse(status: 200)
    }
    #expect(await CallTests.error(CallTests.calls(Clock(), transport), .writesOnce) == nil)
    let keys = Set(transport.requests.map { $0.header("idempotency-key") })
    #expect(transport.requests.count == 4 && keys.count == 1 && keys.first??.count == 32)
    #expect(IdempotencyKey.make() != IdempotencyKey.make())
  }

  @Test func waitsGrowAndRespectTheServerAndTheDeadline() async {
    let clock = Clock()
    let transport = ScriptedTransport { (_, _) throws(HTTPError) in HTTPResponse(status: 429) }
    let policy = RetryPolicy(
      attempts: 6, deadline: .seconds(60), firstDelay: .seconds(1), maximumDelay: .seconds(5))
    _ = await CallTests.error(CallTests.calls(clock, policy: policy, transport), .reads)
    #expect(clock.list == [.seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(5)])
    #expect(policy.delay(after: 2, retryAfter: nil, random: 0) == .seconds(1))

    let asked = Clock()
    let patient = ScriptedTransport { (_, _) throws(HTTPError) in
      HTTPResponse(status: 503, headers: [("Retry-After", "20")])
    }
    let error = await CallTests.error(CallTests.calls(asked, policy: policy, patient), .reads)
    #expect(asked.list == [.seconds(20), .seconds(20)] && error?.code == .busy)
  }

  @Test func aCancelledWaitEndsAtOnce() async {
    let transport = ScriptedTransport { (_, _) throws(HTTPError) in HTTPResponse(status: 429) }
    let policy = RetryPolicy(deadline: .seconds(600), firstDelay: .seconds(300), maximumDelay: .seconds(300))
    let task = Task { await CallTests.error(RemoteCalls(transport: transport, policy: policy), .reads) }
    while transport.requests.isEmpty { await Task.yield() }
    task.cancel()
    let error = await task.value
    #expect(error?.code == .interrupted)
    #expect(transport.requests.count == 1)
  }

  @Test func readsRetryAfter() {
    func delay(_ text: String, date: String? = nil) -> Duration? {
      let headers = [("retry-after", text)] + (date.map { [("Date", $0)] } ?? [])
      return RetryAfter.delay(of: HTTPResponse(status: 429, headers: headers), now: 784_111_777 - 60)
    }
    #expect(delay("7") == .seconds(7) && delay("0") == .zero && delay("-1") == nil && delay("soon") == nil)
    #expect(delay("Sun, 06 Nov 1994 08:49:37 GMT") == .seconds(60))
    #expect(delay("Sunday, 06-Nov-94 08:49:37 GMT") == .seconds(60))
    #expect(delay("Sun Nov  6 08:49:37 1994") == .seconds(60))
    #expect(delay("Sun, 06 Nov 1994 08:49:37 GMT", date: "Sun, 06 Nov 1994 08:49:30 GMT") == .seconds(7))
    #expect(delay("Sun, 06 Nov 1994 07:49:37 GMT") == .zero)
    #expect(delay("Sun, 06 Foo 1994 08:49:37 GMT") == nil && delay("Sun, 06 Nov 1994 24:49:37 GMT") == nil)
    #expect(HTTPDate.seconds("Thu, 29 Feb 2024 00:00:00 GMT") == 1_709_164_800)
  }
}
