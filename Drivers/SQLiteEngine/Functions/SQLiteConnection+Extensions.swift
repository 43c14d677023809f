internal import CQuarrySQLite
public import Quarry

extension SQLiteConnection {
  /// Loads an extension of the engine, which adds functions, collations or virtual tables to this connection.
  ///
  /// An extension is native code that runs in this process: load nothing that others could have put there. Source:
  /// <https://sqlite.org/loadext.html>.
  ///
  /// - Parameters:
  ///   - path: The file; the engine adds the platform's suffix when it is missing.
  ///   - entryPoint: The function that sets the extension up; `nil` lets the engine derive it from the name.
  /// - Throws: `.authorization` when the settings do not allow extensions, `.unsupportedFeature` when the library was built
  ///   without, `.statementFailed` when the extension cannot be loaded.
  public func loadExtension(_ path: String, entryPoint: String? = nil) throws(DatabaseError) {
    let database = try openDatabase()
    guard let load = api.pointee.load_extension else {
      throw DatabaseError(.unsupportedFeature, "\(capabilities.engine) was built without extensions")
    }
    try SQLiteFile.checkPath(path)
    var text: UnsafeMutablePointer<CChar>?
    let code = load(database, path, entryPoint, &text)
    defer { api.pointee.free(text) }
    guard code != SQLITE_OK else { return }
    let message = text.map { String(cString: $0) } ?? "unknown reason"
    let isDenied = message.contains("not authorized")
    throw DatabaseError(
      isDenied ? .authorization : .statementFailed,
      "cannot load the extension \(path): \(message)" + (isDenied ? "; allow extensions in the settings" : ""),
      engineCode: DatabaseError.EngineCode(rawValue: code))
  }
}
