import QuarryRemote
import QuarryWire
import Testing

@Suite struct ScriptedTransportTests {
  @Test func answersInOrderAndRemembersRequests() async throws {
    let transport = ScriptedTransport([HTTPResponse(status: 201, headers: [("X-A", "1")], body: [1, 2, 3])])
    let response = try await transport.send(HTTPRequest(url: "http://h/p?q=secret", body: [9]))
    #expect(response.status == 201 && response.body == [1, 2, 3] && response.header("x-a") == "1")
    #expect(transport.requests.map(\.description) == ["POST http://h/p"])
    await #expect { try await transport.send(HTTPRequest(url: "http://h/")) } throws: { error in
      (error as? HTTPError)?.kind == .refused
    }
  }

  @Test func streamsInPieces() async throws {
    let transport = ScriptedTransport([HTTPResponse(status: 200, body: Array(0..<10))], pieceBytes: 4)
    let stream = try await transport.stream(HTTPRequest(url: "http://h/"))
    var pieces: [[UInt8]] = []
    while let piece = try await stream.next() { pieces.append(piece) }
    #expect(pieces == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]])
    stream.close()
    await #expect(throws: HTTPError.self) { try await stream.next() }
  }

  @Test func jsonIsReadAsItsPiecesComeAndAnErrorIsPassedOn() async throws {
    let transport = ScriptedTransport(
      [HTTPResponse(status: 200, body: Array(#"{"long name":[-12.5,"ä\u00e4"]}"#.utf8))], pieceBytes: 3)
    let stream = try await transport.stream(HTTPRequest(url: "http://h/"))
    var reader = JSONReader()
    var tokens: [JSONToken] = []
    while let piece = try await stream.next() {
      reader.append(piece)
      while let token = try reader.next() { tokens.append(token) }
    }
    reader.finish()
    #expect(try reader.next() == nil)
    #expect(
      tokens == [.beginObject, .key("long name"), .beginArray, .double(-12.5), .string("ää"), .endArray, .endObject])
    let cut = HTTPBodyStream(
      status: 200, next: { () throws(HTTPError) in throw HTTPError(.cut, mayHaveBeenSent: true, "cut") })
    await #expect { try await cut.next() } throws: { ($0 as? HTTPError)?.kind == .cut }
  }

  @Test func refusesWhatIsTooLarge() async throws {
    let transport = ScriptedTransport([HTTPResponse(status: 200, body: Array(0..<10))])
    let request = HTTPRequest(url: "http://h/", maximumResponseBytes: 9)
    await #expect { try await transport.send(request) } throws: { ($0 as? HTTPError)?.kind == .tooLarge }
  }
}
