// An app's storage, as one sets it up with OktaSQLiteStorage: a builder, a schema with a version, a migrator with hooks.

public import Quarry
import QuarrySQLCipher
public import QuarryStorage

/// The versions that the app has had.
public enum NotesVersion: Int, StorageVersion {
  case first = 1
  case folders = 3
}

/// A note of the app.
public struct Note: SQLCodable, Identifiable, Equatable {
  public var id: Int64
  public var text: String
  public var folder: String

  public static let id = SQLColumn<Int64>("id", primaryKey: .autoincrement)
  public static let text = SQLColumn<String>("text")
  public static let folder = SQLColumn<String>("folder", defaultValue: "Inbox")
  public static let table = SQLTable("note", id, text, folder)

  public init(id: Int64 = 0, text: String, folder: String = "Inbox") {
    (self.id, self.text, self.folder) = (id, text, folder)
  }

  public init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    text = try row[Self.text]
    folder = try row[Self.folder]
  }

  public func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.text] = text
    row[Self.folder] = folder
  }
}

/// Brings older files to the newest version, and tells when.
public struct NotesMigrator: StorageMigrator {
  let log: @Sendable (String) -> Void

  /// Creates the migrator.
  ///
  /// - Parameter log: Takes a line when a migration begins and ends.
  public init(log: @escaping @Sendable (String) -> Void = { _ in }) { self.log = log }

  public func willStart(from start: NotesVersion, to end: NotesVersion) async throws { log("from \(start) to \(end)") }

  public func perform(_ version: NotesVersion, _ session: SQLSession) throws {
    switch version {
    case .first: break
    case .folders: try session.run(SQLAddColumn(Note.folder, to: Note.table))
    }
  }

  public func didFinish(from start: NotesVersion, to end: NotesVersion) async { log("done") }
}

/// Opens the storage of the app.
///
/// - Parameters:
///   - path: The path of the file.
///   - passphrase: What the file is encrypted with.
///   - log: Takes a line when a migration begins and ends.
public func openNotes(
  path: String, passphrase: String, log: @escaping @Sendable (String) -> Void = { _ in }
) async throws -> SQLiteStorage<NotesVersion> {
  let schema = StorageSchema(version: NotesVersion.folders) { session, _ in
    try session.run(SQLCreateTable(Note.table))
  }
  let storage = try await SQLiteStorageBuilder()
    .setWriteAheadLog(enabled: true)
    .setKey(.passphrase(passphrase))
    .build(schema: schema, path: path)
  try await storage.initialize(migrator: NotesMigrator(log: log))
  return storage
}
