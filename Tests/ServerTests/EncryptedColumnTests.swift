#if Command
#if ColumnEncryption
import Foundation
import Quarry
import QuarryColumnEncryption
import QuarryRemote
import TestSupport
import Testing

/// Encrypted columns on drivers that go over HTTP, of which one carries no blobs and holds no transaction open.
@Suite("Encrypted columns over HTTP") struct RemoteEncryptedColumnTests {
  /// A record whose values of every class are encrypted.
  struct Letter: SQLCodable, Equatable {
    var id: Int64
    var text: String?
    var bytes: Data?
    var number: Int64
    var share: Double
    var textHash: ColumnHash?

    static let secret = [UInt8](repeating: 7, count: 32)
    static let key = try? ColumnKey(id: "first", secret: secret)
    static let ciphers = ["text", "bytes", "number", "share"].map { name in
      key.flatMap { try? ColumnCipher(column: "letter.\(name)", current: $0) }
    }
    static let hasher = key.flatMap { try? ColumnHasher(column: "letter.text", key: $0) }

    static let id = SQLColumn<Int64>("id", primaryKey: .plain)
    static let text = SQLColumn<String?>("text", coding: ciphers[0].map { .encrypted($0) })
    static let bytes = SQLColumn<Data?>("bytes", coding: ciphers[1].map { .encrypted($0) })
    static let number = SQLColumn<Int64>("number", coding: ciphers[2].map { .encrypted($0) })
    static let share = SQLColumn<Double>("share", coding: ciphers[3].map { .encrypted($0) })
    static let textHash = SQLColumn<ColumnHash?>("text_hash")
    static let table = SQLTable("letter", id, text, bytes, number, share, textHash)

    init(_ id: Int64, _ text: String?, _ bytes: Data?, _ number: Int64, _ share: Double) throws {
      (self.id, self.text, self.bytes, self.number, self.share) = (id, text, bytes, number, share)
      textHash = try #require(Self.hasher).hash(text)
    }

    init(row: inout SQLRowReader<Self>) throws {
      id = try row[Self.id]
      text = try row[Self.text]
      bytes = try row[Self.bytes]
      number = try row[Self.number]
      share = try row[Self.share]
      textHash = try row[Self.textHash]
    }

    func encode(to row: inout SQLRowWriter<Self>) {
      row[Self.id] = id
      row[Self.text] = text
      row[Self.bytes] = bytes
      row[Self.number] = number
      row[Self.share] = share
      row[Self.textHash] = textHash
    }
  }

  @Test("Values of every class come back, are found by hash, and get another key", arguments: [true, false])
  func everyClass(isPerSQL: Bool) async throws {
    try await withServer { served in
      let address = "http://127.0.0.1:\(served.client.port)"
      let database =
        isPerSQL
        ? try await Database(try PerSQLDriver(baseURL: address, database: "default/main", transport: CurlTransport()))
        : try await Database(HranaDriver(url: address))
      try await database.createTable(Letter.self)
      // What the service itself would not carry: blobs, integers beyond 2^53, endless numbers.
      let letters = [
        try Letter(1, "one", Data([0, 255, 10]), .max, .infinity), try Letter(2, nil, nil, .min, -0.0),
        try Letter(3, "one", Data(), 1 << 53 + 1, 0.1),
      ]
      try await database.insert(letters)
      #expect(try await database.fetchAll(Letter.order { $0.id }) == letters)
      let hash = try #require(Letter.hasher).hash("one")
      #expect(try await database.fetchAll(Letter.where { $0.textHash == hash }.order { $0.id }).map(\.id) == [1, 3])
      let (old, new) = (try #require(Letter.key), try ColumnKey(id: "second", secret: [UInt8](repeating: 8, count: 32)))
      let cipher = try ColumnCipher(column: "letter.text", current: new, others: [old])
      #expect(try await database.rotateEncryption(of: Letter.text, in: Letter.table, with: cipher, batchSize: 1) == 2)
      let texts = try await database.fetchAll(
        ("SELECT text FROM letter WHERE text IS NOT NULL" as SQLFragment).values(String.self))
      #expect(texts.count == 2 && texts.allSatisfy { !$0.contains("one") })
      let alone = try ColumnCipher(column: "letter.text", current: new)
      #expect(try texts.map { try alone.open($0) } == ["one", "one"])
      await database.close()
    }
  }
}
#endif
#endif
