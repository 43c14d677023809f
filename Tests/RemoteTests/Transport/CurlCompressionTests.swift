import Quarry
import QuarryRemote
import Testing
import TestSupport

/// Compressed answers, in every form that the library can decompress.
@Suite struct CurlCompressionTests {
  /// A transport that asks for every form.
  private static var asking: CurlTransport { CurlTransport(.init(compression: .always)) }

  /// The forms that the system's library asks for.
  private static func offered() async throws -> [String] {
    let server = try LoopbackServer(answer: answer("ok"))
    _ = try await asking.send(HTTPRequest(url: server.url))
    let head = server.requests.first?.head.lowercased() ?? ""
    let line = head.split(separator: "\r\n").first { $0.hasPrefix("accept-encoding:") } ?? ""
    return line.dropFirst(16).split(separator: ",").map { $0.filter { $0 != " " } }
  }

  private func server(_ encoding: String, _ body: [UInt8]) throws -> LoopbackServer {
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(encoding)\r\nContent-Length: \(body.count)\r\n\r\n"
    return try LoopbackServer(answer: Array(head.utf8) + body)
  }

  /// The text, within the limit, and an error for what is not compressed at all.
  private func check(_ encoding: String, _ body: [UInt8]) async throws {
    let text = Array("compressed".utf8)
    let transport = Self.asking
    let whole = try server(encoding, body)
    #expect(try await transport.send(HTTPRequest(url: whole.url)).body == text)
    #expect(try await transport.stream(HTTPRequest(url: whole.url)).collect() == text)
    #expect(
      await failure { _ = try await transport.send(HTTPRequest(url: whole.url, maximumResponseBytes: 9)) }
        == .of(.tooLarge, sent: true))
    // What is no such form, in any of them.
    let spoilt = try server(encoding, [UInt8](repeating: 0xff, count: 10))
    #expect(await failure { _ = try await transport.send(HTTPRequest(url: spoilt.url)) } == .of(.malformed, sent: true))
  }

  /// 16 MiB in a few bytes: the limit is about what comes out.
  private func checkBomb(_ encoding: String, _ body: [UInt8]) async throws {
    #expect(body.count < 200_000)
    let bomb = try server(encoding, body)
    let transport = Self.asking
    let request = HTTPRequest(url: bomb.url, maximumResponseBytes: 1 << 20)
    #expect(await failure { _ = try await transport.send(request) } == .of(.tooLarge, sent: true))
    #expect(await failure { _ = try await transport.stream(request).collect() } == .of(.tooLarge, sent: true))
    // The same answer is taken by who wants it, so it is no other error.
    let large = HTTPRequest(url: bomb.url, maximumResponseBytes: 32 << 20)
    #expect(try await transport.send(large).body.count >= 16 << 20)
    // At the driver it has a code.
    let driver = try PerSQLDriver(
      baseURL: String(bomb.url.dropLast()), database: "a/b", transport: transport,
      timeouts: RemoteTimeouts(maximumAnswerBytes: 1 << 20))
    let database = try await Database(driver)
    let error = await thrownError { _ = try await database.fetchAll(("SELECT 1" as SQLFragment).rows()) }
    #expect(error?.code == .tooBig)
  }

  private static func gzip(_ deflated: [UInt8]) -> [UInt8] { [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255] + deflated }
  /// The copies that make 16 MiB.
  private static let copies = (16 << 20) / 258 + 1

  @Test(.enabled("libcurl was built without zlib") { try await offered().contains("gzip") })
  func gzip() async throws {
    try await check("gzip", Gzip.stored(Array("compressed".utf8)))
    let bomb = try server("gzip", Self.gzip(Compression.deflateBomb(copies: Self.copies)))
    let request = HTTPRequest(url: bomb.url, maximumResponseBytes: 1 << 20)
    #expect(await failure { _ = try await Self.asking.send(request) } == .of(.tooLarge, sent: true))
  }

  @Test(.enabled("libcurl was built without zlib") { try await offered().contains("deflate") })
  func deflate() async throws {
    try await check("deflate", Compression.deflateStored(Array("compressed".utf8)))
    try await checkBomb("deflate", Compression.deflateBomb(copies: Self.copies))
  }

  @Test(.enabled("libcurl was built without brotli") { try await offered().contains("br") })
  func brotli() async throws {
    try await check("br", Compression.brotli)
    try await checkBomb("br", Compression.brotliBomb)
  }

  @Test(.enabled("libcurl was built without zstd") { try await offered().contains("zstd") })
  func zstd() async throws {
    try await check("zstd", Compression.zstdStored(Array("compressed".utf8)))
    try await checkBomb("zstd", Compression.zstdBomb(blocks: 128))
  }

  @Test func nothingIsAskedForWhereItIsNotWanted() async throws {
    let server = try LoopbackServer(answer: answer("ok"))
    _ = try await CurlTransport(.init(compression: .never)).send(HTTPRequest(url: server.url))
    #expect(server.requests.first?.head.lowercased().contains("accept-encoding") == false)
  }
}
