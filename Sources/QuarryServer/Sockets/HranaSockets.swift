#if Server
internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket
internal import Quarry

/// Hrana over WebSocket, versions 1 to 3, in JSON.
///
/// Source: <https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_3_SPEC.md>.
struct HranaSockets: Sendable {
  let access: ServerAccess
  let isReadOnly: Bool
  let limits: ServerLimits
  let pages: PageRules
  let hrana: HranaProtocol

  static func name(ofVersion version: Int) -> String { "hrana\(version)" }

  /// Whether a request opens a WebSocket here, which takes one key, version 13 and a supported protocol.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc6455#section-4.2.1>.
  func opens(_ head: HTTPRequestHead) -> Bool {
    head.headers[canonicalForm: "upgrade"].contains { $0.lowercased() == "websocket" }
      && head.headers["sec-websocket-key"].count == 1 && head.headers["sec-websocket-version"] == ["13"]
      && version(for: head) != nil
  }

  /// The newest version that the client supports too, or `nil` if the request isn't for this server.
  func version(for head: HTTPRequestHead) -> Int? {
    let path = head.uri.prefix { $0 != "?" }
    guard path == "/" || path.isEmpty, head.method == .GET else { return nil }
    let verdict = pages.verdict(
      host: head.headers.first(name: "host"), origin: head.headers.first(name: "origin"),
      site: head.headers.first(name: "sec-fetch-site"))
    if case .refuse = verdict { return nil }
    let names = head.headers[canonicalForm: "sec-websocket-protocol"]
    // A client that names none speaks the oldest version, which had no name.
    return [3, 2, 1].first { names.contains(Substring(Self.name(ofVersion: $0))) }
  }

  /// Serves one client until it goes.
  func serve(
    _ channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, _ head: HTTPRequestHead,
    _ record: OpenConnections.Record
  ) async {
    let address = channel.channel.remoteAddress?.ipAddress ?? ""
    try? await channel.executeThenClose { inbound, outbound in
      let session = HranaSocket(
        sockets: self, version: version(for: head) ?? 1, authority: head.headers.first(name: "host"),
        namespace: head.headers.first(name: "x-namespace"), address: address,
        send: { try await outbound.write(Self.frame(.text, ByteBuffer(bytes: $0))) },
        record: record)
      record.whenStopping {
        Task {
          await session.finish()
          try? await outbound.write(Self.closing(.goingAway, "the server stops"))
        }
      }
      let reading = Task {
        do {
          for try await frame in inbound {
            switch frame.opcode {
            case .text: try await session.receive(Array(frame.unmaskedData.readableBytesView))
            case .ping: try await outbound.write(Self.frame(.pong, frame.unmaskedData))
            case .pong, .continuation: break
            case .connectionClose:
              // What it said is said back, as the protocol asks for.
              try? await outbound.write(Self.frame(.connectionClose, frame.unmaskedData))
              return
            default: throw HranaViolation("only texts are understood")
            }
          }
        } catch let violation as HranaViolation {
          try? await outbound.write(Self.closing(.protocolError, violation.message))
        }
      }
      channel.channel.closeFuture.whenComplete { _ in reading.cancel() }
      _ = await withTaskCancellationHandler {
        await reading.result
      } onCancel: {
        reading.cancel()
      }
      await session.close()
      outbound.finish()
    }
  }

  private static func frame(_ opcode: WebSocketOpcode, _ data: ByteBuffer) -> WebSocketFrame {
    WebSocketFrame(fin: true, opcode: opcode, data: data)
  }

  private static func closing(_ code: WebSocketErrorCode, _ reason: String) -> WebSocketFrame {
    var buffer = ByteBuffer()
    buffer.write(webSocketErrorCode: code)
    // A control frame has room for 125 bytes.
    buffer.writeString(String(reason.unicodeScalars.prefix(30)))
    return frame(.connectionClose, buffer)
  }
}
#endif
