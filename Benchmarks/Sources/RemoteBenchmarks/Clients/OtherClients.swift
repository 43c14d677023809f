import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// AsyncHTTPClient.
struct AsyncHTTPClientClient: Client {
  private let url: String
  private let client: HTTPClient

  init(_ url: String, atOnce: Int) {
    self.url = url
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = atOnce
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  private func post(_ path: String, _ body: [UInt8]) async throws -> ByteBuffer {
    var request = HTTPClientRequest(url: url + path)
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.body = .bytes(body)
    let response = try await client.execute(request, timeout: .seconds(60))
    guard response.status == .ok else { throw BenchmarkError(what: "the status is \(response.status)") }
    return try await response.body.collect(upTo: 64 << 20)
  }

  func isLookupRight() async throws -> Bool {
    try await post("/v3/pipeline", Question.lookupBody).withUnsafeReadableBytes { HandDecoding.isRight($0) }
  }

  func table() async throws -> [Item] {
    try HandDecoding.items(Data(try await post("/v3/cursor", Question.tableBody).readableBytesView))
  }

  func close() async { try? await client.shutdown() }
}

/// URLSession.
struct URLSessionClient: Client {
  private let url: String
  private let session: URLSession

  init(_ url: String, atOnce: Int) {
    self.url = url
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = atOnce
    session = URLSession(configuration: configuration)
  }

  private func post(_ path: String, _ body: [UInt8]) async throws -> Data {
    guard let address = URL(string: url + path) else { throw BenchmarkError(what: "no address") }
    var request = URLRequest(url: address)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(body)
    let (data, response) = try await session.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw BenchmarkError(what: "the status is wrong") }
    return data
  }

  func isLookupRight() async throws -> Bool {
    try await post("/v3/pipeline", Question.lookupBody).withUnsafeBytes { HandDecoding.isRight($0) }
  }

  func table() async throws -> [Item] { try HandDecoding.items(try await post("/v3/cursor", Question.tableBody)) }
  func close() async { session.invalidateAndCancel() }
}
