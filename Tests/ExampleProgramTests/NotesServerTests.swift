#if Command && Macros && Telemetry
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The server of notes") struct NotesServerTests {
  /// A client of a server that was started on a free port.
  private struct Client {
    let address: String

    /// Sends a request. Returns the status and the JSON.
    func send(
      _ method: String, _ path: String, _ body: [String: Any]? = nil
    ) async throws -> (status: Int, json: [String: Any], text: String) {
      var request = URLRequest(url: try #require(URL(string: address + path)))
      request.httpMethod = method
      request.httpBody = try body.map { try JSONSerialization.data(withJSONObject: $0) }
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      let (data, response) = try await URLSession.shared.data(for: request)
      let status = try #require(response as? HTTPURLResponse).statusCode
      let json = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
      return (status, json ?? [:], String(decoding: data, as: UTF8.self))
    }

    func message(_ json: [String: Any]) -> String? { (json["error"] as? [String: Any])?["message"] as? String }
  }

  private func withServer(
    in folder: TemporaryFolder, _ body: (Client, ExampleProcess) async throws -> Void
  ) async throws {
    let server = try ExampleProcess("NotesServer", ["--port", "0", "--database", "sqlite:notes.db"], in: folder)
    let line = try await server.firstLine()
    #expect(line.hasPrefix("Listening on http://127.0.0.1:"))
    try await body(Client(address: String(line.dropFirst("Listening on ".count))), server)
    server.send(SIGTERM)
    let (status, output, _) = try await server.wait()
    #expect(status == 0)
    #expect(output == "Ended.\n")
  }

  @Test("Notes are made, found, changed, listed page by page and removed") func notes() async throws {
    let folder = try TemporaryFolder()
    try await withServer(in: folder) { client, _ in
      for title in ["Milk", "Bread", "Cake"] {
        let (status, json, _) = try await client.send("POST", "/notes", ["title": title, "text": "Buy \(title)"])
        #expect(status == 201)
        #expect(json["title"] as? String == title)
        #expect(json["version"] as? Int == 1)
      }
      let first = try await client.send("GET", "/notes?size=2")
      #expect((first.json["notes"] as? [[String: Any]])?.count == 2)
      let next = try #require(first.json["next"] as? String)
      let second = try await client.send("GET", "/notes?size=2&after=\(next)")
      #expect((second.json["notes"] as? [[String: Any]])?.count == 1)
      #expect(second.json["next"] == nil)
      let found = try await client.send("GET", "/notes?search=bread")
      #expect((found.json["notes"] as? [[String: Any]])?.compactMap { $0["title"] as? String } == ["Bread"])

      let change = try await client.send("PATCH", "/notes/1", ["version": 1, "text": "two bottles"])
      #expect(change.status == 200)
      #expect(change.json["text"] as? String == "two bottles")
      #expect(change.json["version"] as? Int == 2)
      #expect(try await client.send("DELETE", "/notes/2").status == 204)
      #expect(try await client.send("GET", "/health").status == 200)
    }
    // What was stored is there when the server starts again.
    try await withServer(in: folder) { client, _ in
      let note = try await client.send("GET", "/notes/1")
      #expect(note.json["text"] as? String == "two bottles")
      #expect(try await client.send("GET", "/notes/2").status == 404)
    }
  }

  @Test("Errors are statuses") func errors() async throws {
    try await withServer(in: TemporaryFolder()) { client, _ in
      let note = ["title": "Milk", "text": ""]
      #expect(try await client.send("POST", "/notes", note).status == 201)
      let taken = try await client.send("POST", "/notes", ["title": "MILK", "text": ""])
      #expect(taken.status == 409)
      #expect(client.message(taken.json) == "The title is taken.")
      let old = try await client.send("PATCH", "/notes/1", ["version": 7, "title": "Bread"])
      #expect(old.status == 409)
      #expect(client.message(old.json) == "The note was changed by somebody else. Its version is 1.")
      let missing = try await client.send("GET", "/notes/99")
      #expect(missing.status == 404)
      #expect(client.message(missing.json) == "There is no such note.")
      #expect(try await client.send("GET", "/notes/milk").status == 404)
      #expect(try await client.send("DELETE", "/notes/99").status == 404)
      #expect(try await client.send("POST", "/notes", ["text": "no title"]).status == 400)
      #expect(try await client.send("GET", "/notes?size=0").status == 400)
      let cursor = try await client.send("GET", "/notes?after=nonsense")
      #expect(client.message(cursor.json) == "after is not a cursor.")
    }
  }

  @Test("Metrics tell of the pool and of statements, never of values") func metrics() async throws {
    try await withServer(in: TemporaryFolder()) { client, _ in
      _ = try await client.send("POST", "/notes", ["title": "a secret title", "text": ""])
      let text = try await client.send("GET", "/metrics").text
      #expect(text.contains("db.client.operation.duration{"))
      #expect(text.contains("db.client.connection.count{"))
      #expect(!text.contains("secret"))
    }
  }

  @Test("Twenty clients at once are served, and the server ends when it is told to") func many() async throws {
    try await withServer(in: TemporaryFolder()) { client, _ in
      // A failure cancels no other request: one that is canceled while it ends can wait for itself forever in a session.
      let statuses = await withTaskGroup(of: Result<Int, any Error>.self) { group in
        for number in 0..<20 {
          group.addTask {
            do {
              return .success(try await client.send("POST", "/notes", ["title": "\(number)", "text": ""]).status)
            } catch {
              return .failure(error)
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      for status in statuses { #expect(try status.get() == 201) }
      let page = try await client.send("GET", "/notes?size=100").text
      #expect(page.contains("\"19\""))
    }
  }
}
#endif
