#if Identity
import Foundation
import Quarry
import QuarryMemory
import QuarrySQLCipher
import TestSupport
import Testing

@testable import QuarryIdentity

/// Places that keep tokens.
@Suite struct TokenStoreTests {
  enum Kind: CaseIterable, Sendable { case memory, file, database, encryptedDatabase }

  static let key = [UInt8](repeating: 9, count: 32)
  static let whole = TokenGrant(
    accessToken: DriverSecret("marker-access"), refreshToken: DriverSecret("marker-refresh"),
    idToken: DriverSecret("marker.id.token"), expiry: Date(timeIntervalSince1970: 1_800_000_000.123), scope: "a b",
    database: "n/d", serviceAddress: "https://api.example.com")
  static let bare = TokenGrant(accessToken: DriverSecret("\u{e9}\"\\\n🦆"))

  private func store(_ kind: Kind, _ folder: TemporaryFolder) async throws -> any TokenStore {
    switch kind {
    case .memory: MemoryTokenStore()
    case .file: try FileTokenStore(path: folder.file("tokens"), key: Self.key)
    case .database: DatabaseTokenStore(try await Database(MemoryDriver()))
    case .encryptedDatabase:
      DatabaseTokenStore(
        try await Database(SQLCipherDriver(path: folder.file("tokens.db"), key: .passphrase("secret"))), name: "x")
    }
  }

  @Test("Tokens are kept, replaced and removed as a whole", arguments: Kind.allCases)
  func kept(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try await store(kind, folder)
    #expect(try await store.load() == nil)
    try await store.clear()
    for grant in [Self.whole, Self.bare, Self.whole] {
      try await store.save(grant)
      #expect(try await store.load() == grant)
    }
    if kind != .memory && kind != .database {
      for name in folder.names {
        #expect(Data(folder.bytes(of: name)).range(of: Data("marker".utf8)) == nil, "\(name)")
      }
    }
    try await store.clear()
    #expect(try await store.load() == nil)
  }

  @Test("A token file is its owner's alone, and nothing lies beside it") func mode() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("tokens")
    let store = try FileTokenStore(path: path, key: Self.key)
    for _ in 0..<3 { try store.save(Self.whole) }
    #expect(folder.names == ["tokens"])
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o600)
    try store.clear()
    #expect(folder.names.isEmpty)
  }

  @Test("A file that was changed, cut, linked, or has another key is refused, and stays") func damaged() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("tokens")
    let store = try FileTokenStore(path: path, key: Self.key)
    try store.save(Self.whole)
    let good = folder.bytes(of: "tokens")
    for position in [0, 16, 20, good.count / 2, good.count - 1] {
      var bad = good
      bad[position] ^= 1
      try Data(bad).write(to: URL(fileURLWithPath: path))
      #expect(throws: IdentityError.self, "byte \(position)") { try store.load() }
    }
    for count in [0, 10, 30, good.count - 1] {
      try Data(good.prefix(count)).write(to: URL(fileURLWithPath: path))
      #expect(throws: IdentityError.self, "\(count) bytes") { try store.load() }
    }
    try Data(good).write(to: URL(fileURLWithPath: path))
    #expect(try store.load() == Self.whole)
    #expect(throws: IdentityError.self) {
      try FileTokenStore(path: path, key: [UInt8](repeating: 8, count: 32)).load()
    }
    #expect(throws: IdentityError.self) { try FileTokenStore(path: path, key: [1]) }
    try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: path)
    #expect(throws: IdentityError.self) { try FileTokenStore(path: folder.file("link"), key: Self.key).load() }
    #expect(throws: IdentityError.self) {
      try FileTokenStore(path: folder.file("no/where"), key: Self.key).save(Self.bare)
    }
  }

  @Test("Several sign-ins share a database") func several() async throws {
    let database = try await Database(MemoryDriver())
    let (one, two) = (DatabaseTokenStore(database, name: "one"), DatabaseTokenStore(database, name: "two"))
    try await one.save(Self.whole)
    try await two.save(Self.bare)
    #expect(try await one.load() == Self.whole)
    try await one.clear()
    #expect(try await one.load() == nil)
    #expect(try await two.load() == Self.bare)
    try await database.execute("UPDATE quarry_identity SET tokens = '{}'")
    #expect(await identityError { try await two.load() }?.code == .store)
  }
}
#endif
