public import Quarry
internal import QuarrySQLiteEngine

extension DriverRegistration {
  /// Databases in memory: `memory:` is private, `memory:name` is shared inside the process.
  public static var memory: DriverRegistration {
    DriverRegistration(
      scheme: "memory",
      options: [.sqliteLibrary, DriverOption("load", "a database file whose content it begins with")]
        + DriverOption.sqliteSettings,
      place: .memory
    ) { parameters throws(DatabaseError) in
      guard parameters.url.authority == nil else {
        throw parameters.failure("memory has no host: write memory: or memory:name")
      }
      let name = parameters.url.path
      return MemoryDriver(
        name: name.isEmpty ? nil : name, library: try parameters.sqliteLibrary(default: .systemSQLite),
        settings: try parameters.sqliteSettings(),
        content: try parameters.text("load").map { .file(SQLiteLocation.absolutePath($0)) } ?? .empty)
    }
  }
}

extension MemoryDriver {
  /// The registration of this driver for a ``DriverRegistry``.
  public static var registration: DriverRegistration { .memory }
}
