internal import Quarry
public import QuarrySQLiteEngine

/// Encrypts, decrypts or rekeys a database file in place.
///
/// ```swift
/// let file = SQLCipherFile(path: "notes.db")
/// if try file.isInTheClear {
///   try await file.encrypt(with: SQLCipherEncryption(key: .passphrase(secret)))
/// }
/// ```
///
/// Each change writes a new file beside the old one, checks it for damage, and renames it over the old one. If an error occurs,
/// the task is cancelled, or the process is killed, the old file remains complete. The next time the file is opened for
/// writing, Quarry removes an unfinished new file.
///
/// A change keeps the rows, the schema, `user_version`, `application_id`, `auto_vacuum`, the journal mode and the file's permissions.
/// It keeps the page size too, unless the new encryption sets or implies another one. The disk needs room for both files.
///
/// > Important: Close the database first. With a write-ahead log, Quarry detects other connections and throws `.busy`. Without
/// > one, other connections throw `.fileMoved` the next time they are used.
///
/// > Note: After a plain file was encrypted, its old content can remain readable on the disk until the file system reuses the space.
public struct SQLCipherFile: Sendable {
  /// The path of the file, from the root.
  public let path: String
  /// The library that encrypts.
  public var library: SQLiteLibrary.Location
  /// The longest time to wait for locks of other connections.
  public var busyTimeout: Duration

  /// Creates a value for a file. Nothing is opened yet.
  ///
  /// - Parameters:
  ///   - path: The path of the file. A relative path is resolved now.
  ///   - library: The library that encrypts.
  ///   - busyTimeout: The longest time to wait for locks of other connections.
  public init(path: String, library: SQLiteLibrary.Location = .systemSQLCipher, busyTimeout: Duration = .seconds(5)) {
    self.path = SQLiteLocation.absolutePath(path)
    self.library = library
    self.busyTimeout = busyTimeout
  }

  /// Whether the file exists and isn't encrypted.
  ///
  /// An encrypted file with a plaintext header can't be distinguished from a plain one.
  ///
  /// Source: <https://sqlite.org/fileformat.html#magic_header_string>.
  ///
  /// - Throws: ``DatabaseError`` if the library, or an existing file, can't be opened.
  public var isInTheClear: Bool {
    get throws { try SQLiteConnection.beginsInTheClear(fileAt: path, library: library) }
  }

  /// Encrypts a plain file.
  ///
  /// - Parameter encryption: The key, and the settings of the format.
  /// - Throws: ``DatabaseError`` with code `.notADatabase` if the file is already encrypted, `.busy` if it is in use,
  ///   `.cannotOpen` if it doesn't exist, `.unsupportedFeature` if the library can't encrypt, `.corrupt`, or what the
  ///   engine reports; `CancellationError`.
  public func encrypt(with encryption: SQLCipherEncryption) async throws { try await change(from: nil, to: encryption) }

  /// Decrypts a file, so that anyone can read it.
  ///
  /// - Parameter encryption: The current encryption of the file.
  /// - Throws: What ``changeEncryption(from:to:)`` throws.
  public func decrypt(_ encryption: SQLCipherEncryption) async throws { try await change(from: encryption, to: nil) }

  /// Changes the key of an encrypted file, its settings, or the version of its format.
  ///
  /// ```swift
  /// var old = SQLCipherEncryption(key: key)
  /// old.compatibility = 3
  /// try await file.changeEncryption(from: old, to: SQLCipherEncryption(key: key))
  /// ```
  ///
  /// - Parameters:
  ///   - old: The current encryption of the file.
  ///   - new: The new encryption.
  /// - Throws: ``DatabaseError`` with code `.wrongKey` if `old` doesn't fit, or what ``encrypt(with:)`` throws.
  public func changeEncryption(from old: SQLCipherEncryption, to new: SQLCipherEncryption) async throws {
    try await change(from: old, to: new)
  }

  private func change(from old: SQLCipherEncryption?, to new: SQLCipherEncryption?) async throws {
    let running = Protected<(handle: (any InterruptHandle)?, isCancelled: Bool)>((nil, false))
    do {
      try await withTaskCancellationHandler {
        try await withBlockingThread(named: "quarry.sqlcipher") {
          try SQLiteConnection.changeEncryption(
            ofFile: path, from: old, to: new, library: library, busyTimeout: busyTimeout
          ) { handle in
            running.withLock { state in
              state.handle = handle
              return !state.isCancelled
            }
          }
        }
      } onCancel: {
        let handle = running.withLock { state in
          state.isCancelled = true
          return state.handle
        }
        handle?.interrupt()
      }
    } catch {
      if Task.isCancelled { throw CancellationError() }
      throw error
    }
  }
}
