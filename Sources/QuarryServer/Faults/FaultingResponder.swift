#if Server
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import QuarryWire

/// Responds to requests with the faults of a plan.
struct FaultingResponder: HTTPResponder {
  typealias Context = ServerContext

  let plan: FaultPlan
  let responder: ServerResponder

  func respond(to request: Request, context: ServerContext) async throws -> Response {
    let faults = plan.faults(for: request.uri.path)
    guard !faults.isEmpty else { return await responder.respond(to: request, context: context) }
    for fault in faults {
      switch fault {
      case .delay(let time): try? await Task.sleep(for: time)
      case .dropRequest:
        try? await context.channel.close()
        return Response(status: .serviceUnavailable)
      case .expiredToken: return ServerResponder.refusal(.expired, path: request.uri.path)
      case .status(let code, let seconds, false): return Self.response(code, seconds)
      default: break
      }
    }
    var response = await responder.respond(to: request, context: context)
    for fault in faults {
      switch fault {
      case .status(let code, let seconds, true): response = Self.response(code, seconds)
      case .truncatedBody(let count): response = try await response.withBody { Array($0.prefix(max(count, 0))) }
      case .oversizedBody(let count):
        response = try await response.withBody { body in
          Array(repeating: UInt8(ascii: " "), count: max(count - body.count, 0)) + body
        }
      case .cutAnswer(let count): try await Self.cut(context.channel, afterBytes: count)
      default: break
      }
    }
    return response
  }

  private static func response(_ code: Int, _ retryAfter: Int?) -> Response {
    var headers: HTTPFields = [:]
    if let retryAfter { headers[.retryAfter] = String(retryAfter) }
    let body = JSONWriter.object {
      $0.member("success", false)
      $0.member("error", "the server was told to answer \(code)")
    }
    return .json(HTTPTypes.HTTPResponse.Status(code: min(max(code, 100), 999)), body, headers: headers)
  }

  private static func cut(_ channel: any Channel, afterBytes count: Int) async throws {
    try await channel.eventLoop.submit {
      try channel.pipeline.syncOperations.addHandler(CutHandler(afterBytes: count), position: .first)
    }.get()
  }
}

extension Response {
  /// The same response with another body.
  fileprivate func withBody(_ change: ([UInt8]) -> [UInt8]) async throws -> Response {
    let collector = BodyCollector()
    try await body.write(collector)
    var response = self
    response.headers[.contentLength] = nil
    response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: change(collector.bytes)))
    return response
  }
}

/// Collects a body in memory.
private final class BodyCollector: ResponseBodyWriter {
  private(set) var bytes: [UInt8] = []

  func write(_ buffer: ByteBuffer) async throws { bytes.append(contentsOf: buffer.readableBytesView) }
  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
#endif
