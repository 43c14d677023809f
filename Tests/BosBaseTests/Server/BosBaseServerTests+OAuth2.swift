#if Identity
import Foundation
import Quarry
import QuarryIdentity
import TestPeers
import Testing

extension BosBaseServerTests {
  /// A provider on loopback that knows one user and takes one code.
  static func provider() throws -> LoopbackListener {
    try LoopbackListener { connection in
      var length = 0
      guard let first = connection.line() else { return }
      while let line = connection.line(), !line.isEmpty {
        let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        if parts[0].lowercased() == "content-length" { length = Int(parts[1]) ?? 0 }
      }
      let body = String(decoding: connection.bytes(length), as: UTF8.self)
      var status = "200 OK"
      var answer = #"{"sub":"subject-1","email":"ada@example.com","email_verified":true,"name":"Ada"}"#
      if first.hasPrefix("POST /token") {
        let isRight = body.contains("code=right-code-123") && body.contains("code_verifier=")
        status = isRight ? status : "400 Bad Request"
        answer =
          isRight
          ? #"{"access_token":"provider-access-1","token_type":"Bearer","expires_in":3600}"#
          : #"{"error":"invalid_grant"}"#
      }
      connection.send(
        "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(answer.utf8.count)\r\n"
          + "Connection: close\r\n\r\n\(answer)")
    }
  }

  @Test("OAuth2 with a provider: a new account, the same again, and a wrong code") func oauth2() async throws {
    let stage = try await Stage()
    let listener = try Self.provider()
    let base = "http://127.0.0.1:\(listener.port)"
    try await stage.makeAccounts(
      "people",
      [
        "oauth2": [
          "enabled": true,
          "providers": [
            [
              "name": "oidc", "clientId": "client", "clientSecret": "client-secret-1", "displayName": "Own",
              "authURL": .text(base + "/auth"), "tokenURL": .text(base + "/token"),
              "userInfoURL": .text(base + "/user"), "pkce": true,
            ]
          ],
        ]
      ])
    let client = try stage.client()
    let people = client.collection("people")
    func callback(_ attempt: BosBaseOAuth2Attempt, _ code: String) throws -> String {
      stage.transport.show(attempt)
      let state = try #require(attempt.url.firstMatch(of: /[?&]state=([^&]+)/)).output.1
      return "com.example.app:/in?code=\(code)&state=\(state)"
    }
    let attempt = try await people.beginOAuth2("oidc", redirectURL: "com.example.app:/in")
    #expect(attempt.url.hasPrefix(base + "/auth?") && attempt.url.contains("code_challenge_method=S256"))
    #expect(attempt.url.hasSuffix("redirect_uri=com.example.app%3A%2Fin"))
    let account = try await people.finishOAuth2(attempt, callback: callback(attempt, "right-code-123"))
    stage.transport.show(account)
    #expect(account.record["email"] == "ada@example.com" && account.metadata?["isNew"] == true)
    #expect(client.authStore.isValid)
    #expect(try await people.externalAccounts(of: account.record.id).map(\.provider) == ["oidc"])

    let again = try await people.beginOAuth2("oidc", redirectURL: "com.example.app:/in")
    #expect(again.url != attempt.url)
    let same = try await people.finishOAuth2(again, callback: callback(again, "right-code-123"))
    #expect(same.record.id == account.record.id && same.metadata?["isNew"] == false)

    let wrong = try await people.beginOAuth2("oidc", redirectURL: "com.example.app:/in")
    try await bosBaseError(.stateMismatch, stage.transport) {
      try await people.finishOAuth2(wrong, callback: callback(again, "right-code-123"))
    }
    let wrongCallback = try callback(wrong, "wrong-code-123")
    let error = try await bosBaseError(.invalidData, stage.transport) {
      try await people.finishOAuth2(wrong, callback: wrongCallback)
    }
    #expect(error.status == 400)
    try await bosBaseError(.forbidden, stage.transport) {
      try await client.superusers.authWithOAuth2Code(
        "oidc", code: "right-code-123", codeVerifier: .init("v"), redirectURL: "x:/in")
    }
    try stage.finish("OAuth2")
  }
}
#endif
