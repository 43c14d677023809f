#if Command
internal import Quarry
internal import QuarryRemote

/// The databases of libSQL's server, created and dropped at the address for its administration.
///
/// Source: <https://github.com/tursodatabase/libsql/blob/main/docs/ADMIN_API.md>.
struct LibSQLNamespaces: Sendable {
  private let address: String
  private let transport = CurlTransport()

  /// Creates a value for the address, with or without `http://`.
  init(address: String) { self.address = address.contains("://") ? address : "http://" + address }

  /// Makes a database. An existing database isn't changed.
  func make(_ name: String) async throws {
    let answer = try await call("POST", "/v1/namespaces/\(name)/create", Array("{}".utf8))
    // The only thing that is wrong with such a request is that the name is in use.
    guard answer.status == 200 || answer.status == 400 else { throw failure("made", answer) }
  }

  /// Drops a database. It's no error if there is none.
  func drop(_ name: String) async throws {
    let answer = try await call("DELETE", "/v1/namespaces/\(name)", nil)
    guard answer.status == 200 || answer.status == 404 else { throw failure("dropped", answer) }
  }

  private func call(_ method: String, _ path: String, _ body: [UInt8]?) async throws -> HTTPResponse {
    do {
      return try await transport.send(
        HTTPRequest(
          method: method, url: address + path,
          headers: body == nil ? [] : [(name: "Content-Type", value: "application/json")], body: body))
    } catch {
      throw DatabaseError(.cannotOpen, "the server's administration can't be reached: \(error)")
    }
  }

  private func failure(_ verb: String, _ answer: HTTPResponse) -> DatabaseError {
    DatabaseError(
      .cannotOpen,
      "the database of a case couldn't be \(verb): \(answer.status) "
        + String(decoding: answer.body.prefix(300), as: UTF8.self))
  }
}
#endif
