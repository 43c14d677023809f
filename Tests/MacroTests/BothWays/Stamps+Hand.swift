#if Macros
import Foundation
import Quarry

extension ByHand {
  struct Stamped: SQLCodable {
    var id: Int64
    var created: Date
    var maybeCreated: Date?
    var updated: Date
    var maybeUpdated: Date?
    var since = Date(timeIntervalSince1970: 3)
    static let id = SQLColumn<Int64>("id", primaryKey: .plain)
    static let created = SQLColumn<Date>("created", stamp: .created)
    static let maybeCreated = SQLColumn<Date?>("made", stamp: .created, type: "REAL", unique: true, coding: .julianDay)
    static let updated = SQLColumn<Date>(
      "updated", stamp: .updated, defaultValue: 0, check: "updated >= 0", coding: .unixMilliseconds)
    static let maybeUpdated = SQLColumn<Date?>("maybeUpdated", stamp: .updated, coding: .unixInteger)
    static let since = SQLColumn<Date>("since", stamp: .updated, coding: .unixSeconds)
    static let table = SQLTable("Stamped", id, created, maybeCreated, updated, maybeUpdated, since)
    init(row: inout SQLRowReader<Self>) throws {
      id = try row[Self.id]
      created = try row[Self.created]
      maybeCreated = try row[Self.maybeCreated]
      updated = try row[Self.updated]
      maybeUpdated = try row[Self.maybeUpdated]
      since = try row[Self.since]
    }
    func encode(to row: inout SQLRowWriter<Self>) {
      row[Self.id] = id
      row[Self.created] = created
      row[Self.maybeCreated] = maybeCreated
      row[Self.updated] = updated
      row[Self.maybeUpdated] = maybeUpdated
      row[Self.since] = since
    }
  }
}
#endif
