/// The tokens of a body that comes in pieces.
package struct JSONStream: Sendable {
  private let body: HTTPBodyStream
  private var reader: JSONReader
  private var hasEnded = false

  /// Reads the body of an answer.
  package init(_ body: HTTPBodyStream, maximumDepth: Int = 64) {
    self.body = body
    reader = JSONReader(maximumDepth: maximumDepth)
  }

  /// Why there is no next token.
  package enum Failure: Error, Sendable {
    /// The body ended early, or was ended.
    case transport(HTTPError)
    /// The body is not JSON.
    case text(JSONError)
  }

  /// The next token, or `nil` after the whole text.
  package mutating func next() async throws(Failure) -> JSONToken? {
    while true {
      do throws(JSONError) {
        if let token = try reader.next() { return token }
      } catch {
        throw .text(error)
      }
      if hasEnded { return nil }
      do throws(HTTPError) {
        if let piece = try await body.next() {
          reader.append(piece)
        } else {
          reader.finish()
          hasEnded = true
        }
      } catch {
        throw .transport(error)
      }
    }
  }

  /// Ends the transfer.
  package func close() { body.close() }
}
