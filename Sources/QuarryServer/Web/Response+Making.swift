#if Server
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

extension Response {
  /// A response of JSON.
  static func json(_ status: HTTPResponse.Status, _ bytes: [UInt8], headers: HTTPFields = [:]) -> Response {
    var headers = headers
    headers[.contentType] = "application/json"
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// A response of plain text.
  static func text(_ status: HTTPResponse.Status, _ text: String) -> Response {
    Response(
      status: status, headers: [.contentType: "text/plain; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}

extension HTTPFields {
  /// A header by a name that the library has no constant for.
  func value(of name: String) -> String? { HTTPField.Name(name).flatMap { self[$0] } }

  /// One header.
  static func one(_ name: String, _ value: String) -> HTTPFields {
    var fields = HTTPFields()
    if let name = HTTPField.Name(name) { fields[name] = value }
    return fields
  }
}
#endif
