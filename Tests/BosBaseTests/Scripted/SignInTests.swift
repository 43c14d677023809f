#if Identity
import Foundation
import Quarry
import QuarryIdentity
import QuarryRemote
import TestSupport
import Testing

/// Signing in without a server: what is sent, and what becomes of the store.
@Suite struct SignInTests {
  @Test("Bodies have the server's names") func bodies() async throws {
    let account = Script.account()
    let (client, transport) = try Script.client([
      Script.authAnswer(account), Script.authAnswer(account), Script.answer(200, ["otpId": "o1"]),
      Script.answer(204, nil), Script.answer(204, nil), Script.answer(204, nil),
    ])
    let users = client.collection("users")
    try await users.authWithPassword("a", "b", identityField: "email", mfaID: "m1", expand: "team")
    try await users.authWithOTP("o1", "12345678", mfaID: "m2")
    #expect(try await users.requestOTP("a@example.com") == "o1")
    try await users.confirmPasswordReset("t1", password: "p")
    try await users.confirmVerification("t2")
    try await users.confirmEmailChange("t3", password: "p")
    let bodies = try transport.requests.map(Script.body)
    #expect(bodies[0] == ["identity": "a", "password": "b", "identityField": "email", "mfaId": "m1"])
    #expect(transport.requests[0].url.hasSuffix("/auth-with-password?expand=team"))
    #expect(bodies[1] == ["otpId": "o1", "password": "12345678", "mfaId": "m2"])
    #expect(bodies[2] == ["email": "a@example.com"])
    #expect(bodies[3] == ["token": "t1", "password": "p", "passwordConfirm": "p"])
    #expect(bodies[4] == ["token": "t2"])
    #expect(bodies[5] == ["token": "t3", "password": "p"])
  }

  @Test("A second factor is a case of the result, and in the error's response") func secondFactor() async throws {
    let answer = try Script.answer(401, ["mfaId": "m1abcdefghijklm"])
    let (client, _) = try Script.client([answer, answer])
    client.authStore.save(Script.account())
    let told = Shared(0)
    client.authStore.onChange { _ in told.update { $0 += 1 } }
    let users = client.collection("users")
    guard case .secondFactorRequired(let mfaID) = try await users.signIn(.password(identity: "a", password: "b"))
    else {
      Issue.record("signed in")
      return
    }
    #expect(mfaID == "m1abcdefghijklm")
    let error = try await bosBaseError(.secondFactorRequired) { try await users.authWithPassword("a", "b") }
    #expect(error.response["mfaId"] == "m1abcdefghijklm" && error.mfaID == mfaID && error.status == 401)
    #expect(told.value == 0 && client.authStore.isValid)
  }

  @Test("An answer without a token or a record signs nobody in") func halfAnswer() async throws {
    let (client, _) = try Script.client([
      Script.answer(200, ["token": "", "record": [:]]), Script.answer(200, ["token": "x"]), Script.answer(200, [:]),
    ])
    for _ in 0..<3 {
      try await bosBaseError(.invalidAnswer) { try await client.collection("users").authWithPassword("a", "b") }
    }
    #expect(client.authStore.account == nil)
  }

  @Test("A refresh that ends after a sign-out signs nobody in again") func refreshRace() async throws {
    let before = Script.account(), after = Script.account(in: 9999)
    let store = BosBaseAuthStore(before)
    let answer = try Script.authAnswer(after)
    let client = try BosBaseClient(
      "https://api.example.com",
      transport: ScriptedTransport { (_, number) throws(HTTPError) in
        if number == 1 { store.clear() }
        return answer
      }, authStore: store)
    let users = client.collection("users")
    let refreshed = try await users.authRefresh()
    #expect(refreshed.expiry == after.expiry && store.account == after)
    _ = try await users.authRefresh()
    #expect(store.account == nil)
  }

  @Test("Impersonation makes another client; the duration is in the body") func impersonation() async throws {
    let other = Script.account(in: 9999)
    let (client, transport) = try Script.client([Script.authAnswer(other), Script.authAnswer(other)])
    let own = Script.account()
    client.authStore.save(own)
    let users = client.collection("users")
    let impersonated = try await users.impersonate("u1", duration: .seconds(90))
    #expect(impersonated.authStore.account == other && client.authStore.account == own)
    #expect(impersonated.address == client.address)
    #expect(try Script.body(transport.requests[0]) == ["duration": 90])
    #expect(transport.requests[0].url == "https://api.example.com/api/collections/users/impersonate/u1")
    #expect(transport.requests[0].header("Authorization") == Script.text(own.token))
    _ = try await users.impersonate("u1")
    #expect(try Script.body(transport.requests[1]) == [:])
  }

  @Test("Updates and deletions of the own record change the store, those of others don't") func ownRecord() async throws
  {
    let (client, _) = try Script.client([
      Script.answer(200, ["id": "u1abcdefghijklm", "name": "A", "expand": ["x": 1]]),
      Script.answer(200, ["id": "other"]), Script.answer(200, ["id": "u1abcdefghijklm"]),
      Script.answer(204, nil), Script.answer(204, nil), Script.answer(204, nil),
    ])
    let store = client.authStore
    store.save(Script.account())
    let told = Shared(0)
    store.onChange { _ in told.update { $0 += 1 } }
    let users = client.collection("users")
    try await users.update("u1abcdefghijklm", ["name": "A"])
    #expect(store.record?["name"] == "A" && store.record?["email"] == "test@example.com" && told.value == 1)
    #expect(store.record?["expand"] == nil)
    try await users.update("other", [:])
    try await client.collection("posts").update("u1abcdefghijklm", [:])
    try await users.delete("other")
    try await client.collection("posts").delete("u1abcdefghijklm")
    #expect(told.value == 1 && store.isValid)
    try await client.collection("_pb_users_auth_").delete("u1abcdefghijklm")
    #expect(told.value == 2 && store.account == nil)
  }

  @Test("Confirmations change the store when their token names its record") func confirmations() async throws {
    func token(_ id: String) -> String {
      Script.token(#"{"id":"\#(id)","collectionId":"_pb_users_auth_","type":"verification"}"#)
    }
    let (client, _) = try Script.client([HTTPResponse](repeating: Script.answer(204, nil), count: 4))
    let store = client.authStore
    store.save(Script.account())
    let users = client.collection("users")
    try await users.confirmVerification(token("other"))
    #expect(store.record?["verified"] == false)
    try await users.confirmVerification(token("u1abcdefghijklm"))
    #expect(store.record?["verified"] == true)
    try await users.confirmEmailChange(token("other"), password: "p")
    #expect(store.isValid)
    try await users.confirmEmailChange(token("u1abcdefghijklm"), password: "p")
    #expect(store.account == nil)
  }

  // MARK: OAuth2

  static let methods: BosBaseJSON = [
    "password": ["enabled": true, "identityFields": ["email", "name"]],
    "oauth2": [
      "enabled": true,
      "providers": [
        [
          "name": "google", "displayName": "Google", "state": "state-123456789", "codeVerifier": "verifier-1234567",
          "codeChallenge": "c", "codeChallengeMethod": "S256",
          "authURL": "https://accounts.example.com/auth?state=state-123456789&redirect_uri=",
        ],
        ["name": "plain", "state": "s", "authUrl": "https://old.example.com/?redirect_uri="],
      ],
    ],
    "mfa": ["enabled": true, "duration": 1800], "otp": ["enabled": false, "duration": 0],
  ]

  @Test("The ways to sign in") func authMethods() async throws {
    let (client, transport) = try Script.client([Script.answer(200, Self.methods), Script.answer(200, [:])])
    let methods = try await client.collection("users").authMethods()
    #expect(methods.hasPassword && methods.identityFields == ["email", "name"])
    #expect(methods.oneTimePasswordDuration == nil && methods.secondFactorDuration == .seconds(1800))
    #expect(methods.providers.map(\.name) == ["google", "plain"])
    #expect(methods.providers.map(\.displayName) == ["Google", "plain"])
    #expect(transport.requests[0].url.hasSuffix("/auth-methods?fields=mfa%2Cotp%2Cpassword%2Coauth2"))
    #expect(!"\(methods)".contains("state-1") && !"\(methods)".contains("verifier-1"))
    let none = try await client.collection("users").authMethods()
    #expect(!none.hasPassword && none.providers.isEmpty)
  }

  @Test("OAuth2 by the callback's address: the state is checked before anything is sent") func oauth2() async throws {
    let account = Script.account()
    let answer: BosBaseJSON = [
      "token": .text(Script.text(account.token)), "record": .object(account.record.fields),
      "meta": ["isNew": true],
    ]
    let (client, transport) = try Script.client([
      Script.answer(200, Self.methods), Script.answer(200, answer), Script.answer(200, Self.methods),
    ])
    let users = client.collection("users")
    let attempt = try await users.beginOAuth2("google", redirectURL: "com.example:/in?a=b&c")
    #expect(
      attempt.url
        == "https://accounts.example.com/auth?state=state-123456789&redirect_uri=com.example%3A%2Fin%3Fa%3Db%26c")
    for callback in ["x:/in?code=c&state=other", "x:/in?code=c", "x:/in", "x:/in?code=c&state=state-123456789&state=1"]
    {
      try await bosBaseError(.stateMismatch) { try await users.finishOAuth2(attempt, callback: callback) }
    }
    #expect(transport.requests.count == 1)
    let signedIn = try await users.finishOAuth2(
      attempt, callback: "x:/in?code=a%2Bb&state=state-123456789", createData: ["name": "A", "n": nil])
    #expect(signedIn.metadata?["isNew"] == true && client.authStore.account?.token == account.token)
    #expect(
      try Script.body(transport.requests[1])
        == [
          "provider": "google", "code": "a+b", "codeVerifier": "verifier-1234567",
          "redirectURL": "com.example:/in?a=b&c", "createData": ["name": "A", "n": nil],
        ])
    try await bosBaseError(.callbackReused) {
      try await users.finishOAuth2(attempt, callback: "x:/in?code=c&state=state-123456789")
    }
    let denied = try await users.beginOAuth2("google", redirectURL: "x:/in")
    try await bosBaseError(.denied) {
      try await users.finishOAuth2(denied, callback: "x:/in?error=access_denied&state=state-123456789")
    }
    #expect(transport.requests.count == 3)
  }

  @Test("An unknown provider names those that there are") func unknownProvider() async throws {
    let (client, _) = try Script.client([Script.answer(200, Self.methods)])
    let error = try await bosBaseError(.invalidConfiguration) {
      try await client.collection("users").beginOAuth2("apple", redirectURL: "x:/in")
    }
    #expect(error.message.contains("google, plain"))
  }
}
#endif
