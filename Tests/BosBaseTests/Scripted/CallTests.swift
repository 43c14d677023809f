#if Identity
import Foundation
import Quarry
import QuarryIdentity
import QuarryRemote
import TestSupport
import Testing

/// What goes over the wire, and what becomes of the answers.
@Suite struct CallTests {
  struct Post: Codable, Equatable, Sendable {
    enum Kind: String, Codable { case draft, final }
    var id: String
    var title: String?
    var kind: Kind?
    var at: Date?
    var link: URL?
    var count: Int
    var tags: [String]
  }

  static let empty: BosBaseJSON = ["items": [], "page": 1, "perPage": 30, "totalItems": 0, "totalPages": 0]

  @Test(
    "A base path is kept, and a slash at the end dropped",
    arguments: [
      ("https://api.example.com", "https://api.example.com/api/collections/a/records/x"),
      ("https://api.example.com/base/v1//", "https://api.example.com/base/v1/api/collections/a/records/x"),
      ("http://127.0.0.1:8090/", "http://127.0.0.1:8090/api/collections/a/records/x"),
    ])
  func basePath(_ address: String, _ wanted: String) async throws {
    let (client, transport) = try Script.client([Script.answer(200, ["id": "x"])], address: address)
    let record: BosBaseRecord = try await client.collection("a").one("x")
    #expect(record.id == "x")
    #expect(transport.requests.map(\.url) == [wanted])
  }

  @Test("Addresses that would send secrets in plain text are refused", arguments: ["http://api.example.com", "x", ""])
  func plainText(_ address: String) async throws {
    try await bosBaseError(.invalidConfiguration) { try Script.client([], address: address) }
  }

  @Test("Parts of paths and values of queries are percent-encoded once") func encoding() async throws {
    let (client, transport) = try Script.client([Script.answer(200, Self.empty), Script.answer(200, ["id": "y"])])
    _ = try await client.collection("my posts/2").list(filter: "a = \("+ &é'")", sort: "+x", expand: "a b")
    let record: BosBaseRecord = try await client.collection("50%").one("a/b?#")
    #expect(record.id == "y")
    #expect(
      transport.requests[0].url
        == "https://api.example.com/api/collections/my%20posts%2F2/records?page=1&perPage=30"
        + "&filter=%28a%20%3D%20%20%27%2B%20%26%C3%A9%5C%27%27%20%29&sort=%2Bx&expand=a%20b")
    #expect(transport.requests[1].url == "https://api.example.com/api/collections/50%25/records/a%2Fb%3F%23")
  }

  @Test("Headers: the token alone, the language, the kind of the body") func headers() async throws {
    let account = Script.account()
    let store = BosBaseAuthStore(
      BosBaseAccount(token: DriverSecret("Bearer " + Script.text(account.token)), record: account.record))
    let (client, transport) = try Script.client(
      [Script.answer(200, ["id": "x"]), Script.answer(200, Self.empty)], store: store
    ) { $0.language = "de-CH" }
    try await client.collection("a").create(["n": 1])
    _ = try await client.collection("a").list()
    let requests = transport.requests
    #expect(requests[0].header("Authorization") == Script.text(account.token))
    #expect(requests[0].header("Accept-Language") == "de-CH")
    #expect(requests[0].header("Content-Type") == "application/json")
    #expect(requests[1].header("Content-Type") == nil)
  }

  @Test("null is sent, from JSON and from Swift values; dates as the server has them") func nulls() async throws {
    let answer: BosBaseJSON = [
      "id": "x", "title": nil, "kind": "", "at": "", "link": "", "count": 3.0, "tags": [],
    ]
    let (client, transport) = try Script.client(
      [Script.answer(200, answer), Script.answer(200, answer), Script.answer(200, answer)])
    let posts = client.collection("a")
    let first = try await posts.create(["title": nil, "tags": [], "count": 1.5, "on": true], as: Post.self)
    #expect(first == Post(id: "x", title: nil, kind: nil, at: nil, link: nil, count: 3, tags: []))
    let post = Post(
      id: "y", title: nil, kind: .final, at: Date(timeIntervalSince1970: 1_735_779_845.678), link: nil, count: 2,
      tags: ["é"])
    try await posts.create(encoding: post)
    try await posts.update("y", encoding: ["a": Int?.none, "b": 1])
    #expect(
      try Script.body(transport.requests[0]) == ["title": nil, "tags": [], "count": 1.5, "on": true])
    #expect(
      try Script.body(transport.requests[1])
        == [
          "id": "y", "title": nil, "kind": "final", "at": "2025-01-02 01:04:05.678Z", "link": nil, "count": 2,
          "tags": ["é"],
        ])
    #expect(try Script.body(transport.requests[2]) == ["a": nil, "b": 1])
    #expect(transport.requests.map(\.method) == ["POST", "POST", "PATCH"])
  }

  @Test("A value that doesn't fit names its place, and not itself") func misfit() async throws {
    let (client, _) = try Script.client([
      Script.answer(200, ["id": "x", "count": "secret-value", "tags": []]),
      Script.answer(200, ["id": "x", "count": 1]),
      Script.answer(200, ["id": "x", "count": 1, "tags": ["a", 7]]),
    ])
    let posts = client.collection("a")
    var error = try await bosBaseError(.invalidAnswer) { try await posts.one("x", Post.self) }
    #expect(error.message.contains("\"count\" has another type") && !error.message.contains("secret-value"))
    error = try await bosBaseError(.invalidAnswer) { try await posts.one("x", Post.self) }
    #expect(error.message.contains("\"tags\" is missing"))
    error = try await bosBaseError(.invalidAnswer) { try await posts.one("x", Post.self) }
    #expect(error.message.contains("\"tags.1\""))
  }

  @Test("Numbers that the server would round are refused before they are sent") func inexact() async throws {
    let (client, transport) = try Script.client([Script.answer(200, ["id": "x"])])
    let posts = client.collection("a")
    for value in [(1 << 53) + 1, -(1 << 53) - 1, Int64.max, Int64.min] as [Int64] {
      try await bosBaseError(.inexactNumber) { try await posts.create(["a": ["b": [.integer(value)]]]) }
      try await bosBaseError(.inexactNumber) { try await posts.create(encoding: ["n": value]) }
      try await bosBaseError(.inexactNumber) { try await posts.list(filter: "n = \(value)") }
    }
    try await bosBaseError(.inexactNumber) { try await posts.create(encoding: ["n": UInt64.max]) }
    try await bosBaseError(.inexactNumber) { try await posts.create(["n": .number(.infinity)]) }
    try await bosBaseError(.inexactNumber) { try await posts.list(filter: "n = \(Double.nan)") }
    #expect(transport.requests.isEmpty)
    try await posts.create(["n": .integer(1 << 53)])
  }

  @Test("Without an ID there is no request") func emptyID() async throws {
    let (client, transport) = try Script.client([])
    let posts = client.collection("a")
    let error = try await bosBaseError(.notFound) { try await posts.one("", BosBaseRecord.self) }
    #expect(error.status == 404)
    try await bosBaseError(.notFound) { try await posts.update("", [:]) as BosBaseRecord }
    try await bosBaseError(.notFound) { try await posts.delete("") }
    try await bosBaseError(.notFound) { try await client.batch { $0.delete("", in: "a") } }
    #expect(try await client.batch { _ in }.isEmpty)
    #expect(transport.requests.isEmpty)
  }

  @Test("A full list ends with the page that is shorter than the server's own size") func fullList() async throws {
    func page(_ number: Int, _ count: Int) throws -> HTTPResponse {
      try Script.answer(
        200,
        [
          "items": .array((0..<count).map { ["id": .text("\(number)-\($0)")] }), "page": .integer(Int64(number)),
          "perPage": 3, "totalItems": -1, "totalPages": -1,
        ])
    }
    let (client, transport) = try Script.client([page(1, 3), page(2, 3), page(3, 1)])
    let all: [BosBaseRecord] = try await client.collection("a").fullList(sort: "id")
    #expect(all.count == 7 && all.last?.id == "3-0")
    #expect(transport.requests.count == 3)
    #expect(transport.requests[1].url.contains("page=2&perPage=500&skipTotal=true&sort=id"))
    let (other, _) = try Script.client([page(1, 3), page(2, 0)])
    #expect(try await other.collection("a").fullList().count == 3)
  }

  @Test("Skipped totals are nil") func totals() async throws {
    let (client, transport) = try Script.client([
      Script.answer(200, ["items": [], "page": 2, "perPage": 9, "totalItems": -1, "totalPages": -1]),
      Script.answer(200, ["items": [], "page": 1, "perPage": 9, "totalItems": 7, "totalPages": 1]),
      Script.answer(200, ["nothing": 1]),
    ])
    let posts = client.collection("a")
    let skipped = try await posts.list(page: 2, perPage: 9, skipTotal: true)
    #expect(skipped.totalItems == nil && skipped.totalPages == nil && skipped.page == 2 && skipped.perPage == 9)
    #expect(transport.requests[0].url.hasSuffix("?page=2&perPage=9&skipTotal=true"))
    #expect(try await posts.list().totalItems == 7)
    try await bosBaseError(.invalidAnswer) { try await posts.list() }
  }

  @Test("The number of records, which only BosBase tells") func count() async throws {
    let (client, transport) = try Script.client([
      Script.answer(200, ["count": 42]), Script.answer(200, ["count": 0]), Script.answer(200, [:]),
    ])
    let posts = client.collection("a")
    #expect(try await posts.count(filter: "n > \(3)") == 42)
    #expect(
      transport.requests[0].url
        == "https://api.example.com/api/collections/a/records/count?filter=%28n%20%3E%20%203%20%29")
    #expect(try await posts.count() == 0)
    try await bosBaseError(.invalidAnswer) { try await posts.count() }
  }

  @Test("A batch has the forms that the server takes, and names the request that failed") func batch() async throws {
    let failure: BosBaseJSON = [
      "status": 400, "message": "Batch transaction failed.",
      "data": [
        "requests": [
          "1": [
            "code": "batch_request_failed", "message": "Batch request failed.",
            "response": [
              "status": 400, "message": "Failed to create record.",
              "data": ["title": ["code": "validation_required", "message": "Cannot be blank."]],
            ],
          ]
        ]
      ],
    ]
    let (client, transport) = try Script.client([
      Script.answer(200, [["body": ["id": "x"], "status": 200], ["body": nil, "status": 204]]),
      Script.answer(400, failure),
    ])
    let results = try await client.batch { batch in
      batch.upsert(in: "a b", ["id": "x", "n": nil])
      batch.delete("y/z", in: "a")
    }
    #expect(results.map(\.status) == [200, 204] && results[0].record?.id == "x" && results[1].record == nil)
    #expect(
      try Script.body(transport.requests[0])
        == [
          "requests": [
            [
              "method": "PUT", "url": "/api/collections/a%20b/records", "headers": [:],
              "body": ["id": "x", "n": nil],
            ],
            ["method": "DELETE", "url": "/api/collections/a/records/y%2Fz", "headers": [:], "body": [:]],
          ]
        ])
    let error = try await bosBaseError(.batchFailed) {
      try await client.batch { batch in
        batch.create(in: "a", ["title": "A"], expand: "b,c")
        batch.update("x", in: "a", [:])
      }
    }
    #expect(error.batchIndex == 1 && error.fieldErrors["title"]?.code == "validation_required")
    #expect(error.description.contains("Request 1 of the batch failed"))
  }

  @Test(
    "What an answer means",
    arguments: [
      (400, "Failed to authenticate.", IdentityError.Code.wrongPassword),
      (400, "Invalid or expired OTP.", .invalidOneTimePassword),
      (400, "A different authentication method is required.", .sameFactor),
      (400, "Invalid or expired MFA session.", .secondFactorExpired),
      (400, "Invalid MFA session.", .secondFactorExpired),
      (400, "Failed to create record.", .invalidData),
      (401, "", .signInRequired), (403, "", .forbidden), (404, "", .notFound), (413, "", .tooLarge),
      (429, "Too Many Requests.", .tooManyRequests), (500, "", .serverError), (302, "", .refused),
    ])
  func failures(_ status: Int, _ message: String, _ code: IdentityError.Code) async throws {
    let answer = try Script.answer(status, ["status": .integer(Int64(status)), "message": .text(message), "data": [:]])
    let (client, _) = try Script.client([answer])
    let error = try await bosBaseError(code) { try await client.collection("a").create([:]) as BosBaseRecord }
    #expect(error.status == status && error.response["message"]?.text == message && error.fieldErrors.isEmpty)
    #expect(error.address == "https://api.example.com/api/collections/a/records")
  }

  @Test("An answer that isn't JSON has an empty body; none has the status 0") func noJSON() async throws {
    let (client, _) = try Script.client([
      HTTPResponse(status: 502, body: Array("<html>".utf8)), HTTPResponse(status: 200, body: Array("<html>".utf8)),
      HTTPResponse(status: 429, headers: [("Retry-After", "7")]),
    ])
    let posts = client.collection("a")
    var error = try await bosBaseError(.serverError) { try await posts.list() }
    #expect(error.response == [:] && error.status == 502)
    try await bosBaseError(.invalidAnswer) { try await posts.list() }
    error = try await bosBaseError(.tooManyRequests) { try await posts.list() }
    #expect(error.retryAfter == .seconds(7))
    error = try await bosBaseError(.unreachable) { try await posts.list() }
    #expect(error.status == 0 && error.response == [:] && error.underlying is HTTPError)
  }

  @Test("A server that repeats what it was sent brings no secret into an error") func echoes() async throws {
    let password = "pass-word-123", token = "mail.token.123"
    let echo: BosBaseJSON = [
      "message": .text("bad \(password) and \(token)"),
      "data": ["password": ["code": "x", "message": .text(password)]],
    ]
    let account = Script.account()
    let bearer = Script.text(account.token)
    let (client, _) = try Script.client(
      [
        Script.answer(400, echo), Script.answer(400, echo), Script.answer(400, echo), Script.answer(400, echo),
        Script.answer(400, ["message": .text(bearer)]),
      ], store: BosBaseAuthStore(account))
    let users = client.collection("users")
    let errors = [
      try await bosBaseError(.invalidData) { try await users.authWithPassword("a", password) },
      try await bosBaseError(.invalidData) { try await users.authWithOTP("id", password) },
      try await bosBaseError(.invalidData) { try await users.confirmPasswordReset(token, password: password) },
      try await bosBaseError(.invalidData) {
        try await users.create(["password": .text(password)]) as BosBaseRecord
      },
      try await bosBaseError(.invalidData) { try await users.list() },
    ]
    for error in errors {
      let body = String(decoding: try JSONEncoder().encode(error.response), as: UTF8.self)
      let shown = ["\(error)", String(reflecting: error), error.message, body]
      for text in shown { #expect(!text.contains(password) && !text.contains(bearer)) }
    }
    #expect(!errors[2].message.contains(token))
  }

  @Test("A secret that is a part of the server's words changes neither the class nor the number of a sign-in")
  func shortSecrets() async throws {
    let (client, _) = try Script.client([
      Script.answer(400, ["message": "Failed to authenticate.", "data": [:]]), Script.answer(401, ["mfaId": "m1abc"]),
      Script.answer(400, ["message": "x", "data": ["a": ["code": "validation_required", "message": "a"]]]),
    ])
    let users = client.collection("users")
    try await bosBaseError(.wrongPassword) { try await users.authWithPassword("x", "a") }
    let error = try await bosBaseError(.secondFactorRequired) { try await users.authWithPassword("x", "a") }
    #expect(error.mfaID == "m1abc")
    let fields = try await bosBaseError(.invalidData) { try await users.authWithPassword("x", "a") }.fieldErrors
    #expect(fields["a"]?.code == "validation_required" && fields["a"]?.message == "…")
  }

  @Test("With a token that has expired, no call becomes a guest's by accident") func expired() async throws {
    let store = BosBaseAuthStore(Script.account(in: -1))
    let (client, transport) = try Script.client([Script.answer(204, nil)], store: store)
    let users = client.collection("users")
    try await bosBaseError(.signInRequired) { try await users.list() }
    try await bosBaseError(.signInRequired) { try await users.authRefresh() }
    try await bosBaseError(.signInRequired) { try await users.impersonate("x") }
    #expect(transport.requests.isEmpty)
    // Signing in needs no token, and sends none.
    try await users.requestPasswordReset("a@example.com")
    #expect(transport.requests[0].header("Authorization") == nil)

    let (guest, sent) = try Script.client([Script.answer(200, Self.empty)], store: store) {
      $0.expiredToken = .continueAsGuest
    }
    _ = try await guest.collection("users").list()
    #expect(sent.requests[0].header("Authorization") == nil)
  }

  @Test("A call that needs an account isn't made without one") func nobody() async throws {
    let (client, transport) = try Script.client([])
    let users = client.collection("users")
    try await bosBaseError(.signInRequired) { try await users.authRefresh() }
    try await bosBaseError(.signInRequired) { try await users.requestEmailChange("a@example.com") }
    try await bosBaseError(.signInRequired) { try await users.impersonate("x") }
    #expect(transport.requests.isEmpty)
  }
}
#endif
