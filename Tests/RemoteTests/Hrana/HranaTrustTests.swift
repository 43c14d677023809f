import Quarry
import QuarryRemote
import Testing

private typealias Double = HranaDouble

/// Where the token goes when a server moves a stream to another address.
@Suite("Hrana: credentials stay home") struct HranaTrustTests {
  private func moved(_ place: String, _ results: String...) -> Double.Answer {
    .body(#"{"baton":"b1","base_url":"\#(place)","results":[\#(results.joined(separator: ","))]}"#)
  }

  private static let own = "https://own.example:8443"
  private static let strange = [
    "https://evil.example", "https://own.example", "https://own.example:8444", "http://own.example:8443",
    "https://own.example:8443@evil.example", "https://own.example.evil:8443", "ftp://own.example:8443", "", "evil",
  ]

  @Test func aStreamGoesOnWhereItMay() async throws {
    let allowed = try HTTPOrigin("https://replica.example:1")
    for place in [Self.own, "https://OWN.example:8443", "https://replica.example:1"] {
      let double = Double(
        url: Self.own, trusting: [allowed], token: "secret",
        [moved(place, Double.done, Double.autocommit(false)), .results("b2", Double.done, Double.autocommit(true))])
      try await double.run("BEGIN IMMEDIATE")
      try await double.run("COMMIT")
      #expect(double.transport.requests.last?.url == place + "/v3/pipeline")
    }
  }

  /// A BEGIN that is moved to a place that nobody named fails by type, closes the stream where it is, and sends nothing
  /// to that place.
  @Test(arguments: strange) func aTransactionIsNotMovedElsewhere(_ place: String) async throws {
    let double = Double(
      url: Self.own, token: "secret",
      [moved(place, Double.done, Double.autocommit(false)), .results(nil, Double.closed)])
    let error = await double.failure("BEGIN IMMEDIATE")
    #expect(error?.code == .permission && error?.outcome == .notApplied && error?.isTransactionOpen == false)
    #expect(error?.message.contains("trusted-hosts") == true && error?.message.contains("secret") == false)
    #expect(double.connection.transactionStatus == .idle)
    #expect(double.transport.requests.allSatisfy { $0.url.hasPrefix(Self.own + "/") })
    #expect(double.bodies.last == #"{"baton":"b1","requests":[{"type":"close"}]}"#)
  }

  /// What was done is told as done: a write or a COMMIT whose answer points elsewhere took effect.
  @Test(arguments: strange) func whatWasDoneIsToldAsDone(_ place: String) async throws {
    let write = Double(
      url: Self.own, token: "secret",
      [.body(#"{"baton":null,"base_url":"\#(place)","results":[\#(Double.done),\#(Double.closed)]}"#)])
    try await write.run("INSERT INTO t VALUES (1)")
    let commit = Double(
      url: Self.own, token: "secret",
      [
        .results("b0", Double.done, Double.autocommit(false)), moved(place, Double.done, Double.autocommit(true)),
        .results(nil, Double.closed),
      ])
    try await commit.run("BEGIN IMMEDIATE")
    try await commit.run("COMMIT")
    #expect(commit.connection.transactionStatus == .idle)
    for double in [write, commit] {
      #expect(double.transport.requests.allSatisfy { $0.url.hasPrefix(Self.own + "/") })
    }
  }

  @Test(arguments: strange) func aStatementOfATransactionIsNotMovedElsewhere(_ place: String) async throws {
    let double = Double(
      url: Self.own, token: "secret",
      [
        .results("b0", Double.done, Double.autocommit(false)), moved(place, Double.done, Double.autocommit(false)),
        .results(nil, Double.closed),
      ])
    try await double.run("BEGIN IMMEDIATE")
    let error = await double.failure("INSERT INTO t VALUES (1)")
    #expect(error?.code == .permission && error?.outcome == .notApplied && error?.isTransactionOpen == false)
    #expect(double.connection.transactionStatus == .idle)
    #expect(double.transport.requests.allSatisfy { $0.url.hasPrefix(Self.own + "/") })
  }

  @Test(arguments: strange) func aCursorIsNotMovedElsewhere(_ place: String) async throws {
    let lines = [
      #"{"baton":"b1","base_url":"\#(place)"}"#, #"{"type":"step_begin","step":0,"cols":[{"name":"a"}]}"#,
      #"{"type":"row","row":[{"type":"integer","value":"1"}]}"#,
      #"{"type":"step_end","affected_row_count":0,"last_insert_rowid":null}"#,
    ]
    let double = Double(url: Self.own, token: "secret", [.body(lines.joined(separator: "\n"))])
    let error = await double.failure("SELECT a FROM t")
    #expect(error?.code == .permission && error?.outcome == .notApplied)
    #expect(double.transport.requests.allSatisfy { $0.url.hasPrefix(Self.own + "/") })
  }
}
