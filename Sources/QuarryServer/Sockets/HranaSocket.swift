#if Server
internal import Quarry
internal import QuarryWire

/// One client on a WebSocket: its streams, its stored texts and its cursors.
///
/// The requests of one stream are processed in order, those of different streams concurrently.
actor HranaSocket {
  typealias Send = @Sendable ([UInt8]) async throws -> Void

  private let sockets: HranaSockets
  private let version: Int
  private let authority: String?
  private let namespace: String?
  private let address: String
  private let send: Send
  private var client: (permission: Permission, host: DatabaseHost)?
  private var streams: [Int32: HranaSocketStream] = [:]
  private var cursors: [Int32: HranaSocketCursor] = [:]
  private var texts: [Int32: String] = [:]
  private let room: Room
  private let record: OpenConnections.Record
  /// The number of requests without a response.
  private var requests = 0
  /// Whether the server stops, so that the socket waits for the responses to earlier requests.
  private var isFinishing = false
  private var finished: CheckedContinuation<Void, Never>?

  init(
    sockets: HranaSockets, version: Int, authority: String?, namespace: String?, address: String,
    send: @escaping Send, record: OpenConnections.Record
  ) {
    self.sockets = sockets
    self.version = version
    self.authority = authority
    self.namespace = namespace
    self.address = address
    self.send = send
    self.record = record
    room = Room(requests: 128, bytes: sockets.limits.requestBytes)
  }

  /// Waits until earlier requests have responses. Later ones are ignored.
  func finish() async {
    isFinishing = true
    guard requests > 0, finished == nil else { return }
    await withCheckedContinuation { finished = $0 }
  }

  /// Reports to the other connections whether this one is working, or can make room for one of them.
  private func note() {
    guard client != nil else { return }
    let phase = requests > 0 || !streams.isEmpty ? OpenConnections.Phase.socket : .socketIdle
    if record.current.phase != phase { record.note(phase) }
  }

  private func began() {
    requests += 1
    note()
  }

  private func ended() {
    requests -= 1
    note()
    guard isFinishing, requests == 0 else { return }
    finished?.resume()
    finished = nil
  }

  /// Ends everything and rolls back open transactions.
  func close() async {
    finished?.resume()
    finished = nil
    let streams = streams.values
    self.streams = [:]
    let cursors = cursors.values
    self.cursors = [:]
    for cursor in cursors { await cursor.close() }
    for stream in streams { await stream.abandon() }
  }

  /// Processes a message. Waits while too many of the client's requests are running.
  ///
  /// - Throws: ``HranaViolation`` if the message isn't valid. The connection ends then.
  func receive(_ bytes: [UInt8]) async throws {
    let message = try HranaProtocol.document(bytes)
    switch message["type"]?.string {
    case "hello": try await greet(message["jwt"]?.string)
    case "request":
      guard let number = message["request_id"]?.integer.flatMap({ Int32(exactly: $0) }),
        let request = message["request"]
      else { throw HranaViolation("a request without request_id or request") }
      guard let client else { throw HranaViolation("the first message has to be hello") }
      guard !isFinishing else { return }
      began()
      await room.enter(bytes.count)
      let place = Place(number: number, bytes: bytes.count)
      do {
        try await take(request, place, client)
      } catch let failure as ServerFailure {
        await finish(place, .failure(failure))
      } catch {
        await room.leave(bytes.count)
        ended()
        throw error
      }
    default: throw HranaViolation("unknown or missing type of message")
    }
  }

  private func greet(_ token: String?) async throws {
    do {
      var permission = try sockets.access.permission(forToken: token)
      if sockets.isReadOnly { permission.role = .read }
      let host = try await sockets.hrana.host(named: namespace, authority: authority, permission: permission)
      if let client, client.permission.namespace != permission.namespace, !streams.isEmpty {
        throw ServerFailure(.blocked, "a client keeps its namespace while it has streams")
      }
      client = (permission, host)
      note()
      try await send(JSONWriter.object { $0.member("type", "hello_ok") })
    } catch {
      let reason: String
      switch error {
      case let refusal as AccessRefusal: reason = refusal.rawValue
      case let refusal as HranaProtocol.HostRefusal: reason = refusal.message
      case let failure as ServerFailure: reason = failure.message
      default: throw error
      }
      try await send(
        JSONWriter.object { writer in
          writer.member("type", "hello_error")
          writer.key("error")
          writer.object {
            $0.member("message", reason)
            $0.member("code", "AUTH_REJECTED")
          }
        })
      throw HranaViolation("not authorized")
    }
  }

  // MARK: Requests

  /// One running request: the number that identifies its response, and its size.
  struct Place: Sendable {
    var number: Int32
    var bytes: Int
  }

  private func take(
    _ request: JSONValue, _ place: Place, _ client: (permission: Permission, host: DatabaseHost)
  ) async throws {
    // The connection outlives a token, which another greeting can replace.
    guard client.permission.isGood() else {
      throw ServerFailure(.blocked, "the token has expired or was revoked; send another one")
    }
    switch request["type"]?.string {
    case "open_stream":
      let id = try Self.number("stream_id", request)
      guard streams[id] == nil else { throw HranaViolation("the stream is open already") }
      do {
        let use = try await sockets.hrana.streams.begin(
          nil, host: client.host, permission: client.permission, client: Self.name(of: client.permission, address),
          // The message that makes room may come after this one.
          isPatient: false)
        streams[id] = HranaSocketStream(use: use, streams: sockets.hrana.streams)
      } catch { throw ServerFailure(.tooManyStreams, "too many streams are open") }
      await succeed(place, "open_stream")
    case "close_stream":
      if let stream = streams.removeValue(forKey: try Self.number("stream_id", request)) {
        stream.enqueue { [self] in
          await stream.close()
          await self.succeed(place, "close_stream")
        }
      } else {
        await succeed(place, "close_stream")
      }
    case "store_sql" where version >= 2:
      let id = try Self.number("sql_id", request)
      guard let sql = request["sql"]?.string else { throw HranaViolation("store_sql without sql") }
      texts[id] = try HranaStream.storable(sql, isNew: texts[id] == nil, count: texts.count)
      await succeed(place, "store_sql")
    case "close_sql" where version >= 2:
      texts[try Self.number("sql_id", request)] = nil
      await succeed(place, "close_sql")
    case "open_cursor" where version >= 3: try openCursor(request, place)
    case "fetch_cursor" where version >= 3:
      let id = try Self.number("cursor_id", request)
      guard let count = request["max_count"]?.integer, count > 0 else {
        throw HranaViolation("max_count is no positive number")
      }
      guard let cursor = cursors[id] else { throw ServerFailure(.unknownCursor, "no cursor is open under \(id)") }
      cursor.enqueue { [self] in
        let (entries, isDone) = await cursor.fetch(Int(clamping: count))
        await self.succeed(place, "fetch_cursor") { writer in
          writer.key("entries")
          writer.array { $0.raw(entries) }
          writer.member("done", isDone)
        }
      }
    case "close_cursor" where version >= 3:
      let cursor = cursors.removeValue(forKey: try Self.number("cursor_id", request))
      await cursor?.close()
      await succeed(place, "close_cursor")
    case "close": throw HranaViolation("unknown or missing type of request")
    default:
      var parsed = try HranaRequest(request, version: version)
      try parsed.resolveTexts { try text($0) }
      let stream = try stream(request)
      let resolved = parsed
      stream.enqueue { [self] in
        do {
          await self.finish(place, .success(try await stream.use.stream.answer(resolved)))
        } catch {
          await self.finish(place, .failure(ServerFailure(error)))
        }
      }
    }
  }

  private func openCursor(_ request: JSONValue, _ place: Place) throws {
    let id = try Self.number("cursor_id", request)
    guard cursors[id] == nil else { throw HranaViolation("the cursor is open already") }
    var parsed = HranaRequest.batch(try HranaStep.steps(of: request["batch"], version: version))
    try parsed.resolveTexts { try text($0) }
    guard case .batch(let steps) = parsed else { return }
    let stream = try stream(request)
    let cursor = HranaSocketCursor(steps: steps, stream: stream.use.stream)
    cursors[id] = cursor
    stream.enqueue { [self] in
      await self.succeed(place, "open_cursor")
      // The stream is busy until the cursor is read to its end, or closed.
      await cursor.run()
    }
  }

  private func stream(_ request: JSONValue) throws -> HranaSocketStream {
    let id = try Self.number("stream_id", request)
    guard let stream = streams[id] else { throw ServerFailure(.unknownStream, "no stream is open under \(id)") }
    return stream
  }

  private func text(_ id: Int32) throws(ServerFailure) -> String {
    guard let sql = texts[id] else { throw ServerFailure(.unknownText, "no text is stored under \(id)") }
    return sql
  }

  private static func number(_ name: String, _ value: JSONValue) throws(HranaViolation) -> Int32 {
    guard let number = value[name]?.integer.flatMap({ Int32(exactly: $0) }) else {
      throw HranaViolation("\(name) is no 32-bit integer")
    }
    return number
  }

  /// The client for whom a stream is counted.
  static func name(of permission: Permission, _ address: String) -> String { permission.bearer ?? address }

  // MARK: Answers

  private func succeed(_ place: Place, _ type: String, _ body: (inout JSONWriter) -> Void = { _ in }) async {
    await finish(
      place,
      .success(
        JSONWriter.object { writer in
          writer.member("type", type)
          body(&writer)
        }))
  }

  private func finish(_ place: Place, _ result: Result<[UInt8], ServerFailure>) async {
    let message = JSONWriter.object { writer in
      switch result {
      case .success(let response):
        writer.member("type", "response_ok")
        writer.member("request_id", place.number)
        writer.key("response")
        writer.raw(response)
      case .failure(let failure):
        writer.member("type", "response_error")
        writer.member("request_id", place.number)
        writer.key("error")
        writer.hrana(failure)
      }
    }
    // A client that has gone gets no answer; its going ends the rest.
    try? await send(message)
    await room.leave(place.bytes)
    ended()
  }
}
#endif
