#if Command
import QuarrySQLiteEngine

/// How a file is written, and what that promises after a loss of power.
struct PowerLossConfiguration: Sendable, Hashable {
  let journal: SQLiteJournalMode
  let synchronous: SQLiteSynchronousMode
  /// Whether every commit that was reported is there.
  let keepsCommits: Bool
  /// Whether the database may be damaged if the power fails while the journal isn't synchronized.
  ///
  /// `normal` synchronizes a journal once, with the number of its pages. The number may then be there without the pages, of
  /// which the engine checks every two hundredth byte.
  var trustsJournal: Bool { journal != .writeAheadLog && synchronous == .normal }

  var name: String { "\(journal.rawValue)-\(synchronous.rawValue)" }

  /// Sources: <https://sqlite.org/pragma.html#pragma_synchronous>, <https://sqlite.org/wal.html#performance_considerations>.
  ///
  /// With a journal that is deleted, `full` does not wait for the folder: the journal may be there again, and the last
  /// commit is taken back.
  static let all: [PowerLossConfiguration] = [
    PowerLossConfiguration(journal: .writeAheadLog, synchronous: .full, keepsCommits: true),
    PowerLossConfiguration(journal: .writeAheadLog, synchronous: .normal, keepsCommits: false),
    PowerLossConfiguration(journal: .truncate, synchronous: .full, keepsCommits: true),
    PowerLossConfiguration(journal: .persist, synchronous: .full, keepsCommits: true),
    PowerLossConfiguration(journal: .delete, synchronous: .extra, keepsCommits: true),
    PowerLossConfiguration(journal: .delete, synchronous: .full, keepsCommits: false),
    PowerLossConfiguration(journal: .delete, synchronous: .normal, keepsCommits: false),
  ]
}
#endif
