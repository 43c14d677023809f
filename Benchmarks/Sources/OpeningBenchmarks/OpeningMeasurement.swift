import Foundation
import Quarry
import QuarrySQLite

/// The first uses of databases in one process.
struct OpeningMeasurement {
  /// Where copies of the model are written.
  let folder: String

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
