import CSQLite
import Foundation
import Quarry
import QuarrySQLite

/// The first uses of databases in one process.
struct OpeningMeasurement {
  /// Where copies of the model are written.
  let folder: String

  /// The C interface, which opens a file, sets the same things, looks whether it can read, and looks up a row.
  func raw(_ count: Int) throws -> [Sample] {
    var samples: [Sample] = []
    for number in 0..<count {
      let path = try copy("raw\(number)")
      let opening = Watch()
      var database: OpaquePointer?
      let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
      guard sqlite3_open_v2(path, &database, flags, nil) == SQLITE_OK else { throw CocoaError(.fileReadUnknown) }
      defer { sqlite3_close_v2(database) }
      let settings = """
        PRAGMA foreign_keys=ON; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; SELECT count(*) FROM sqlite_master
        """
      guard sqlite3_exec(database, settings, nil, nil, nil) == SQLITE_OK else { throw CocoaError(.fileReadUnknown) }
      samples.append(opening.sample("the C interface, \(Self.name(number))"))
      let looking = Watch()
      var statement: OpaquePointer?
      sqlite3_prepare_v2(database, "SELECT id, name FROM record WHERE id = ?", -1, &statement, nil)
      sqlite3_bind_int64(statement, 1, 3)
      guard sqlite3_step(statement) == SQLITE_ROW else { throw CocoaError(.fileReadUnknown) }
      sqlite3_finalize(statement)
      samples.append(looking.sample("its first lookup, \(Self.name(number)), by the C interface"))
    }
    return samples
  }

  /// Contexts, one after the other.
  func contexts(_ count: Int) throws -> [Sample] {
    var samples: [Sample] = []
    for number in 0..<count {
      let path = try copy("context\(number)")
      let opening = Watch()
      let context = try SQLContext(path: path)
      samples.append(opening.sample("SQLContext, \(Self.name(number))"))
      let looking = Watch()
      _ = try context.find(Record.self, 3)
      samples.append(looking.sample("its first lookup, \(Self.name(number))"))
      context.close()
    }
    return samples
  }

  /// Databases, one after the other.
  func databases(_ count: Int) async throws -> [Sample] {
    var samples: [Sample] = []
    for number in 0..<count {
      let path = try copy("database\(number)")
      let opening = Watch()
      let database = try await Database(SQLiteDriver(path: path))
      samples.append(opening.sample("Database, \(Self.name(number))"))
      let reading = Watch()
      _ = try await database.find(Record.self, 3)
      samples.append(reading.sample("its first reader and lookup, \(Self.name(number))"))
      let again = Watch()
      _ = try await database.find(Record.self, 4)
      samples.append(again.sample("its second lookup, \(Self.name(number))"))
      await database.close()
    }
    return samples
  }

  private static func name(_ number: Int) -> String { number == 0 ? "the first" : "number \(number + 1)" }

  private func copy(_ name: String) throws -> String {
    let path = "\(folder)/\(name).db"
    try FileManager.default.copyItem(atPath: Model.path(in: folder + "/.."), toPath: path)
    return path
  }
}
