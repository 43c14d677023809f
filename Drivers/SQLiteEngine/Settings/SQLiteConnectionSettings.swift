/// How a local connection behaves from its opening on.
///
/// The defaults are what an application wants: foreign keys hold, a locked database is waited for, readers do not
/// wait for the writer, and a database file from elsewhere cannot run code.
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
public struct SQLiteConnectionSettings: Sendable, Hashable {
  /// How long a statement waits for a lock of another connection before it fails with `.busy`: 5 seconds.
  ///
  /// Zero, or less, means not to wait; more than 24 days count as 24 days. Source: <https://sqlite.org/c3ref/busy_timeout.html>.
  public var busyTimeout: Duration = .seconds(5)

  /// Whether foreign keys are enforced: yes. SQLite's own default is no.
  ///
  /// Source: <https://sqlite.org/foreignkeys.html#fk_enable>.
  public var enforcesForeignKeys = true

  /// How a file keeps what a transaction changed until it is committed: in a write-ahead log.
  ///
  /// `nil` leaves the file as it is. A database in memory, and one that is opened for reading only, are left alone in any
  /// case. When the file does not take the mode, opening fails.
  public var journalMode: SQLiteJournalMode? = .writeAheadLog

  /// How carefully a commit is written to the disk: with a write-ahead log `normal`, otherwise as the engine was built.
  public var synchronous: SQLiteSynchronousMode?

  /// Whether the schema of a file may call functions and virtual tables that reach outside the database: no.
  ///
  /// A trigger that keeps an FTS5 table of external content up to date may then fail with "unsafe use of virtual table": set it
  /// for files that nobody else writes. SQLite before 3.31 cannot tell them apart and always trusts the schema. Source:
  /// <https://sqlite.org/pragma.html#pragma_trusted_schema>.
  public var trustsSchema = false

  /// Whether the program may load extensions into the engine (``SQLiteConnection/loadExtension(_:entryPoint:)``): no. SQL
  /// may in no case.
  ///
  /// Source: <https://sqlite.org/c3ref/c_dbconfig_defensive.html>, `SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION`.
  public var allowsExtensions = false

  /// Whether SQL that could damage the file on purpose is refused: yes, where the engine can (since 3.26).
  ///
  /// Source: <https://sqlite.org/c3ref/c_dbconfig_defensive.html>, `SQLITE_DBCONFIG_DEFENSIVE`.
  public var isDefensive = true

  /// Whether a name in double quotes that names nothing is taken for a text: no, where the engine can be told (since 3.29).
  ///
  /// Otherwise a misspelt column gives a constant instead of an error. Source: <https://sqlite.org/quirks.html#dblquote>.
  public var acceptsDoubleQuotedTexts = false

  /// How much of the database file is kept in memory, in KiB; `nil` leaves the engine's default, which is 2 MB as a rule.
  public var cacheKibibytes: Int?

  /// How much of the file is mapped into memory, in bytes; `nil` leaves the engine's default.
  ///
  /// Source: <https://sqlite.org/mmap.html>.
  public var memoryMapBytes: Int64?

  /// Creates the default settings.
  public init() {}
}

/// How a database file keeps what a transaction changed until it is committed.
///
/// Source: <https://sqlite.org/pragma.html#pragma_journal_mode>.
public enum SQLiteJournalMode: String, Sendable, Hashable, CaseIterable {
  /// A write-ahead log beside the file: readers see a snapshot and do not wait for the writer.
  case writeAheadLog = "wal"
  /// A rollback journal that is deleted at the end of each transaction: SQLite's own default.
  case delete
  /// A rollback journal that is emptied at the end of each transaction.
  case truncate
  /// A rollback journal whose header is cleared at the end of each transaction.
  case persist
  /// A rollback journal in memory: a crash in the middle of a write damages the file.
  case memory
}

/// How carefully a commit is written to the disk.
///
/// Source: <https://sqlite.org/pragma.html#pragma_synchronous>.
public enum SQLiteSynchronousMode: String, Sendable, Hashable, CaseIterable {
  /// Nothing is waited for: a loss of power may damage the file.
  case off
  /// Waits at the important points. With a write-ahead log a loss of power may take back the last commits, and never
  /// damages the file.
  case normal
  /// Waits at every commit.
  ///
  /// With a journal that is deleted (``SQLiteJournalMode/delete``) a loss of power may take back the last commits all the
  /// same, since the folder is not waited for, and never damages the file.
  case full
  /// Waits at every commit, and for the folder too: no journal takes a commit back.
  case extra
}
