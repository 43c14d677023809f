#if Identity
import Foundation
import Quarry
import QuarryIdentity
import QuarryRemote
import TestPeers
import TestSupport
import Testing

/// All of it against a real server of the family that BosBase comes from.
@Suite(.needsPocketBase) struct BosBaseServerTests {
  @Test("Passwords, refresh, and what becomes of the store") func passwords() async throws {
    let stage = try await Stage()
    try await stage.makeAccounts("people")
    let password = try await stage.makeAccount("ada@example.com", in: "people")
    let client = try stage.client()
    let people = client.collection("people")
    let told = Shared(0)
    client.authStore.onChange { _ in told.update { $0 += 1 } }

    var error = try await bosBaseError(.wrongPassword, stage.transport) {
      try await people.authWithPassword("ada@example.com", password + "x")
    }
    #expect(error.status == 400 && error.response["message"] == "Failed to authenticate.")
    try await bosBaseError(.wrongPassword, stage.transport) {
      try await people.authWithPassword("nobody@example.com", password)
    }
    try await bosBaseError(.notFound, stage.transport) {
      try await client.collection("nothing").authWithPassword("a", "b")
    }
    error = try await bosBaseError(.invalidData, stage.transport) { try await people.authWithPassword("", "") }
    #expect(error.fieldErrors["password"]?.code == "validation_required")
    #expect(told.value == 0 && client.authStore.account == nil)

    let account = try await people.authWithPassword("ada@example.com", password, identityField: "email")
    stage.transport.show(account)
    #expect(told.value == 1 && client.authStore.isValid && !client.authStore.isSuperuser)
    #expect(stage.root.authStore.isSuperuser)
    #expect(account.record["email"] == "ada@example.com" && account.record.collectionName == "people")
    let refreshed = try await people.authRefresh()
    #expect(told.value == 2)
    #expect(try #require(refreshed.expiry) >= (try #require(account.expiry)))

    let record: BosBaseRecord = try await people.update(account.record.id, ["emailVisibility": true])
    #expect(record["emailVisibility"] == true && client.authStore.record?["emailVisibility"] == true)
    #expect(told.value == 3)
    try await bosBaseError(.notFound) { try await people.delete("otherotherother") }
    #expect(client.authStore.isValid)
    try await people.delete(account.record.id)
    #expect(client.authStore.account == nil && told.value == 4)
    try await bosBaseError(.signInRequired) { try await people.authRefresh() }
    #expect(try await people.authMethods().hasPassword)
    try stage.finish("Passwords")
  }

  @Test("One-time passwords: right, wrong, used and expired") func oneTimePasswords() async throws {
    let stage = try await Stage()
    try await stage.makeAccounts("people")
    _ = try await stage.makeAccount("otp@example.com", in: "people")
    let client = try stage.client()
    let people = client.collection("people")
    #expect(try await people.authMethods().oneTimePasswordDuration == .seconds(180))
    #expect(try await !people.requestOTP("unknown@example.com").isEmpty)

    let otpID = try await people.requestOTP("otp@example.com")
    let password = try await stage.oneTimePassword(to: "otp@example.com")
    let wrong = password == "11111111" ? "22222222" : "11111111"
    try await bosBaseError(.invalidOneTimePassword, stage.transport) { try await people.authWithOTP(otpID, wrong) }
    let account = try await people.authWithOTP(otpID, password)
    #expect(account.record["verified"] == true && client.authStore.isValid)
    try await bosBaseError(.invalidOneTimePassword, stage.transport) { try await people.authWithOTP(otpID, password) }
    #expect(client.authStore.isValid)

    let second = try await people.requestOTP("otp@example.com")
    let late = try await stage.oneTimePassword(to: "otp@example.com", after: 1)
    try await stage.age("_otps")
    try await bosBaseError(.invalidOneTimePassword, stage.transport) { try await people.authWithOTP(second, late) }

    // Of one password only a few tries are answered.
    let third = try await people.requestOTP("otp@example.com")
    var codes: [IdentityError.Code] = []
    while codes.last != .tooManyRequests, codes.count < 20 {
      do throws(BosBaseError) {
        try await people.authWithOTP(third, "00000000")
      } catch {
        codes.append(error.code)
      }
    }
    #expect(codes.last == .tooManyRequests)
    #expect(codes.count > 1 && codes.dropLast().allSatisfy { $0 == .invalidOneTimePassword })
    try stage.finish("One-time passwords")
  }

  @Test("A second factor: by another method, by the same one, and too late") func secondFactor() async throws {
    let stage = try await Stage()
    try await stage.makeAccounts("people", ["mfa": ["enabled": true, "duration": 10, "rule": ""]])
    let address = "mfa@example.com"
    let password = try await stage.makeAccount(address, in: "people")
    let other = try await stage.makeAccount("other@example.com", in: "people")
    let client = try stage.client()
    let people = client.collection("people")
    #expect(try await people.authMethods().secondFactorDuration == .seconds(10))

    func begin(_ address: String = "mfa@example.com", _ password: String) async throws -> String {
      let result = try await people.signIn(.password(identity: address, password: password))
      stage.transport.show(result)
      guard case .secondFactorRequired(let mfaID) = result else { throw NoError() }
      return mfaID
    }
    let error = try await bosBaseError(.secondFactorRequired, stage.transport) {
      try await people.authWithPassword(address, password)
    }
    #expect(error.status == 401 && error.response["mfaId"]?.text?.isEmpty == false && error.response["message"] == nil)
    #expect(client.authStore.account == nil)
    let mfaID = try #require(error.mfaID)
    try await bosBaseError(.sameFactor, stage.transport) {
      try await people.authWithPassword(address, password, mfaID: mfaID)
    }
    let otpID = try await people.requestOTP(address)
    let code = try await stage.oneTimePassword(to: address)
    try await bosBaseError(.wrongPassword, stage.transport) {
      try await people.authWithPassword(address, "wrong-password", mfaID: mfaID)
    }
    try await people.authWithOTP(otpID, code, mfaID: mfaID)
    #expect(client.authStore.record?["email"]?.text == address)

    // Of another account, unknown, and expired.
    client.authStore.clear()
    let foreign = try await begin("other@example.com", other)
    var next = try await people.requestOTP(address)
    var nextCode = try await stage.oneTimePassword(to: address, after: 1)
    try await bosBaseError(.secondFactorExpired, stage.transport) {
      try await people.authWithOTP(next, nextCode, mfaID: foreign)
    }
    next = try await people.requestOTP(address)
    nextCode = try await stage.oneTimePassword(to: address, after: 2)
    try await bosBaseError(.secondFactorExpired, stage.transport) {
      try await people.authWithOTP(next, nextCode, mfaID: "unknownunknown1")
    }
    let late = try await begin(address, password)
    next = try await people.requestOTP(address)
    nextCode = try await stage.oneTimePassword(to: address, after: 3)
    try await stage.age("_mfas")
    try await bosBaseError(.secondFactorExpired, stage.transport) {
      try await people.authWithOTP(next, nextCode, mfaID: late)
    }
    #expect(client.authStore.account == nil)
    try stage.finish("Second factor")
  }

  @Test("Mails: verification, password reset and change of address") func mails() async throws {
    let stage = try await Stage()
    try await stage.makeAccounts("people")
    let address = "mail@example.com"
    let password = try await stage.makeAccount(address, in: "people")
    let client = try stage.client()
    let people = client.collection("people")
    try await people.authWithPassword(address, password)

    try await people.requestVerification("unknown@example.com")
    try await people.requestVerification(address)
    let verification = try await stage.token("confirm-verification", to: address)
    try await bosBaseError(.invalidMailToken, stage.transport) {
      try await people.confirmVerification(verification + "x")
    }
    #expect(client.authStore.record?["verified"] == false)
    try await people.confirmVerification(verification)
    #expect(client.authStore.record?["verified"] == true)

    try await people.requestPasswordReset(address)
    let reset = try await stage.token("confirm-password-reset", to: address)
    let changed = "new-" + UUID().uuidString
    let error = try await bosBaseError(.invalidData, stage.transport) {
      try await people.confirmPasswordReset(reset, password: "short")
    }
    #expect(error.fieldErrors["password"] != nil)
    try await bosBaseError(.invalidMailToken, stage.transport) {
      try await people.confirmPasswordReset(verification, password: changed)
    }
    try await people.confirmPasswordReset(reset, password: changed)
    // All earlier tokens have ended, which only the server knows.
    #expect(client.authStore.isValid)
    try await bosBaseError(.signInRequired, stage.transport) { try await people.authRefresh() }
    #expect(client.authStore.isValid)
    try await bosBaseError(.wrongPassword, stage.transport) { try await people.authWithPassword(address, password) }
    try await people.authWithPassword(address, changed)

    try await bosBaseError(.invalidData, stage.transport) { try await people.requestEmailChange("no address") }
    try await people.requestEmailChange("moved@example.com")
    let change = try await stage.token("confirm-email-change", to: "moved@example.com")
    try await bosBaseError(.invalidData, stage.transport) {
      try await people.confirmEmailChange(change, password: "wrong-password")
    }
    #expect(client.authStore.isValid)
    try await people.confirmEmailChange(change, password: changed)
    #expect(client.authStore.account == nil)
    let moved = try await people.authWithPassword("moved@example.com", changed)
    #expect(moved.record["email"] == "moved@example.com" && moved.record["verified"] == true)
    try stage.finish("Mails")
  }

  @Test("Superusers: impersonation and external accounts") func superusers() async throws {
    let stage = try await Stage()
    try await stage.makeAccounts("people")
    let password = try await stage.makeAccount("ada@example.com", in: "people")
    let client = try stage.client()
    let people = client.collection("people")
    let id = try await people.authWithPassword("ada@example.com", password).record.id
    try await bosBaseError(.forbidden, stage.transport) { try await people.impersonate(id) }

    let managed = stage.root.collection("people")
    let root = stage.root.authStore.account
    let ada = try await managed.impersonate(id, duration: .seconds(500))
    let account = try #require(ada.authStore.account)
    let left = try #require(account.expiry).timeIntervalSinceNow
    #expect(left > 400 && left <= 500 && !account.isRefreshable)
    #expect(stage.root.authStore.account == root)
    #expect(try await ada.collection("people").one(id, BosBaseRecord.self).id == id)
    try await bosBaseError(.invalidData, stage.transport) {
      try await managed.impersonate(id, duration: .seconds(-1))
    }
    try await bosBaseError(.notFound, stage.transport) { try await managed.impersonate("unknownunknown1") }
    try await bosBaseError(.invalidData, stage.transport) {
      try await stage.root.superusers.requestVerification(PocketBaseServer.superuser)
    }

    let collection = account.record.collectionID
    for provider in ["google", "gitlab"] {
      try await stage.root.collection("_externalAuths").create([
        "collectionRef": .text(collection), "recordRef": .text(id), "provider": .text(provider), "providerId": "p'1",
      ])
    }
    let links = try await people.externalAccounts(of: id)
    #expect(links.map(\.provider).sorted() == ["gitlab", "google"])
    #expect(links.allSatisfy { $0.recordID == id && $0.collectionID == collection && $0.providerID == "p'1" })
    try await people.unlinkExternalAccount("google", of: id)
    #expect(try await managed.externalAccounts(of: id).map(\.provider) == ["gitlab"])
    try await bosBaseError(.notFound, stage.transport) { try await people.unlinkExternalAccount("google", of: id) }
    #expect(try await people.externalAccounts(of: "x' || 1=1 || recordRef = '").isEmpty)
    try stage.finish("Superusers")
  }

  @Test("Guests: nobody, a forged token, and one that has expired") func guests() async throws {
    let stage = try await Stage()
    try await stage.makeAccounts("people")
    let password = try await stage.makeAccount("ada@example.com", in: "people")
    let client = try stage.client()
    let people = client.collection("people")
    let account = try await people.authWithPassword("ada@example.com", password)
    #expect(try await people.list().totalItems == 1)

    // The signature is another one: only the server can tell, and it takes the caller for a guest.
    let token = String(decoding: account.token.bytes, as: UTF8.self)
    let forged = String(token.dropLast(4)) + (token.hasSuffix("aaaa") ? "bbbb" : "aaaa")
    let forger = try stage.client()
    forger.authStore.save(BosBaseAccount(token: DriverSecret(forged), record: account.record))
    #expect(forger.authStore.isValid)
    #expect(try await forger.collection("people").list().totalItems == 0)
    let id = account.record.id
    try await bosBaseError(.notFound, stage.transport) {
      try await forger.collection("people").one(id, BosBaseRecord.self)
    }
    let error = try await bosBaseError(.signInRequired, stage.transport) {
      try await forger.collection("people").authRefresh()
    }
    #expect(error.status == 401)

    let lasting = try await stage.root.collection("people").impersonate(id, duration: .seconds(600))
    #expect(try await lasting.collection("people").list().totalItems == 1)

    // Of one that has expired the client can tell, before it sends anything.
    let short = try await stage.root.collection("people").impersonate(id, duration: .seconds(1))
    try await eventually { !short.authStore.isValid }
    let sent = stage.transport.lines.count
    let refusal = try await bosBaseError(.signInRequired, stage.transport) {
      try await short.collection("people").list()
    }
    #expect(refusal.status == 0 && stage.transport.lines.count == sent)
    let guest = try stage.client { $0.expiredToken = .continueAsGuest }
    guest.authStore.save(try #require(short.authStore.account))
    #expect(try await guest.collection("people").list().totalItems == 0)
    #expect(stage.transport.lines.count == sent + 1)
    try stage.finish("Guests")
  }

  @Test("Too many tries") func rateLimit() async throws {
    let stage = try await Stage()
    try await stage.makeAccounts("people")
    let limits: BosBaseJSON = [
      "rateLimits": [
        "enabled": true,
        "rules": [["label": "*:authWithPassword", "audience": "", "duration": 600, "maxRequests": 2]],
      ]
    ]
    try await stage.root.call("PATCH", ["api", "settings"], body: limits)
    let people = try stage.client().collection("people")
    for _ in 0..<2 {
      try await bosBaseError(.wrongPassword, stage.transport) {
        try await people.authWithPassword("a@example.com", "wrong-password")
      }
    }
    let error = try await bosBaseError(.tooManyRequests, stage.transport) {
      try await people.authWithPassword("a@example.com", "wrong-password")
    }
    #expect(error.status == 429)
    try stage.finish("Too many tries")
  }
}
#endif
