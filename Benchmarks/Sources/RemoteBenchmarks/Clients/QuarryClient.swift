import Quarry
import QuarryRemote

/// Quarry: a pooled database over Hrana.
struct QuarryClient: Client {
  private let database: Database
  private let transport: CurlTransport

  init(_ url: String, atOnce: Int) async throws {
    transport = CurlTransport(.init(connectionsPerHost: atOnce, connectionsKept: atOnce))
    database = try await Database(HranaDriver(url: url, transport: transport, maximumReaders: min(atOnce, 64)))
  }

  func isLookupRight() async throws -> Bool {
    let query = SQLFragment(raw: Question.lookup, values: [.integer(Question.id)]).values(String.self)
    return try await database.fetchOne(query) == Question.name
  }

  func table() async throws -> [Item] { try await database.fetchAll(Item.all) }

  func close() async {
    await database.close()
    await transport.close()
  }
}

extension Item: SQLDecodable {
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let name = SQLColumn<String>("name")
  static let score = SQLColumn<Double?>("score")
  static let count = SQLColumn<Int64>("count")
  static let table = SQLTable("item", id, name, score, count)

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    name = try row[Self.name]
    score = try row[Self.score]
    count = try row[Self.count]
  }
}

/// Quarry's transport alone.
struct TransportClient: Client {
  private let url: String
  private let transport: CurlTransport

  init(_ url: String, atOnce: Int) {
    self.url = url
    transport = CurlTransport(.init(connectionsPerHost: atOnce, connectionsKept: atOnce))
  }

  func isLookupRight() async throws -> Bool {
    let response = try await transport.send(
      HTTPRequest(
        url: url + "/v3/pipeline", headers: [("Content-Type", "application/json")], body: Question.lookupBody))
    return response.status == 200 && response.body.withUnsafeBytes { HandDecoding.isRight($0) }
  }

  func table() async throws -> [Item] { [] }
  func close() async { await transport.close() }
}
