#if Macros
import Foundation
import Quarry

extension ByMacro {
  /// Every way to store a value, of a property that is optional and of one that isn't.
  @Table("Kinds")
  struct Kinds {
    @Column(primaryKey: .plain, coding: .blob) var key: UUID
    var level: Level
    var maybeLevel: Level?
    var point: Point
    var maybePoint: Optional<Point>
    @Column(default: 2.5) var real = -1.5
    var flag = false
    var bytes: Data
    @Column(type: "BLOB") var maybeBytes: [UInt8]?
    @Column("at", type: "REAL", coding: .julianDay) var date: Date
    @Column(coding: .unixMilliseconds) var maybeDate: Date?
    @Column(unique: true, collation: .nocase, coding: .lowercaseText) var maybeID: UUID?
    @Column(default: 100, coding: .scaled(2)) var price: Decimal
    @Column(coding: .text) var maybePrice: Decimal?
    @Column(default: "", as: Comma.self) var words: [String]
    @Column("json", check: "length(json) > 1", as: SQLJSON<[String: Int]>.self) var maybeCounts: [String: Int]?
    @Column(generated: SQLGeneratedColumn("level + 1"), as: Wrapped.self) let next: Int
    @Column(generated: SQLGeneratedColumn("maybeLevel + 1"), as: Wrapped.self) private(set) var maybeNext: Int?
  }
}
#endif
