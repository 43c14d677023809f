#if Identity
import Foundation
import Quarry
import TestSupport
import Testing

@testable import QuarryIdentity

/// Who is signed in, by the token's own word.
@Suite struct AuthStoreTests {
  static let now = Int(Date().timeIntervalSince1970)

  @Test(
    "A token is valid by its expiry alone",
    arguments: [
      (Script.token(#"{"exp":\#(now + 3600)}"#), true),
      (Script.token(#"{"exp":\#(now - 1)}"#), false),
      (Script.token(#"{"exp":\#(now + 3600).5}"#), true),
      (Script.token(#"{"exp":"\#(now + 3600)"}"#), true),
      (Script.token(#"{"exp":"\#(now - 60)"}"#), false),
      (Script.token(#"{"exp":"soon"}"#), false),
      (Script.token(#"{"exp":true}"#), false),
      (Script.token(#"{"id":"x"}"#), false),
      (Script.token("{}"), false),
      (Script.token("[]"), false),
      (Script.token("not JSON"), false),
      (Script.token(""), false),
      ("h.%%%.s", false),
      ("", false),
      ("h", false),
      (Script.token(#"{"exp":\#(now + 3600)}"#) + ".x", false),
      (String(Script.token(#"{"exp":\#(now + 3600)}"#).dropLast(2)), false),
      ("Bearer " + Script.token(#"{"exp":\#(now + 3600)}"#), true),
      ("h.\(Data(#"{"exp":\#(now + 3600)}"#.utf8).base64EncodedString()).s", true),
      ("h.\(Data(#"{"exp":\#(now + 3600) }"#.utf8).base64EncodedString()).s", true),
    ])
  func validity(_ token: String, _ isValid: Bool) {
    let store = BosBaseAuthStore(BosBaseAccount(token: DriverSecret(token), record: BosBaseRecord([:])))
    #expect(store.isValid == isValid)
  }

  @Test("A token whose expiry is this very moment is not valid") func moment() {
    let moment = Date(timeIntervalSince1970: 1_800_000_000)
    let account = BosBaseAccount(
      token: DriverSecret(Script.token(#"{"exp":1800000000}"#)), record: BosBaseRecord([:]))
    for (offset, isValid) in [(-1.0, true), (-0.001, true), (0, false), (1, false)] {
      let clock = IdentityClock(now: { moment + offset }, uptime: { .zero })
      #expect(BosBaseAuthStore(account, clock: clock).isValid == isValid)
    }
  }

  @Test("Listeners are told after the change, outside of the lock, until they are removed") func listeners() {
    let store = BosBaseAuthStore()
    let told = Shared<[String]>([])
    let first = store.onChange { account in
      // The change is made, and the store may be used here.
      #expect(store.account == account)
      told.update { $0.append("first \(account?.record.id ?? "nobody")") }
    }
    let second = store.onChange(callNow: true) { account in
      told.update { $0.append("second") }
      if account != nil { first.remove() }
    }
    #expect(told.value == ["second"])
    store.save(Script.account())
    #expect(told.value == ["second", "first u1abcdefghijklm", "second"])
    #expect(store.isValid && store.record?.id == "u1abcdefghijklm" && store.token != nil)
    store.clear()
    #expect(told.value.count == 4 && store.token == nil && store.record == nil && !store.isValid)
    first.remove()
    second.remove()
    store.clear()
    #expect(told.value.count == 4)
  }

  @Test("Superusers are told by the token's collection or the record's")
  func superusers() {
    func account(_ claims: String, _ name: String) -> BosBaseAuthStore {
      BosBaseAuthStore(
        BosBaseAccount(
          token: DriverSecret(Script.token(claims)), record: BosBaseRecord(["collectionName": .text(name)])))
    }
    #expect(account(#"{"type":"auth","collectionId":"pbc_3142635823"}"#, "x").isSuperuser)
    #expect(account(#"{"type":"auth","collectionId":"y"}"#, "_superusers").isSuperuser)
    #expect(!account(#"{"type":"file","collectionId":"pbc_3142635823"}"#, "_superusers").isSuperuser)
    #expect(!account(#"{"type":"auth","collectionId":"y"}"#, "users").isSuperuser)
  }

  @Test("An account is kept from one run to the next") func storage() async throws {
    let folder = try TemporaryFolder()
    let tokens = try FileTokenStore(path: folder.file("account"), key: [UInt8](repeating: 3, count: 32))
    let storage = BosBaseTokenStorage(tokens)
    let store = BosBaseAuthStore(storage: storage)
    try await store.restore()
    #expect(store.account == nil)
    for seconds in 1...20 { store.save(Script.account(in: 1000 + seconds)) }
    let last = Script.account()
    store.save(last)
    try await store.stored()

    let next = BosBaseAuthStore(storage: storage)
    let told = Shared(0)
    next.onChange { _ in told.update { $0 += 1 } }
    try await next.restore()
    #expect(next.account == last && next.isValid && told.value == 1)
    next.clear()
    try await next.stored()
    #expect(try await storage.load() == nil)
  }

  @Test("A storage that fails changes nothing for the program, and says so") func failingStorage() async throws {
    struct Failing: BosBaseAccountStorage {
      func load() async throws(IdentityError) -> BosBaseAccount? { throw IdentityError(.store, "no") }
      func save(_ account: BosBaseAccount?) async throws(IdentityError) { throw IdentityError(.store, "no") }
    }
    let store = BosBaseAuthStore(storage: Failing())
    await #expect(throws: IdentityError.self) { try await store.restore() }
    store.save(Script.account())
    #expect(store.isValid)
    await #expect(throws: IdentityError.self) { try await store.stored() }
  }

  @Test("Many tasks change a store, listen and leave at once") func manyTasks() async {
    let store = BosBaseAuthStore()
    let told = Shared(0)
    let last = store.onChange { _ in told.update { $0 += 1 } }
    await withTaskGroup { group in
      for number in 0..<200 {
        group.addTask {
          let registration = store.onChange { _ in _ = store.isValid }
          if number.isMultiple(of: 2) { store.save(Script.account(in: number + 100)) } else { store.clear() }
          registration.remove()
        }
      }
    }
    #expect(told.value == 200)
    last.remove()
    store.clear()
    #expect(told.value == 200)
  }

  @Test("Nothing shows a token") func descriptions() {
    let account = Script.account()
    let secret = Script.text(account.token)
    let credential = BosBaseCredential.password(identity: "a", password: secret)
    let store = BosBaseAuthStore(account)
    for value in [account, account.record, store, credential, BosBaseSignIn.signedIn(account)] as [Any] {
      var dumped = ""
      dump(value, to: &dumped)
      for text in ["\(value)", String(reflecting: value), dumped] { #expect(!text.contains(secret)) }
    }
  }
}
#endif
