internal import Hummingbird
internal import NIOCore

/// Hrana over HTTP, versions 2 and 3.
struct HranaProtocol: Sendable {
  let hosts: [DatabaseHost]
  let scratch: ScratchDatabases?
  let streams: HranaStreams
  let limits: ServerLimits

  /// The database that a call is for.
  func host(for request: Request) async -> DatabaseHost? {
    if let name = request.headers.value(of: "x-namespace") {
      if let host = hosts.first(where: { $0.served.namespace == name || $0.path == name }) { return host }
      return try? await scratch?.host(name)
    }
    let labels = (request.head.authority ?? "").split(separator: ":").first?.split(separator: ".") ?? []
    if labels.count > 1, let first = labels.first, let host = hosts.first(where: { $0.served.namespace == first }) {
      return host
    }
    return hosts.first
  }

  /// `POST /v2/pipeline`, `POST /v3/pipeline`.
  func pipeline(_ body: [UInt8], version: Int, host: DatabaseHost, permission: Permission) async -> Response {
    do {
      let document = try Self.document(body)
      guard let elements = document["requests"]?.array else { throw HranaViolation("requests is missing") }
      var requests: [HranaRequest] = []
      for element in elements { requests.append(try HranaRequest(element, version: version)) }
      let use = try await streams.begin(document["baton"]?.string, host: host, permission: permission)
      do {
        let results = try await answer(requests, on: use.stream)
        let baton = await streams.end(use, close: await use.stream.isClosed)
        return .json(
          .ok,
          JSONWriter.object { writer in
            writer.member("baton", baton)
            writer.name("base_url")
            writer.null()
            writer.name("results")
            writer.array { $0.raw(results) }
          })
      } catch {
        _ = await streams.end(use, close: true)
        throw error
      }
    } catch {
      return Self.refusal(error)
    }
  }

  private func answer(_ requests: [HranaRequest], on stream: HranaStream) async throws -> [UInt8] {
    var results = JSONWriter()
    for request in requests {
      // Nobody can go on with a stream whose baton is lost.
      try Task.checkCancellation()
      do {
        let response = try await stream.answer(request)
        guard results.count + response.count <= limits.responseBytes + 4096 else {
          throw ServerFailure(.responseTooLarge, "the answers together are larger than the server gives")
        }
        results.object { writer in
          writer.member("type", "ok")
          writer.name("response")
          writer.raw(response)
        }
      } catch let violation as HranaViolation {
        throw violation
      } catch {
        let failure = ServerFailure(error)
        if failure.kind == .readOnlyToken { throw failure }
        results.object { writer in
          writer.member("type", "error")
          writer.name("error")
          writer.hrana(failure)
        }
      }
    }
    try Task.checkCancellation()
    return results.bytes
  }

  static func document(_ body: [UInt8]) throws(HranaViolation) -> JSONValue {
    do {
      return try JSONReader.value(of: body)
    } catch {
      throw HranaViolation("the body is no JSON: \(error.message)")
    }
  }

  /// The answer to a call that is refused as a whole.
  static func refusal(_ error: any Error) -> Response {
    switch error {
    case let violation as HranaViolation: return .text(.badRequest, violation.message)
    case HranaStreams.Refusal.invalid: return .text(.badRequest, "Received an invalid baton")
    case HranaStreams.Refusal.used: return .text(.badRequest, "Received a baton that has already been used")
    case HranaStreams.Refusal.tooMany: return .text(.tooManyRequests, "too many streams are open")
    case HranaStreams.Refusal.expired:
      return .json(
        .badRequest,
        JSONWriter.object {
          $0.member("message", "The stream has expired due to inactivity")
          $0.member("code", "STREAM_EXPIRED")
        })
    default:
      let failure = ServerFailure(error)
      var writer = JSONWriter()
      writer.hrana(failure)
      return .json(failure.kind == .readOnlyToken ? .forbidden : .internalServerError, writer.bytes)
    }
  }
}
