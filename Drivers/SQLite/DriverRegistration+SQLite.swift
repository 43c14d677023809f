public import Quarry
internal import QuarrySQLiteEngine

extension DriverRegistration {
  /// Database files of SQLite: `sqlite:relative.db`, `sqlite:/absolute/path.db?mode=ro`.
  public static var sqlite: DriverRegistration {
    DriverRegistration(
      scheme: "sqlite", options: [.sqliteMode, .sqliteLibrary] + DriverOption.sqliteSettings + DriverOption.sqliteFile,
      place: .file
    ) { parameters throws(DatabaseError) in
      SQLiteDriver(
        path: try parameters.sqlitePath(), mode: try parameters.sqliteMode(),
        library: try parameters.sqliteLibrary(default: .systemSQLite), settings: try parameters.sqliteSettings(),
        maximumReaders: try parameters.sqliteReaders())
    }
  }
}

extension SQLiteDriver {
  /// The registration of this driver for a ``DriverRegistry``.
  public static var registration: DriverRegistration { .sqlite }
}
