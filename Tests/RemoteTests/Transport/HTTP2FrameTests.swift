import Quarry
import QuarryRemote
import Testing
import TestPeers
import TestSupport

/// What happens to a call when the server ends its stream, or the connection, in the middle.
@Suite(.needsOpenSSL)
struct HTTP2FrameTests {
  private typealias Frame = HTTP2Frame
  private static let marker = "the-body-of-the-request"

  private func send(_ server: HTTP2FrameServer, _ transport: CurlTransport) async throws -> HTTPResponse {
    try await transport.send(HTTPRequest(url: server.url + "/", body: Array(Self.marker.utf8), timeout: .seconds(30)))
  }

  private func transport(_ certificates: Certificates) -> CurlTransport {
    CurlTransport(.init(caFile: certificates.authority))
  }

  @Test func wholeAnswersAreTaken() async throws {
    let certificates = try Certificates()
    let whole: [[UInt8]] = [
      Frame.head(1) + Frame.data(1, "0123", ends: true), Frame.head(1, length: 4) + Frame.data(1, "0123", ends: true),
      Frame.head(1) + Frame.data(1, "01") + Frame.data(1, "23") + Frame.data(1, "", ends: true),
      // The server takes no further calls on this connection, and ends this one.
      Frame.head(1) + Frame.data(1, "01") + Frame.goAway(last: 1, 0) + Frame.data(1, "23", ends: true),
      Frame.goAway(last: 0x7fff_ffff, 0) + Frame.head(1) + Frame.data(1, "0123", ends: true),
    ]
    for frames in whole {
      let server = try HTTP2FrameServer(certificates, [.init(after: Array(Self.marker.utf8), Frame.settings, frames)])
      let response = try await send(server, transport(certificates))
      #expect(response.status == 200 && response.body == Array("0123".utf8))
    }
  }

  static let cuts: [(name: String, frames: [UInt8], ends: Bool)] = [
    ("a reset before the head", Frame.reset(1, 2), false),
    ("a reset behind the head", Frame.head(1) + Frame.reset(1, 2), false),
    ("a reset in the body", Frame.head(1) + Frame.data(1, "01") + Frame.reset(1, 2), false),
    ("a reset in a body of known length", Frame.head(1, length: 4) + Frame.data(1, "01") + Frame.reset(1, 0), false),
    ("a cancellation by the server", Frame.head(1) + Frame.data(1, "01") + Frame.reset(1, 8), false),
    ("a stream that was refused", Frame.reset(1, 7), false),
    ("an end that came too early", Frame.head(1, length: 4) + Frame.data(1, "01", ends: true), false),
    ("a farewell that leaves the call out", Frame.goAway(last: 0, 0), true),
    ("a farewell in the head's place", Frame.goAway(last: 1, 2), true),
    ("a farewell in the body", Frame.head(1) + Frame.data(1, "01") + Frame.goAway(last: 0, 0), true),
    ("an end of the connection in the body", Frame.head(1) + Frame.data(1, "01"), true),
    ("an end of the connection before the head", [], true),
  ]

  /// Never an answer, never a second request, and always the truth: the server may have worked on it.
  @Test(arguments: cuts.indices)
  func aCutAnswerIsNoAnswer(_ index: Int) async throws {
    let (name, frames, ends) = Self.cuts[index]
    let certificates = try Certificates()
    let server = try HTTP2FrameServer(
      certificates, [.init(after: Array(Self.marker.utf8), Frame.settings, frames)], endsAfterwards: ends)
    let result = await failure { _ = try await send(server, transport(certificates)) }
    #expect(result == .of(.cut, sent: true), "\(name)")
    #expect(server.count(Self.marker) == 1, "\(name)")
  }

  /// The same at the driver: the outcome of a write is unknown, that of a read is not.
  @Test(arguments: [false, true])
  func aWriteWhoseAnswerIsCutIsUnknown(_ farewell: Bool) async throws {
    let certificates = try Certificates()
    let end = farewell ? Frame.goAway(last: 0, 0) : Frame.reset(3, 2)
    let server = try HTTP2FrameServer(
      certificates,
      [
        .init(after: Frame.request(1), Frame.settings, Frame.head(1, ends: true)),
        .init(after: Array("INSERT".utf8), Frame.head(3), Frame.data(3, #"{"baton":null,"#), end),
      ], endsAfterwards: farewell)
    let hrana = HranaServer(url: server.url, calls: RemoteCalls(transport: transport(certificates)))
    let connection = HranaConnection(
      server: hrana, role: .writer, version: .v3,
      capabilities: DriverCapabilities(
        engine: .expected(product: .sqlite, version: EngineVersion(3, 45, 1), compileOptions: []),
        transactions: .interactive, limits: EngineLimits()))
    let statement = try #require(try await connection.prepare("INSERT INTO t VALUES (1)")).statement
    try statement.start([])
    let error = await thrownError { _ = try await statement.step(into: SQLRowBatch(), limit: 1) }
    #expect(error?.code == .outcomeUnknown && error?.outcome == .unknown)
    #expect(server.count("INSERT") == 1)
  }
}
