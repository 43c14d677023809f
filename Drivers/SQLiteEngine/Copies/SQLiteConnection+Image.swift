internal import CQuarrySQLite
public import Quarry

extension SQLiteConnection {
  /// Returns the content of the database as the bytes of a database file.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the database is encrypted, because the bytes
  ///   would be plain, or what the engine reports.
  public func image() throws(DatabaseError) -> [UInt8] {
    try inOneCall { database throws(DatabaseError) in try image(database) }
  }

  private func image(_ database: OpaquePointer) throws(DatabaseError) -> [UInt8] {
    guard !isKeyed else {
      throw DatabaseError(
        .unsupportedFeature,
        "the image of an encrypted database would not be encrypted: use export, or back up to a file")
    }
    guard let serialize = api.pointee.serialize else { return try imageThroughFile() }
    guard case .memory = location else { return try imageThroughMemory() }
    var size: Int64 = 0
    guard let bytes = serialize(database, "main", &size, 0) else {
      // Nothing was written yet, or there is no memory.
      guard try integer(of: "PRAGMA page_count") ?? 0 == 0 else {
        throw DatabaseError(.outOfMemory, "there isn't enough memory for the image of \(location)")
      }
      return []
    }
    defer { api.pointee.free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
  }

  /// Replaces the content of the database with an image.
  ///
  /// This works for files and for memory, even if other connections use the database.
  ///
  /// - Parameter image: The bytes of a database file, or no bytes for an empty database.
  /// - Throws: ``DatabaseError`` with code `.notADatabase` or `.corrupt` if the bytes aren't a database. The database
  ///   doesn't change then.
  public func load(image: [UInt8]) throws(DatabaseError) {
    try inOneCall { _ throws(DatabaseError) in
      let source = try Self.openImage(image, library: library)
      defer { source.connection.closeSynchronously() }
      try source.connection.backUp(to: self)
    }
  }

  /// Replaces the content of the database with that of a file.
  ///
  /// - Throws: What opening the file throws, or what the engine reports. The database doesn't change then.
  public func load(file path: String) throws(DatabaseError) {
    try inOneCall { _ throws(DatabaseError) in
      let source = try SQLiteConnection.open(.file(path: path, mode: .readOnly), library: library)
      defer { source.closeSynchronously() }
      try load(image: try source.imageThroughFile())
    }
  }

  /// Returns a new private database in memory with the content of this one.
  ///
  /// - Throws: What ``image()`` throws.
  public func fork(
    settings: SQLiteConnectionSettings = SQLiteConnectionSettings()
  ) throws(DatabaseError) -> SQLiteConnection {
    try inOneCall { _ throws(DatabaseError) in
      let fork = try SQLiteConnection.open(.memory, library: library, settings: settings)
      try fork.load(image: try image())
      return fork
    }
  }

  /// The image through a private database in memory, all pages of which are available.
  ///
  /// If a page can't be read, `sqlite3_serialize` silently replaces it by zeros; a backup reports it.
  private func imageThroughMemory() throws(DatabaseError) -> [UInt8] {
    let copy = try SQLiteConnection.open(.memory, library: library)
    defer { copy.closeSynchronously() }
    try backUp(to: copy)
    return try copy.image()
  }

  /// The image through a file, for engines that have no other way: before 3.23, or built without it.
  private func imageThroughFile() throws(DatabaseError) -> [UInt8] {
    let folder = try SQLiteScratchFolder.make()
    let path = folder.file("image.db")
    let target = try openTarget(path, encryption: nil)
    defer { target.closeSynchronously() }
    try backUp(to: target)
    return try SQLiteFile.contents(of: path)
  }

  /// A connection whose database has the given content.
  ///
  /// - Returns: The connection, and the folder of its file, which has to be kept until the connection is closed.
  private static func openImage(
    _ image: [UInt8], library: SQLiteLibrary
  ) throws(DatabaseError) -> (connection: SQLiteConnection, folder: SQLiteScratchFolder?) {
    guard !image.isEmpty else { return (try SQLiteConnection.open(.memory, library: library), nil) }
    var image = image
    if image.count >= 100 {
      // A database that was last used with a write-ahead log says so here; in memory there is none.
      // https://sqlite.org/fileformat.html#file_format_version_numbers
      image[18] = 1
      image[19] = 1
    }
    guard let deserialize = library.api.pointee.deserialize else {
      let folder = try SQLiteScratchFolder.make()
      let path = folder.file("image.db")
      try SQLiteFile.write(image, to: path)
      return (try SQLiteConnection.open(.file(path: path, mode: .readOnly), library: library), folder)
    }
    let connection = try SQLiteConnection.open(.memory, library: library)
    let database = try connection.openDatabase()
    guard let memory = library.api.pointee.malloc64(UInt64(image.count)) else {
      throw DatabaseError(.outOfMemory, "there isn't enough memory for an image of \(image.count) bytes")
    }
    image.withUnsafeBytes { memory.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(memory), byteCount: $0.count) }
    let size = Int64(image.count)
    let code = deserialize(
      database, "main", memory.assumingMemoryBound(to: UInt8.self), size, size,
      UInt32(SQLITE_DESERIALIZE_FREEONCLOSE))
    guard code == SQLITE_OK else {
      // The function itself says no more than that there was an error; the connection keeps which one.
      let kept = library.api.pointee.extended_errcode(database)
      throw connection.failure(code == SQLITE_ERROR && kept != SQLITE_OK ? kept : code, action: "can't read the image")
    }
    do throws(DatabaseError) {
      _ = try connection.integer(of: "SELECT count(*) FROM sqlite_master")
    } catch {
      var error = error
      error.sql = nil
      error.message = "the image is not that of a database: \(error.message)"
      throw error
    }
    return (connection, nil)
  }
}

extension SQLiteScratchFolder {
  /// Makes a new folder, or throws the reason why there is none.
  static func make() throws(DatabaseError) -> SQLiteScratchFolder {
    do {
      return try SQLiteScratchFolder()
    } catch {
      throw DatabaseError(.inputOutput, "can't make a folder for temporary files", underlying: error)
    }
  }
}
