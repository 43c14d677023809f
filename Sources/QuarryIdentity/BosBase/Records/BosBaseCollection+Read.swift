#if Identity
extension BosBaseCollection {
  /// Returns a page of records.
  ///
  /// ```swift
  /// let page = try await posts.list(Post.self, filter: "title ~ \(word)", sort: "-created", expand: "author")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the records. If it's left out, records are JSON.
  ///   - page: The number of the page, from 1.
  ///   - perPage: The number of records on a page, from 1 to 1,000.
  ///   - skipTotal: Whether not to count the records, which is faster.
  ///   - filter: The condition on records. If `nil`, all records.
  ///   - sort: Fields with a comma between them, `-` in front of one for descending. At most 8.
  ///   - expand: Relations with a comma between them, such as `author.team,tags`.
  ///   - fields: The fields to return, with a comma between them. If `nil`, all fields.
  /// - Throws: ``BosBaseError`` with code `.invalidData` if the server rejects the filter or the order.
  public func list<Record: Decodable & Sendable>(
    _ type: Record.Type = BosBaseRecord.self, page: Int = 1, perPage: Int = 30, skipTotal: Bool = false,
    filter: BosBaseFilter? = nil, sort: String? = nil, expand: String? = nil, fields: String? = nil
  ) async throws(BosBaseError) -> BosBaseList<Record> {
    var query = [(name: "page", value: String(page)), (name: "perPage", value: String(perPage))]
    if skipTotal { query.append(("skipTotal", "true")) }
    query += try Self.query(filter: filter, sort: sort, expand: expand, fields: fields)
    return try BosBaseList(try await client.send("GET", records(), query: query))
  }

  /// Returns all records that meet a filter, in pages of 500.
  ///
  /// - Parameters:
  ///   - type: The type of the records. If it's left out, records are JSON.
  ///   - filter: The condition on records. If `nil`, all records.
  ///   - sort: Fields with a comma between them. Without an order, records that are written meanwhile can be missed.
  ///   - expand: Relations with a comma between them.
  ///   - fields: The fields to return. If `nil`, all fields.
  /// - Throws: ``BosBaseError`` with code `.invalidData` if the server rejects the filter or the order.
  public func fullList<Record: Decodable & Sendable>(
    _ type: Record.Type = BosBaseRecord.self, filter: BosBaseFilter? = nil, sort: String? = nil,
    expand: String? = nil, fields: String? = nil
  ) async throws(BosBaseError) -> [Record] {
    var all: [Record] = []
    var number = 1
    while true {
      let page = try await list(
        type, page: number, perPage: 500, skipTotal: true, filter: filter, sort: sort, expand: expand, fields: fields)
      all += page.items
      // The server may have made the pages smaller.
      if page.items.isEmpty || page.items.count < page.perPage { return all }
      number += 1
    }
  }

  /// Returns the first record that meets a filter.
  ///
  /// - Throws: ``BosBaseError`` with code `.notFound` if there is none.
  public func first<Record: Decodable & Sendable>(
    _ type: Record.Type = BosBaseRecord.self, filter: BosBaseFilter, sort: String? = nil, expand: String? = nil,
    fields: String? = nil
  ) async throws(BosBaseError) -> Record {
    let page = try await list(
      type, page: 1, perPage: 1, skipTotal: true, filter: filter, sort: sort, expand: expand, fields: fields)
    guard let first = page.items.first else { throw Self.noRecord }
    return first
  }

  /// Returns the record with an ID.
  ///
  /// - Throws: ``BosBaseError`` with code `.notFound` if there is none or the account can't see it. An empty ID
  ///   throws without a request.
  public func one<Record: Decodable & Sendable>(
    _ id: String, _ type: Record.Type = BosBaseRecord.self, expand: String? = nil, fields: String? = nil
  ) async throws(BosBaseError) -> Record {
    // Without the ID the call would be that of the list.
    guard !id.isEmpty else { throw Self.noRecord }
    let query = try Self.query(expand: expand, fields: fields)
    return try await client.send("GET", records(id), query: query).decoded(as: type)
  }

  /// Returns the number of records that meet a filter.
  ///
  /// > Note: PocketBase doesn't have this call and throws `.notFound`.
  ///
  /// - Throws: ``BosBaseError`` with code `.invalidData` if the server rejects the filter, or `.notFound`.
  public func count(filter: BosBaseFilter? = nil) async throws(BosBaseError) -> Int {
    let answer = try await client.send("GET", records("count"), query: try Self.query(filter: filter))
    guard let count = answer["count"]?.integer else {
      throw BosBaseError(.invalidAnswer, "The answer isn't a number of records")
    }
    return Int(clamping: count)
  }

  static let noRecord = BosBaseError(.notFound, "The requested resource wasn't found.", status: 404)

  /// The parameters of a read.
  static func query(
    filter: BosBaseFilter? = nil, sort: String? = nil, expand: String? = nil, fields: String? = nil
  ) throws(BosBaseError) -> [(name: String, value: String)] {
    var query: [(name: String, value: String)] = []
    if let filter { query.append(("filter", try filter.text())) }
    if let sort { query.append(("sort", sort)) }
    if let expand { query.append(("expand", expand)) }
    if let fields { query.append(("fields", fields)) }
    return query
  }
}
#endif
