internal import Quarry

/// A fault, played at the one call of a trial.
struct TrialMode: Sendable {
  /// The effect in words.
  let name: String
  /// Whether the driver must give up the call itself, for which it gets little time.
  let outlasts: Bool
  /// Starts the fault; `random` is from 0 to 1.
  let start: @Sendable (_ lane: TrialLane, _ statement: TrialStatement, _ random: Double) -> TrialPlay

  /// A fault over HTTP. Anything that waits for the gate continues after the driver has received an outcome.
  init(
    _ name: String, outlasts: Bool = false, _ fault: @escaping @Sendable (_ random: Double, _ gate: Gate) -> Fault
  ) {
    self.name = name
    self.outlasts = outlasts
    start = { lane, statement, random in
      let (gate, isFirst, marks) = (Gate(), Protected(true), statement.marks)
      let proxy = lane.http
      proxy?.play { request, _ in
        guard marks(request.text) else { return .pass }
        return isFirst.withLock { isFirst in
          defer { isFirst = false }
          return isFirst ? fault(random, gate) : .pass
        }
      }
      return TrialPlay(
        isPlayed: { !isFirst.withLock { $0 } },
        settle: {
          gate.open()
          _ = try await proxy?.wait { $0.allSatisfy(\.isOver) }
        })
    }
  }

  /// A fault of the TCP proxy, at a position within the bytes of the statement.
  init(_ direction: TCPFault.Direction, _ name: String, outlasts: Bool = false, _ action: TCPFault.Action) {
    self.name = "\(direction) \(name)"
    self.outlasts = outlasts
    start = { lane, statement, random in
      let usual = lane.usual[statement] ?? (0, 0)
      let count = direction == .requests ? usual.requests : usual.answers
      lane.tcp?.play(TCPFault(action, after: Int(Double(count) * random * 0.99), of: direction))
      return TrialPlay(
        isPlayed: { lane.tcp?.hasPlayed ?? false },
        settle: {
          lane.tcp?.heal()
          while lane.tcp?.isWaiting == true { try await Task.sleep(for: .milliseconds(5)) }
        })
    }
  }

  /// Returns all modes.
  ///
  /// - Parameter serialisesKeys: Whether the server is known to run the calls with one idempotency key in order.
  static func all(serialisesKeys: Bool) -> [TrialMode] {
    statuses + ends + successes + contents + (serialisesKeys ? delays : delays + [forgottenKey])
  }

  /// Answers of a gateway: instead of the server, and after the server has done its work.
  private static let statuses: [TrialMode] = [
    302, 303, 307, 400, 403, 404, 408, 409, 425, 429, 500, 502, 503, 504, 522,
  ].flatMap { (status: Int) -> [TrialMode] in
    let pages = ["", "<html>of the gateway</html>", #"{"message":"of the gateway"}"#]
    @Sendable func answer(_ random: Double) -> WireMessage {
      var headers: [(name: String, value: String)] = [("Content-Type", "text/html")]
      if (300..<400).contains(status) { headers.append(("Location", "/elsewhere")) }
      return WireMessage(status: status, headers: headers, text: pages[Int(random * 2.99)])
    }
    return [
      TrialMode("\(status) in its place") { random, _ in .answer(answer(random)) },
      TrialMode("\(status) after execution") { random, _ in .afterwards(answer(random)) },
    ]
  }

  private static let ends: [TrialMode] = [
    TrialMode("closed unseen") { _, _ in .close(served: false) },
    TrialMode("closed after execution") { _, _ in .close(served: true) },
    TrialMode("answer cut in its head") { random, _ in .cut(after: Int(random * 80)) },
    TrialMode("answer cut in its body") { random, _ in .cut(after: 100 + Int(random * 300)) },
    TrialMode("request cut") { random, _ in .cutRequest(after: Int(random * 250)) },
  ]

  /// A success in another format than the protocol's.
  private static let successes: [TrialMode] = [
    "{}", "[]", "null", "", "ok", #"{"message":"accepted"}"#, #"{"error":"no"}"#, "<html>of the gateway</html>",
  ].map { (body: String) -> TrialMode in
    TrialMode("2xx with \(body.isEmpty ? "nothing" : body)") { random, _ in
      .afterwards(WireMessage(status: random < 0.5 ? 200 : 202, text: body))
    }
  }

  private static let contents: [TrialMode] = [
    TrialMode("answer garbled") { random, _ in .garble(at: random, count: 8) },
    TrialMode("one byte garbled") { random, _ in .garble(at: random, count: 1) },
    TrialMode("answer twice") { _, _ in .duplicate },
    TrialMode("answer in small pieces") { random, _ in .trickle(40 + Int(random * 60), every: .milliseconds(1)) },
  ]

  private static let delays: [TrialMode] = [
    TrialMode("answer too late", outlasts: true) { _, gate in .hold(gate) },
    TrialMode("never answered", outlasts: true) { _, _ in .silence(served: true) },
    TrialMode("never seen", outlasts: true) { _, _ in .silence(served: false) },
    TrialMode("still running after the time-out", outlasts: true) { _, gate in .late(gate) { $0 } },
  ]

  /// The behavior of a service that remembers the answers for keys, but runs two simultaneous calls with one key.
  private static let forgottenKey = TrialMode("still running, key not yet known", outlasts: true) { _, gate in
    .late(gate) { request in
      var request = request
      request["Idempotency-Key"] = nil
      return request
    }
  }
}

/// A started fault.
struct TrialPlay: Sendable {
  /// Whether it was played.
  let isPlayed: @Sendable () -> Bool
  /// Ends waiting calls, and waits until the server has seen everything.
  let settle: @Sendable () async throws -> Void
}

extension TrialMode {
  /// The faults of the TCP proxy, for drivers of any protocol.
  static let tcp: [TrialMode] =
    TCPFault.Direction.allCases.flatMap { (direction: TCPFault.Direction) -> [TrialMode] in
      [
        TrialMode(direction, "closed", .close), TrialMode(direction, "reset", .reset),
        TrialMode(direction, "half closed", outlasts: true, .halfClose),
        TrialMode(direction, "half open", outlasts: true, .halfOpen),
        TrialMode(direction, "delayed", .delay(.milliseconds(5))),
        TrialMode(direction, "delayed beyond the time-out", outlasts: true, .delay(TrialLane.hastyTimeout * 4)),
      ]
    } + [TrialMode(.answers, "garbled", outlasts: true, .garble(8))]
}
