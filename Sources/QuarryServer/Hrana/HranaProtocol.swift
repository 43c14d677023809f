#if Server
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Quarry
internal import QuarryWire

/// Hrana over HTTP, versions 1 to 3.
struct HranaProtocol: Sendable {
  let hosts: [DatabaseHost]
  let scratch: ScratchDatabases?
  let streams: HranaStreams
  let limits: ServerLimits

  /// The caller, and its database.
  struct Call: Sendable {
    var host: DatabaseHost
    var permission: Permission
    /// The client for whom streams are counted.
    var client: String
  }

  /// The reason why there is no database for a client.
  enum HostRefusal: Error {
    case unknown
    case foreign

    var message: String {
      self == .unknown ? "no such namespace" : "this token is for another namespace"
    }

    var response: Response { .text(self == .unknown ? .notFound : .forbidden, message) }
  }

  /// The database of a call. The permission is checked before a database is made.
  ///
  /// - Parameters:
  ///   - name: The namespace in a header of the client.
  ///   - authority: The host in the call, whose first label may be a namespace.
  func host(
    named name: String?, authority: String?, permission: Permission
  ) async throws(HostRefusal) -> DatabaseHost {
    let host: DatabaseHost
    if let name {
      if let known = hosts.first(where: { $0.served.namespace == name || $0.path == name }) {
        host = known
      } else {
        guard permission.includes(name) else { throw .foreign }
        guard let made = try? await scratch?.host(name) else { throw .unknown }
        host = made
      }
    } else {
      let labels = (authority ?? "").split(separator: ":").first?.split(separator: ".") ?? []
      let named = labels.count > 1 ? hosts.first { $0.served.namespace == labels[0] } : nil
      guard let found = named ?? hosts.first else { throw .unknown }
      host = found
    }
    guard permission.includes(host.served.namespace) else { throw .foreign }
    return host
  }

  func begin(_ baton: String?, _ call: Call) async throws -> HranaStreams.Use {
    try await streams.begin(baton, host: call.host, permission: call.permission, client: call.client)
  }

  /// `POST /v2/pipeline`, `POST /v3/pipeline`.
  func pipeline(_ body: [UInt8], version: Int, _ call: Call) async -> Response {
    do {
      let document = try Self.document(body)
      guard let elements = document["requests"]?.array else { throw HranaViolation("requests is missing") }
      var requests: [HranaRequest] = []
      for element in elements { requests.append(try HranaRequest(element, version: version)) }
      let use = try await begin(document["baton"]?.string, call)
      do {
        let results = try await answer(requests, on: use.stream)
        let baton = await streams.end(use, close: await use.stream.isClosed)
        return .json(
          .ok,
          JSONWriter.object { writer in
            writer.member("baton", baton)
            writer.key("base_url")
            writer.null()
            writer.key("results")
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

  /// `POST /v1/execute`, `POST /v1/batch`: one statement or batch, on a stream that ends with the call.
  func once(_ body: [UInt8], isBatch: Bool, _ call: Call) async -> Response {
    do {
      let document = try Self.document(body)
      let steps = isBatch ? try HranaStep.steps(of: document["batch"], version: 1) : []
      let statement = isBatch ? nil : try HranaStatement(document["stmt"], version: 1)
      let use = try await begin(nil, call)
      do {
        let result =
          if let statement { try await use.stream.execute(statement) } else { try await use.stream.batch(steps) }
        _ = await streams.end(use, close: true)
        return .json(
          .ok,
          JSONWriter.object { writer in
            writer.key("result")
            writer.raw(result)
          })
      } catch {
        _ = await streams.end(use, close: true)
        throw error
      }
    } catch let error as ServerFailure {
      return Self.failure(error, status: error.hranaStatus)
    } catch let error as DatabaseError {
      let failure = ServerFailure(error)
      return Self.failure(failure, status: failure.hranaStatus)
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
          writer.key("response")
          writer.raw(response)
        }
      } catch let violation as HranaViolation {
        throw violation
      } catch {
        let failure = ServerFailure(error)
        if failure.kind == .readOnlyToken { throw failure }
        results.object { writer in
          writer.member("type", "error")
          writer.key("error")
          writer.hrana(failure)
        }
        // Errors alone must not fill the memory either.
        guard results.count <= 2 * limits.responseBytes + 4096 else {
          throw ServerFailure(.responseTooLarge, "the answers together are larger than the server gives")
        }
      }
    }
    try Task.checkCancellation()
    return results.bytes
  }

  static func document(_ body: [UInt8]) throws(HranaViolation) -> JSONValue {
    do {
      return try JSONValue(untrusted: body)
    } catch {
      throw HranaViolation("the body is no JSON: \(error)")
    }
  }

  /// The response to a call that is rejected as a whole.
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
      return Self.failure(failure, status: failure.kind == .readOnlyToken ? .forbidden : .internalServerError)
    }
  }

  private static func failure(_ failure: ServerFailure, status: HTTPResponse.Status) -> Response {
    var writer = JSONWriter()
    writer.hrana(failure)
    return .json(status, writer.bytes)
  }
}
#endif
