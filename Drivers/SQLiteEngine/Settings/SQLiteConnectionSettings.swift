/// The settings of a local connection.
///
/// The defaults fit applications: foreign keys are enforced, statements wait for locks, readers don't wait for the
/// writer, and the schema of a foreign file can't run code.
///
/// | setting | default | SQLite's own |
/// | --- | --- | --- |
/// | ``busyTimeout`` | 5 seconds | none |
/// | ``enforcesForeignKeys`` | on | off |
/// | ``journalMode`` | write-ahead log | as the file is |
/// | ``synchronous`` | `normal` with a write-ahead log, otherwise as built | `full` |
/// | ``trustsSchema`` | off | on |
/// | ``isDefensive`` | on | off |
/// | ``acceptsDoubleQuotedTexts`` | off | on |
/// | ``allowsExtensions`` | off | off |
/// | ``cacheKibibytes``, ``memoryMapBytes`` | as built | 2 MB, none |
/// | ``usesProbeCache`` | on | none |
/// | ``keepsReadMark`` | on | none |
public struct SQLiteConnectionSettings: Sendable, Hashable {
  /// The longest time that a statement waits for a lock before it throws `.busy`. The default is 5 seconds.
  ///
  /// Zero or less means no wait. The maximum is 24 days.
  ///
  /// Source: <https://sqlite.org/c3ref/busy_timeout.html>.
  public var busyTimeout: Duration = .seconds(5)

  /// Whether foreign keys are enforced. The default is `true`; SQLite's own default is `false`.
  ///
  /// Source: <https://sqlite.org/foreignkeys.html#fk_enable>.
  public var enforcesForeignKeys = true

  /// The journal mode of the file. The default is a write-ahead log.
  ///
  /// `nil` doesn't change the file's mode. Databases in memory, and databases opened for reading only, never change
  /// their mode. If the file doesn't accept the mode, opening throws.
  public var journalMode: SQLiteJournalMode? = .writeAheadLog

  /// The synchronization of commits. If `nil`, `normal` with a write-ahead log, otherwise the engine's default.
  public var synchronous: SQLiteSynchronousMode?

  /// Whether the schema of a file can call functions and virtual tables with effects outside the database. The
  /// default is `false`.
  ///
  /// A trigger that updates an FTS5 table with external content can then fail with "unsafe use of virtual table". Set
  /// it for files that nobody else writes. SQLite before 3.31 always trusts the schema.
  ///
  /// Source: <https://sqlite.org/pragma.html#pragma_trusted_schema>.
  public var trustsSchema = false

  /// Whether the program can load extensions with ``SQLiteConnection/loadExtension(_:entryPoint:)``. The default is
  /// `false`. SQL can never load extensions.
  ///
  /// Source: <https://sqlite.org/c3ref/c_dbconfig_defensive.html>, `SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION`.
  public var allowsExtensions = false

  /// Whether the engine rejects SQL that could deliberately damage the file. The default is `true`; needs SQLite
  /// 3.26.
  ///
  /// Source: <https://sqlite.org/c3ref/c_dbconfig_defensive.html>, `SQLITE_DBCONFIG_DEFENSIVE`.
  public var isDefensive = true

  /// Whether an unknown name in double quotes is a text. The default is `false`; needs SQLite 3.29.
  ///
  /// If `true`, a misspelled column is a constant instead of an error.
  ///
  /// Source: <https://sqlite.org/quirks.html#dblquote>.
  public var acceptsDoubleQuotedTexts = false

  /// The size of the page cache in KiB. If `nil`, the engine's default, which is usually 2 MB.
  public var cacheKibibytes: Int?

  /// The number of bytes of the file that are mapped into memory. If `nil`, the engine's default.
  ///
  /// Source: <https://sqlite.org/mmap.html>.
  public var memoryMapBytes: Int64?

  /// Whether Quarry keeps what it found out about the library, for the next process. The default is `true`.
  ///
  /// The first database that a process opens with a library makes Quarry try out what the library can do, which takes
  /// some milliseconds. The result is kept in the folder `quarry/features` of the user's caches: below
  /// `XDG_CACHE_HOME`, otherwise in `~/.cache`, or in `Library/Caches` on Apple's systems. A file there counts only if
  /// nobody but the user can have written it, and if it is about the same library in the same state. It contains
  /// nothing about databases. If it can't be read or written, opening takes longer, and nothing else changes.
  public var usesProbeCache = true

  /// Whether the read marks of a file with a write-ahead log are held between short statements that follow each other
  /// closely. The default is `true`.
  ///
  /// A read outside a transaction locks a read mark of the file and unlocks it, which takes longer than looking up a row; a
  /// commit moves a mark besides. While the connections of this process read or commit thousands of times in a second, a
  /// connection more holds the marks, and none of them has to call the system for it.
  ///
  /// - The mark of readers is released at most 5 milliseconds after the last read, and at once when a connection of this
  ///   process begins to write.
  /// - While there are commits, all marks are held. They are released every 5 milliseconds, before each checkpoint of this
  ///   process, and before any statement that does more than read or change rows.
  ///
  /// No reader and no writer waits for it. A checkpoint by another process copies what was committed some milliseconds ago,
  /// as beside any reader, and one that wants to start the log over (`wal_checkpoint(RESTART)` or `TRUNCATE`) can wait for it.
  ///
  /// Encrypted files and databases in memory have no mark to hold.
  ///
  /// Source: <https://sqlite.org/walformat.html#wal_locks>.
  public var keepsReadMark = true

  /// Creates the default settings.
  public init() {}
}

/// The journal modes of a database file.
///
/// Source: <https://sqlite.org/pragma.html#pragma_journal_mode>.
public enum SQLiteJournalMode: String, Sendable, Hashable, CaseIterable {
  /// A write-ahead log beside the file. Readers see a snapshot and don't wait for the writer.
  case writeAheadLog = "wal"
  /// A rollback journal that is deleted at the end of each transaction: SQLite's own default.
  case delete
  /// A rollback journal that is emptied at the end of each transaction.
  case truncate
  /// A rollback journal whose header is cleared at the end of each transaction.
  case persist
  /// A rollback journal in memory. A crash during a write damages the file.
  case memory
}

/// The levels of synchronization with the disk.
///
/// Source: <https://sqlite.org/pragma.html#pragma_synchronous>.
public enum SQLiteSynchronousMode: String, Sendable, Hashable, CaseIterable {
  /// Doesn't wait. A loss of power can damage the file.
  case off
  /// Waits at critical points. With a write-ahead log, a loss of power can undo the last commits, but never damages
  /// the file.
  case normal
  /// Waits at every commit.
  ///
  /// With ``SQLiteJournalMode/delete``, a loss of power can still undo the last commits, because the folder isn't
  /// synchronized. It never damages the file.
  case full
  /// Waits at every commit, also for the folder, so that no journal undoes a commit.
  case extra
}
