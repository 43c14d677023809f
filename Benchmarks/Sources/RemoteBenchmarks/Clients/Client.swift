import CBareCurl
import Foundation

/// A way of sending the SQL.
protocol Client: Sendable {
  /// Makes one lookup and says whether the answer is the right one.
  func isLookupRight() async throws -> Bool
  /// Fetches all rows as structs.
  func table() async throws -> [Item]
  func close() async
}

/// The ways that are compared.
enum ClientKind: String, Sendable, Hashable, CaseIterable, Codable {
  /// libcurl's multi interface from C, bodies only compared: what all ratios are to.
  case libcurl
  /// Quarry's transport alone, bodies only compared.
  case transport
  /// Quarry: a pooled database, answers decoded to values.
  case quarry
  /// AsyncHTTPClient, bodies only compared.
  case asyncHTTPClient
  /// URLSession of swift-corelibs-foundation, bodies only compared.
  case urlSession

  var title: String {
    switch self {
    case .libcurl: "libcurl from C"
    case .transport: "Quarry's transport"
    case .quarry: "Quarry"
    case .asyncHTTPClient: "AsyncHTTPClient"
    case .urlSession: "URLSession"
    }
  }

  /// Makes the client; `nil` for the one that is C.
  func make(_ url: String, atOnce: Int) async throws -> (any Client)? {
    switch self {
    case .libcurl: nil
    case .transport: TransportClient(url, atOnce: atOnce)
    case .quarry: try await QuarryClient(url, atOnce: atOnce)
    case .asyncHTTPClient: AsyncHTTPClientClient(url, atOnce: atOnce)
    case .urlSession: URLSessionClient(url, atOnce: atOnce)
    }
  }
}

/// What somebody writes who decodes the rows by hand with `JSONDecoder`.
enum HandDecoding {
  private struct Line: Decodable {
    struct Cell: Decodable {
      var type: String
      var value: Value?
    }
    enum Value: Decodable {
      case text(String)
      case number(Double)

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
          self = .text(text)
        } else {
          self = .number(try container.decode(Double.self))
        }
      }
    }
    var type: String?
    var row: [Cell]?
  }

  /// The rows of a cursor's answer.
  static func items(_ body: Data) throws -> [Item] {
    let decoder = JSONDecoder()
    var items: [Item] = []
    for line in body.split(separator: UInt8(ascii: "\n")) {
      guard let row = try decoder.decode(Line.self, from: Data(line)).row, row.count == 4 else { continue }
      guard case .text(let id)? = row[0].value, case .text(let name)? = row[1].value,
        case .text(let count)? = row[3].value, let id = Int64(id), let count = Int64(count)
      else { throw BenchmarkError(what: "a row is wrong") }
      var score: Double?
      if case .number(let number)? = row[2].value { score = number }
      items.append(Item(id: id, name: name, score: score, count: count))
    }
    return items
  }

  /// Whether an answer holds what must come back, looked for as C looks for it.
  static func isRight(_ body: UnsafeRawBufferPointer) -> Bool {
    Question.nameBytes.withUnsafeBytes { bare_curl_contains(body.baseAddress, body.count, $0.baseAddress, $0.count) }
      != 0
  }
}
