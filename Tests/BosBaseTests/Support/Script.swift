#if Identity
import Foundation
import Quarry
import QuarryIdentity
import QuarryRemote

/// Answers, requests and tokens for tests without a server.
enum Script {
  static func answer(_ status: Int, _ json: BosBaseJSON) throws -> HTTPResponse {
    HTTPResponse(status: status, body: Array(try JSONEncoder().encode(json)))
  }

  /// A client over a script of answers.
  static func client(
    _ answers: [HTTPResponse], address: String = "https://api.example.com", store: BosBaseAuthStore? = nil,
    _ change: (inout BosBaseClient.Options) -> Void = { _ in }
  ) throws -> (BosBaseClient, ScriptedTransport) {
    var options = BosBaseClient.Options()
    change(&options)
    let transport = ScriptedTransport(answers)
    let client = try BosBaseClient(
      address, transport: transport, authStore: store ?? BosBaseAuthStore(), options: options)
    return (client, transport)
  }

  /// A token with a payload.
  static func token(_ payload: String) -> String {
    let encoded = Data(payload.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    return "h.\(encoded.replacing("=", with: "")).s"
  }

  static let record: [String: BosBaseJSON] = [
    "id": "u1abcdefghijklm", "collectionId": "_pb_users_auth_", "collectionName": "users",
    "email": "test@example.com", "verified": false,
  ]

  /// An account whose token expires so many seconds from now.
  static func account(in seconds: Int = 3600, _ claims: String = "") -> BosBaseAccount {
    let expiry = Int(Date().timeIntervalSince1970) + seconds
    let payload =
      #"{"id":"u1abcdefghijklm","collectionId":"_pb_users_auth_","type":"auth","exp":\#(expiry)\#(claims)}"#
    return BosBaseAccount(token: DriverSecret(token(payload)), record: BosBaseRecord(record))
  }

  static func text(_ secret: DriverSecret) -> String { String(decoding: secret.bytes, as: UTF8.self) }

  static func authAnswer(_ account: BosBaseAccount) throws -> HTTPResponse {
    try answer(200, ["token": .text(text(account.token)), "record": .object(account.record.fields)])
  }

  /// The body of a request.
  static func body(_ request: HTTPRequest) throws -> BosBaseJSON? {
    try request.body.map { try JSONDecoder().decode(BosBaseJSON.self, from: Data($0)) }
  }
}
#endif
