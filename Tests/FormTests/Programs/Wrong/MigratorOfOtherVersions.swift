import Quarry
import QuarryStorage

enum NotesVersion: Int, StorageVersion { case first = 1 }

enum OtherVersion: Int, StorageVersion { case first = 1 }

// O6: a migrator of other versions than the schema's, which OktaSQLiteStorage takes and then ends the process.
struct OtherMigrator: StorageMigrator {
  func perform(_ version: OtherVersion, _ session: SQLSession) throws {}
}

func open(_ storage: SQLiteStorage<NotesVersion>) async throws {
  try await storage.initialize(migrator: OtherMigrator())  // expect: 'OtherVersion'
}
