package import Quarry

/// The options that URLs of all local drivers have in common.
extension DriverOption {
  package static let sqliteLibrary = DriverOption("library", "the path or name of the SQLite library to use")
  package static let sqliteMode = DriverOption("mode", "ro, rw or rwc")

  /// The options that become ``SQLiteConnectionSettings``.
  package static let sqliteSettings = [
    DriverOption("busy-timeout", "how long to wait for a lock, such as 500ms or 5s"),
    DriverOption("foreign-keys", "on or off"),
    DriverOption("trusted-schema", "on or off"),
    DriverOption("extensions", "on or off: whether extensions may be loaded"),
    DriverOption("defensive", "on or off"),
    DriverOption("cache-size", "the page cache in KiB"),
    DriverOption("probe-cache", "on or off: whether the features of the library are kept for the next process"),
  ]

  /// The options that only files have.
  package static let sqliteFile = [
    DriverOption("wal", "on or off: the same as journal=wal and journal=delete"),
    DriverOption("journal", "wal, delete, truncate, persist, memory, or keep"),
    DriverOption("synchronous", "off, normal, full or extra"),
    DriverOption("read-mark", "on or off: whether a mark of the file is held between reads that follow closely"),
    DriverOption("mmap-size", "how much of the file to map into memory, in bytes"),
    DriverOption("readers", "how many connections may read beside the writer, 0 to 64"),
  ]
}

extension DriverParameters {
  /// The path of the URL, which names a file.
  package func sqlitePath() throws(DatabaseError) -> String {
    guard url.authority == nil else {
      throw failure("a file has no host: write \(url.scheme):relative.db or \(url.scheme):/absolute/path.db")
    }
    guard !url.path.isEmpty else { throw failure("the path of the database is missing, as in \(url.scheme):music.db") }
    return url.path
  }

  /// The library of the option `library`. A name with a slash is a path; any other name is looked up.
  package func sqliteLibrary(
    default location: SQLiteLibrary.Location
  ) throws(DatabaseError) -> SQLiteLibrary.Location {
    guard let name = try text("library") else { return location }
    return .file(name.contains("/") ? SQLiteLocation.absolutePath(name) : name)
  }

  /// The access to the file.
  package func sqliteMode() throws(DatabaseError) -> SQLiteOpenMode {
    try choice("mode") ?? .readWriteCreate
  }

  /// The maximum number of readers beside the writer.
  package func sqliteReaders() throws(DatabaseError) -> Int {
    try integer("readers", in: 0...64) ?? 4
  }

  /// The settings of the connections.
  package func sqliteSettings() throws(DatabaseError) -> SQLiteConnectionSettings {
    var settings = SQLiteConnectionSettings()
    if let timeout = try duration("busy-timeout") { settings.busyTimeout = timeout }
    if let flag = try flag("foreign-keys") { settings.enforcesForeignKeys = flag }
    if let flag = try flag("trusted-schema") { settings.trustsSchema = flag }
    if let flag = try flag("extensions") { settings.allowsExtensions = flag }
    if let flag = try flag("defensive") { settings.isDefensive = flag }
    if let flag = try flag("probe-cache") { settings.usesProbeCache = flag }
    if let flag = try flag("read-mark") { settings.keepsReadMark = flag }
    settings.cacheKibibytes = try integer("cache-size", in: 0...Int(Int32.max))
    settings.memoryMapBytes = try integer("mmap-size", in: 0...Int.max).map { Int64($0) }
    settings.synchronous = try choice("synchronous")
    let isLogged = try flag("wal")
    if try text("journal")?.lowercased() == "keep" {
      settings.journalMode = nil
    } else if let journal: SQLiteJournalMode = try choice("journal") {
      settings.journalMode = journal
    } else if let isLogged {
      settings.journalMode = isLogged ? .writeAheadLog : .delete
    }
    if isLogged != nil, url.options["journal"] != nil { throw failure("give wal or journal, not both") }
    return settings
  }
}
