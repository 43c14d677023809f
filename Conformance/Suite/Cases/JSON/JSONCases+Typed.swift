internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension JSONCases {
  static let typed: [ConformanceCase] = [
    ConformanceCase(
      "JSON-22", "Columns of Codable types", .core, "Quarry: SQLJSON, SQLJSONConvertible",
      "A Codable value MUST be stored as the same JSON text by every driver, and read back equal."
    ) { test in
      let database = try await test.database()
      try await database.run(SQLCreateTable(JSONParcel.table))
      for (id, parcel) in zip(1..., parcels) {
        try await database.insert(JSONParcel(id: Int64(id), content: SQLJSON(parcel.content), address: parcel.address))
        await test.expectRows(
          database, "SELECT content, typeof(content), address FROM Parcel WHERE id = \(id)",
          [[.text(parcel.text), "text", parcel.addressText.map { .text($0) } ?? .null]], "the text of value \(id)")
        let found = try await database.find(JSONParcel.self, Int64(id))
        test.expectEqual(found?.content.value, parcel.content, "value \(id) is read back")
        test.expectEqual(found?.address, parcel.address, "the address of value \(id) is read back")
      }
      await test.expectRows(
        database, "SELECT count(*) FROM Parcel WHERE content = \(SQLJSON(parcels[0].content))", [[1]],
        "equal values are equal texts")
      try await database.execute("UPDATE Parcel SET content = '{'")
      await test.expectError(.decoding, "malformed text is an error of decoding") {
        try await database.fetchAll(JSONParcel.all)
      }
      try await database.execute("UPDATE Parcel SET content = '[]'")
      await test.expectError(.decoding, "other JSON is an error of decoding") {
        try await database.fetchAll(JSONParcel.all)
      }
      await test.expectUsable(database)
    },
    ConformanceCase(
      "JSON-24", "JSON expressions of the typed interface", .gated(.jsonCore), "Quarry: SQLExpressible.json",
      "Typed JSON expressions MUST use functions that every engine with JSON has, so that rows are equal on all.",
      absent: { test in
        try await test.expectAbsence()
        let database = try await test.database("typed")
        try await prepare(database)
        await test.expectRefusal(of: .jsonCore, "a typed path is refused before anything is sent") {
          try await database.fetchAll(JSONNote.where { $0.body.json("$.name", as: String.self) == "Ann" })
        }
        await test.expectRefusal(of: .jsonCore, "a typed JSON function is refused before anything is sent") {
          try await database.fetchAll(JSONNote.select { $0.body.jsonType() })
        }
      }
    ) { test in
      for policy in [FeaturePolicy.lower, .strict] {
        let database = try await test.database(test.uniqueName(), policy: policy)
        try await prepare(database)
        await checkPredicates(test, database)
        await checkChanges(test, database)
      }
    },
  ]

  private static func checkPredicates(_ test: CaseContext, _ database: Database) async {
    let json = JSONNote.where { $0.body.isJSON == true }
    func expect(_ ids: [Int64], _ what: String, _ query: SQLQuery<JSONNote>) async {
      await test.expectFetch(database, query.order { $0.id }.select { $0.id }, ids, what)
    }
    let isJSON: [Int64] = [1, 2, 3, 5]
    await expect(isJSON, "isJSON", json)
    await expect([1], "an equal text", json.where { $0.body.json("$.name", as: String.self) == "Ann" })
    await expect([1, 5], "a number above 4", json.where { $0.body.json("$.age", as: Double.self) > 4 })
    await expect([2, 3], "NULL for null and for nothing", json.where { $0.body.json("$.age", as: Int.self) == nil })
    await expect([1], "an element", json.where { $0.body.json("$.tags[1]", as: String.self) == "b" })
    await expect([5], "deep inside", json.where { $0.body.json("$.nested.deep[0].x", as: String.self) == "y" })
    await expect([1], "true is 1", json.where { $0.body.json("$.ok", as: Bool.self) == true })
    await expect([3], "an array", json.where { $0.body.jsonType() == "array" })
    await expect([2], "a JSON null", json.where { $0.body.jsonType("$.age") == "null" })
    await expect([1], "two elements", json.where { $0.body.jsonArrayLength("$.tags") == 2 })
    await expect(
      [2, 1, 5].sorted(), "a text pattern", json.where { $0.body.json("$.name", as: String.self).like("%") })
    await test.expectFetch(
      database,
      json.order { $0.body.json("$.name", as: String.self).descending }.order { $0.id }
        .select { $0.body.json("$.name", as: String.self) },
      ["Cy", "Bob", "Ann", nil], "sorted by a path")
    let arrows = JSONNote.where { $0.id == 1 }.select { $0.body.jsonText("$.tags") }
    if test.engine.supports(.jsonArrow) {
      await test.expectFetch(database, arrows, [#"["a","b"]"#], "jsonText")
    } else {
      await test.expectRefusal(of: .jsonArrow, "jsonText needs the operator") { try await database.fetchAll(arrows) }
    }
    await test.expectError(.invalidQuery, "a path that does not begin with $") {
      try await database.fetchAll(JSONNote.select { $0.body.json("name", as: String.self) })
    }
  }

  private static func checkChanges(_ test: CaseContext, _ database: Database) async {
    let note = JSONNote.where { $0.id == 3 }
    await test.expectFetch(database, note.select { $0.body.jsonSet("$[0]", to: 9) }, ["[9,2,3]"], "jsonSet")
    await test.expectFetch(database, note.select { $0.body.jsonSet("$[3]", to: "x") }, [#"[1,2,3,"x"]"#], "jsonSet")
    await test.expectFetch(database, note.select { $0.body.jsonInsert("$[0]", 9) }, ["[1,2,3]"], "jsonInsert")
    await test.expectFetch(database, note.select { $0.body.jsonInsert("$[#]", 9) }, ["[1,2,3,9]"], "jsonInsert")
    await test.expectFetch(
      database, note.select { $0.body.jsonReplace("$[2]", with: nil as Int?) }, ["[1,2,null]"], "jsonReplace")
    await test.expectFetch(database, note.select { $0.body.jsonRemove("$[1]") }, ["[1,3]"], "jsonRemove")
    let patched = JSONNote.where { $0.id == 2 }.select { $0.body.jsonPatch(#"{"age":7,"tags":null,"ok":null}"#) }
    if test.engine.supports(.jsonPatch) {
      await test.expectFetch(database, patched, [#"{"name":"Bob","age":7}"#], "jsonPatch")
    } else {
      await test.expectRefusal(of: .jsonPatch, "jsonPatch is refused") { try await database.fetchAll(patched) }
    }
  }
}

/// The content of a parcel: nesting, optionals, dates, data and integers that a double can't represent.
struct JSONContent: Codable, Sendable, Equatable {
  struct Item: Codable, Sendable, Equatable {
    var name: String
    var count: Int64
  }
  var items: [Item]
  var note: String?
  var sent: Date
  var seal: Data
  var weight: Double
}

/// A type that is always stored as JSON.
struct JSONAddress: SQLJSONConvertible, Equatable {
  var street: String
  var number: UInt32?
}

/// A record with columns of Codable types.
struct JSONParcel: SQLCodable {
  var id: Int64
  var content: SQLJSON<JSONContent>
  var address: JSONAddress?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let content = SQLColumn<SQLJSON<JSONContent>>("content")
  static let address = SQLColumn<JSONAddress?>("address")
  static let table = SQLTable("Parcel", id, content, address)

  init(id: Int64, content: SQLJSON<JSONContent>, address: JSONAddress?) {
    self.id = id
    self.content = content
    self.address = address
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    content = try row[Self.content]
    address = try row[Self.address]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.content] = content
    row[Self.address] = address
  }
}

extension JSONCases {
  private struct Parcel: Sendable {
    var content: JSONContent
    var text: String
    var address: JSONAddress?
    var addressText: String?
  }

  private static let parcels: [Parcel] = [
    Parcel(
      content: JSONContent(
        items: [
          JSONContent.Item(name: "tea", count: 9_007_199_254_740_993),
          JSONContent.Item(name: "it's \"é😀\"", count: .min),
        ],
        note: "a/b\n", sent: Date(timeIntervalSince1970: 0.5), seal: Data([0, 255, 16]), weight: 0.1),
      text:
        #"{"items":[{"count":9007199254740993,"name":"tea"},{"count":-9223372036854775808,"name":"it's \"é😀\""}],"#
        + #""note":"a/b\n","seal":"AP8Q","sent":"1970-01-01T00:00:00.500Z","weight":0.1}"#,
      address: JSONAddress(street: "Main", number: 4_294_967_295),
      addressText: #"{"number":4294967295,"street":"Main"}"#),
    Parcel(
      content: JSONContent(
        items: [], note: nil, sent: Date(timeIntervalSince1970: -86400), seal: Data(), weight: -2.5),
      text: #"{"items":[],"seal":"","sent":"1969-12-31T00:00:00.000Z","weight":-2.5}"#, address: nil, addressText: nil),
    Parcel(
      content: JSONContent(
        items: [JSONContent.Item(name: "", count: .max)], note: "", sent: Date(timeIntervalSince1970: 4_102_444_800),
        seal: Data([1]), weight: 1e100),
      text: #"{"items":[{"count":9223372036854775807,"name":""}],"note":"","seal":"AQ==","#
        + #""sent":"2100-01-01T00:00:00.000Z","weight":1e+100}"#,
      address: JSONAddress(street: "Über", number: nil), addressText: #"{"street":"Über"}"#),
  ]
}
