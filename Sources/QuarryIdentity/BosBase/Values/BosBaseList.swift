#if Identity
/// A page of records.
public struct BosBaseList<Record: Sendable>: Sendable {
  /// The records of the page.
  public var items: [Record]
  /// The number of the page, from 1.
  public var page: Int
  /// The number of records on a page, as the server decided: at most 1,000.
  public var perPage: Int
  /// The number of records that meet the filter, or `nil` if the totals were skipped.
  public var totalItems: Int?
  /// The number of pages, or `nil` if the totals were skipped.
  public var totalPages: Int?
}

extension BosBaseList where Record: Decodable {
  init(_ json: BosBaseJSON) throws(BosBaseError) {
    guard let items = json["items"]?.array, let page = json["page"]?.integer, let perPage = json["perPage"]?.integer
    else { throw BosBaseError(.invalidAnswer, "The answer isn't a list of records") }
    var records: [Record] = []
    records.reserveCapacity(items.count)
    for item in items { records.append(try item.decoded(as: Record.self)) }
    self.items = records
    self.page = Int(clamping: page)
    self.perPage = Int(clamping: perPage)
    totalItems = Self.total(json["totalItems"])
    totalPages = Self.total(json["totalPages"])
  }

  private static func total(_ json: BosBaseJSON?) -> Int? {
    guard let total = json?.integer, total >= 0 else { return nil }
    return Int(clamping: total)
  }
}
#endif
