#if Macros
// A column is named before anything needs the conformance of its table, which is declared in another file.
import Quarry

func namesFirst(_ database: Database) async throws {
  print(NamedBeforeMapped.name, NamedBeforeWritten.name, NamedBeforeRead.name, NamedBeforeStored.name)
  print(NamedView.name, NamedWithExtension.limit, NamedWithConformance.name)
  try await database.createTable(NamedBeforeMapped.self)
  try await database.insert([NamedBeforeWritten(id: 1, name: "a")])
  print(try await database.fetchAll(NamedBeforeRead.where { $0.name == "a" }).map(\.name))
  try await database.insert(NamedBeforeStored.Draft(name: "a"))
  print(try await database.fetchCount(NamedView.all))
  try await database.createTable(NamedWithExtension.self)
  try await database.createTable(NamedWithConformance.self)
}
#endif
