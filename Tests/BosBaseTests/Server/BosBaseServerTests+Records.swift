#if Identity
import Foundation
import Quarry
import QuarryIdentity
import TestPeers
import TestSupport
import Testing

extension BosBaseServerTests {
  struct Note: Codable, Sendable, Equatable {
    var id: String?
    var title: String
    var slug: String?
    var count: Int
    var at: Date?
    var data: [String: Int]?
  }

  /// Creates a collection that everybody may use.
  static func makePosts(_ stage: Stage) async throws {
    try await stage.root.call(
      "POST", ["api", "collections"],
      body: [
        "name": "posts", "type": "base", "listRule": "", "viewRule": "", "createRule": "", "updateRule": "",
        "deleteRule": "",
        "fields": [
          ["name": "title", "type": "text", "required": true], ["name": "slug", "type": "text"],
          ["name": "count", "type": "number"], ["name": "on", "type": "bool"], ["name": "at", "type": "date"],
          ["name": "data", "type": "json"],
        ],
      ])
    let posts = try await stage.root.call("GET", ["api", "collections", "posts"])
    try await stage.root.call(
      "POST", ["api", "collections"],
      body: [
        "name": "comments", "type": "base", "listRule": "", "viewRule": "", "createRule": "",
        "fields": [
          ["name": "text", "type": "text"],
          ["name": "post", "type": "relation", "collectionId": posts["id"] ?? nil, "maxSelect": 1],
        ],
      ])
  }

  @Test("Records, typed and as JSON") func records() async throws {
    let stage = try await Stage()
    try await Self.makePosts(stage)
    let client = try stage.client()
    let posts = client.collection("posts")
    let day = Date(timeIntervalSince1970: 1_735_779_845.678)

    let first = try await posts.create(
      encoding: Note(title: "First", slug: nil, count: 3, at: day, data: ["a": 1]), as: Note.self)
    #expect(first.at == day && first.slug == "" && first.data == ["a": 1])
    let id = try #require(first.id)
    let bare = try await posts.create(
      ["title": "Second", "count": .integer(1 << 53), "data": nil, "at": nil], as: Note.self)
    #expect(bare.at == nil && bare.data == nil && bare.count == 1 << 53)
    let error = try await bosBaseError(.invalidData, stage.transport) { try await posts.create([:]) as BosBaseRecord }
    #expect(error.fieldErrors["title"]?.code == "validation_required" && error.status == 400)
    #expect(error.fieldErrors["title"]?.message == "Cannot be blank.")

    let changed = try await posts.update(id, ["count+": 2, "title": "Changed"], as: Note.self)
    #expect(changed.count == 5)
    #expect(try await posts.one(id, Note.self, fields: "id,title,count").at == nil)
    try await bosBaseError(.notFound, stage.transport) { try await posts.one("unknownunknown1", Note.self) }
    try await bosBaseError(.notFound, stage.transport) { try await posts.one("a/b", Note.self) }
    let found = try await posts.first(Note.self, filter: BosBaseFilter(Post.at == day))
    #expect(found.id == id)
    try await bosBaseError(.notFound) { try await posts.first(filter: "title = \("none")") as BosBaseRecord }
    // Only BosBase counts.
    try await bosBaseError(.notFound, stage.transport) { try await posts.count() }

    try await client.collection("comments").create(["text": "a", "post": .text(id)])
    let comment =
      try await client.collection("comments").first(
        filter: "post.title = \("Changed")", expand: "post") as BosBaseRecord
    #expect(comment.expanded("post").first?["title"] == "Changed")

    let page = try await posts.list(Note.self, page: 2, perPage: 1, sort: "-title")
    #expect(page.items.map(\.title) == ["Changed"] && page.totalItems == 2 && page.totalPages == 2)
    #expect(try await posts.list(skipTotal: true).totalItems == nil)
    try await bosBaseError(.invalidData, stage.transport) { try await posts.list(sort: "unknown") }
    try await bosBaseError(.invalidData, stage.transport) { try await posts.list(filter: "unknown = 1") }

    try await client.batch { batch in for number in 0..<507 { batch.create(in: "posts", ["title": .text("\(number)")]) }
    }
    let all = try await posts.fullList(sort: "id") as [BosBaseRecord]
    #expect(all.count == 509 && Set(all.map(\.id)).count == 509)
    try await posts.delete(id)
    try await bosBaseError(.notFound) { try await posts.delete(id) }
    try stage.finish("Records")
  }

  @Test("A batch takes effect as a whole or not at all") func batches() async throws {
    let stage = try await Stage()
    try await Self.makePosts(stage)
    let client = try stage.client()
    let results = try await client.batch { batch in
      batch.create(in: "posts", ["id": "post00000000001", "title": "A"])
      batch.upsert(in: "posts", ["id": "post00000000002", "title": "B"])
      batch.upsert(in: "posts", ["id": "post00000000002", "title": "C"])
      batch.update("post00000000001", in: "posts", ["title": "D"])
      batch.delete("post00000000002", in: "posts")
    }
    #expect(results.map(\.status) == [200, 200, 200, 200, 204])
    #expect(results.map { $0.record?["title"] } == ["A", "B", "C", "D", nil])
    let error = try await bosBaseError(.batchFailed, stage.transport) {
      try await client.batch { batch in
        batch.delete("post00000000001", in: "posts")
        batch.create(in: "posts", [:])
      }
    }
    #expect(error.batchIndex == 1 && error.fieldErrors["title"]?.code == "validation_required")
    #expect(try await client.collection("posts").list().totalItems == 1)
    try await stage.root.call("PATCH", ["api", "settings"], body: ["batch": ["enabled": false]])
    try await bosBaseError(.forbidden, stage.transport) {
      try await client.batch { $0.create(in: "posts", ["title": "x"]) }
    }
    try stage.finish("Batches")
  }

  // MARK: Filters

  @Test("The attack on other clients brings no row; the server itself would fall for it") func injection() async throws
  {
    let stage = try await Stage()
    try await Self.makePosts(stage)
    let client = try stage.client()
    let posts = client.collection("posts")
    try await client.batch { batch in
      for number in 0..<20 { batch.create(in: "posts", ["title": .text("secret \(number)"), "slug": "s"]) }
    }
    let v = "x\\", w = " || 1=1 //"
    // What the other clients make of it, sent as it is: every record comes back.
    let attacked = try await stage.root.call(
      "GET", ["api", "collections", "posts", "records"],
      query: [("filter", "slug = '\(v)' && title = '\(w)'")])
    #expect(attacked["totalItems"]?.integer == 20)

    for filter: BosBaseFilter in [
      "slug = \(v) && title = \(w)", BosBaseFilter("slug = {:v} && title = {:w}", ["v": v, "w": w]),
      BosBaseFilter(Post.slug == v && Post.title == w),
    ] {
      try await bosBaseError(.unsupportedFilter, stage.transport) { try await posts.list(filter: filter) }
    }
    let nested: [BosBaseFilter] = [
      BosBaseFilter("slug = {:v} && title = {:w}", ["v": "{:w}", "w": "' || 1=1 || title='"]),
      "slug = \("{:w}") && title = \("' || 1=1 //")", BosBaseFilter(Post.title == "x' || 1=1 //"),
      "title ~ \("%' || 1=1 //")",
    ]
    for filter in nested { #expect(try await posts.list(filter: filter).totalItems == 0) }
    try stage.finish("Injection")
  }

  @Test("Hostile values find the record that has them, and no other") func hostileValues() async throws {
    let stage = try await Stage()
    try await Self.makePosts(stage)
    let client = try stage.client()
    let posts = client.collection("posts")
    var generator = SeededGenerator(seed: HostileTexts.seed)
    var texts: Set<String> = []
    // The server cuts blanks at both ends, and takes no empty title and no U+0000.
    while texts.count < 60 {
      let text = "<" + HostileTexts.text(&generator) + ">"
      if !text.contains("\0") { texts.insert(text) }
    }
    let all = texts.sorted()
    try await client.batch { batch in
      for text in all { batch.create(in: "posts", ["title": .text(text), "slug": "s"]) }
    }
    let stored = try await posts.fullList(fields: "title").map { (record: BosBaseRecord) in record["title"]?.text ?? ""
    }
    #expect(stored.count == all.count)
    var asked = 0
    for text in all {
      let filters: [BosBaseFilter] = [
        "slug = \("s") && title = \(text)", BosBaseFilter(Post.slug == "s" && Post.title == text),
      ]
      for filter in filters where (try? filter.text()) != nil {
        let page = try await posts.list(filter: filter, fields: "title")
        #expect(page.items.map { $0["title"]?.text } == [text], "seed \(HostileTexts.seed)")
        asked += 1
      }
      let part: BosBaseFilter = "title ~ \(text)"
      guard (try? part.text()) != nil else { continue }
      let found = try await posts.list(perPage: 500, filter: part, fields: "title").items.compactMap {
        $0["title"]?.text
      }
      #expect(found.contains { $0.utf8.elementsEqual(text.utf8) }, "seed \(HostileTexts.seed)")
      #expect(found.allSatisfy { Self.contains($0, text) }, "seed \(HostileTexts.seed)")
      asked += 1
    }
    #expect(asked > 60)
    stage.transport.show(posts)
    try stage.finish("Hostile values")
  }

  /// Whether a text contains another, with the letters of ASCII in either case.
  private static func contains(_ text: String, _ part: String) -> Bool {
    func lower(_ text: String) -> [UInt8] { text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 } }
    return lower(text).firstRange(of: lower(part)) != nil
  }

  @Test("Typed conditions find on the server what they mean") func predicates() async throws {
    let stage = try await Stage()
    try await Self.makePosts(stage)
    let client = try stage.client()
    let posts = client.collection("posts")
    let titles = ["alpha", "Beta", "50%", "a_b", "axb", "a\\b", "it's", "é🦆"]
    try await client.batch { batch in
      for (number, title) in titles.enumerated() {
        batch.create(
          in: "posts",
          [
            "title": .text(title), "count": .integer(Int64(number)), "on": .bool(number % 2 == 0),
            "slug": number < 4 ? "s" : nil, "at": .text("2025-01-0\(number + 1) 00:00:00.000Z"),
            "data": ["n": .integer(Int64(number))],
          ])
      }
    }
    let third = Date(timeIntervalSince1970: 1_735_862_400)
    let cases: [(BosBaseFilter, [Int])] = [
      (BosBaseFilter(Post.title == "it's"), [6]), (BosBaseFilter(Post.title == "a\\b"), [5]),
      (BosBaseFilter(Post.title == "é🦆"), [7]), (BosBaseFilter(Post.title.contains("A_B")), [3]),
      (BosBaseFilter(Post.title.contains("%")), [2]), (BosBaseFilter(Post.title.contains("\\b")), [5]),
      (BosBaseFilter(Post.title.startsWith("a_")), [3]), (BosBaseFilter(Post.title.endsWith("0%")), [2]),
      (BosBaseFilter(Post.title.like("a_b%")), [3, 4, 5]), (BosBaseFilter(!Post.title.like("a%")), [1, 2, 6, 7]),
      (BosBaseFilter(Post.title.lower == "beta"), [1]), (BosBaseFilter(Post.count.between(2, 4)), [2, 3, 4]),
      (BosBaseFilter(!Post.count.between(1, 6)), [0, 7]), (BosBaseFilter(Post.count.in([1, 3, 99])), [1, 3]),
      (BosBaseFilter(Post.count.in([Int]())), []), (BosBaseFilter(Post.count.notIn([Int]())), Array(0..<8)),
      (BosBaseFilter(Post.isOn && Post.count > 3), [4, 6]), (BosBaseFilter(!Post.isOn), [1, 3, 5, 7]),
      (BosBaseFilter(Post.slug == nil), [4, 5, 6, 7]), (BosBaseFilter(Post.slug.isNotNull), [0, 1, 2, 3]),
      (BosBaseFilter(Post.at == third), [2]), (BosBaseFilter(Post.at > third), [3, 4, 5, 6, 7]),
      (BosBaseFilter(Post.title == "alpha" && (Post.count == 1 || Post.count == 0)), [0]),
      (BosBaseFilter((Post.title == "alpha" || Post.title == "Beta") && Post.count == 1), [1]),
      (BosBaseFilter(Post.data.json("$.n", as: Int.self) == 3), [3]), (BosBaseFilter(Post.count == nil), []),
      ("count = \(3) || at < \(third)", [0, 1, 3]), ("title ~ \("5") && on = \(true)", [2]),
    ]
    for (number, (filter, wanted)) in cases.enumerated() {
      let found = try await posts.list(filter: filter, sort: "count").items.compactMap { $0["count"]?.integer }
      let text = try filter.text()
      #expect(found == wanted.map(Int64.init), "case \(number): \(text)")
    }
    stage.transport.show(cases[0].0)
    try stage.finish("Predicates")
  }
}
#endif
