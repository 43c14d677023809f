#if Macros
import Foundation
import Quarry

extension ByMacro {
  /// Columns that changes fill with the time, in every shape.
  @Table struct Stamped {
    var id: Int64
    @Column(stamp: .created) var created: Date
    @Column("made", stamp: .created, type: "REAL", unique: true, coding: .julianDay) var maybeCreated: Date?
    @Column(stamp: .updated, default: 0, check: "updated >= 0", coding: .unixMilliseconds) var updated: Date
    @Column(stamp: .updated, coding: .unixInteger) var maybeUpdated: Date?
    @Column(stamp: .updated, coding: .unixSeconds) var since: Date = Date(timeIntervalSince1970: 3)
  }
}
#endif
