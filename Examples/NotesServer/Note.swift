#if Macros && Server && Telemetry
import Foundation
import Hummingbird
import Quarry

/// A note. The same struct is the row and the JSON.
@Table("note") struct Note: Identifiable, Hashable, Codable, ResponseEncodable {
  var id: Int64
  @Column(unique: true, collation: .nocase) var title: String
  var text: String
  /// Grows with each change, so that two people don't overwrite each other's changes.
  @Column(default: 1) var version = 1
  /// Typed changes fill it with the time.
  @Column(stamp: .updated, default: 0, coding: .unixMilliseconds) var changed: Date = Date(timeIntervalSince1970: 0)
  #Index<Note>("note_changed", on: \.changed)
}

extension DatabaseMigrator where Version == Int {
  /// The steps from an empty database to the table of notes.
  static var notes: Self {
    var migrator = Self()
    migrator.add(
      1, "notes",
      sql: """
        CREATE TABLE note (
          id INTEGER PRIMARY KEY,
          title TEXT NOT NULL COLLATE NOCASE UNIQUE,
          text TEXT NOT NULL,
          version INTEGER NOT NULL DEFAULT 1)
        """)
    migrator.add(
      2, "time of the last change",
      sql: """
        ALTER TABLE note ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX note_changed ON note (changed);
        """)
    return migrator
  }
}
#endif
