internal import CQuarrySQLite
public import Quarry

extension SQLiteConnection {
  /// Loads an extension of the engine, which adds functions, collations or virtual tables to this connection.
  ///
  /// > Important: An extension is native code that runs in this process. Load only files that nobody else can
  /// > replace.
  ///
  /// Source: <https://sqlite.org/loadext.html>.
  ///
  /// - Parameters:
  ///   - path: The file. The engine adds the platform's suffix if it's missing.
  ///   - entryPoint: The function that sets up the extension. If `nil`, the engine derives it from the name.
  /// - Throws: ``DatabaseError`` with code `.authorization` if the settings don't allow extensions,
  ///   `.unsupportedFeature` if the library was built without extensions, or `.statementFailed` if the extension
  ///   can't be loaded.
  public func loadExtension(_ path: String, entryPoint: String? = nil) throws(DatabaseError) {
    try inOneCall { database throws(DatabaseError) in try loadNow(path, entryPoint, database) }
  }

  private func loadNow(_ path: String, _ entryPoint: String?, _ database: OpaquePointer) throws(DatabaseError) {
    guard let load = api.pointee.load_extension else {
      throw DatabaseError(.unsupportedFeature, "\(capabilities.engine) was built without extensions")
    }
    try SQLiteFile.checkPath(path)
    nonblocking.runsForeignCode = true
    if let entryPoint { try Self.checkName(entryPoint, "entry point") }
    var allowed: Int32 = -1
    let known = quarry_db_config_flag(api, database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, -1, &allowed)
    var text: UnsafeMutablePointer<CChar>?
    let code = load(database, path, entryPoint, &text)
    defer { api.pointee.free(text) }
    guard code != SQLITE_OK else { return }
    let message = text.map { String(cString: $0) } ?? "unknown reason"
    let isDenied = known == SQLITE_OK && allowed == 0
    throw DatabaseError(
      isDenied ? .authorization : .statementFailed,
      "can't load the extension \(path): \(message)" + (isDenied ? "; allow extensions in the settings" : ""),
      engineCode: DatabaseError.EngineCode(rawValue: code))
  }
}
