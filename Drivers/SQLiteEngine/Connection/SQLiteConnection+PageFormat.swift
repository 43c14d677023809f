internal import Quarry

extension SQLiteConnection {
  /// The layout of the file's pages. Empty for a plain file.
  var pageFormat: [String] {
    guard isKeyed, let version = capabilities.engine.cipherVersion else { return [] }
    let compatibility = cipherSetting("cipher_compatibility") ?? "\(version.major)"
    return [
      compatibility, cipherSetting("cipher_page_size") ?? Self.usualPageSize(compatibility: Int(compatibility) ?? 4),
    ]
  }

  /// Whether `VACUUM INTO` makes a file that can be opened. The engine gives the file its default format, but pages
  /// of this one.
  var makesReadableCopies: Bool {
    guard isKeyed, let version = capabilities.engine.cipherVersion else { return true }
    return pageFormat == ["\(version.major)", Self.usualPageSize(compatibility: version.major)]
      && cipherSetting("cipher_plaintext_header_size") ?? "0" == "0"
  }

  /// Throws for a statement that would write a copy which nobody can open.
  ///
  /// - Parameter start: The byte of the text at which the statement begins.
  func requireReadableCopy(_ sql: String, from start: Int) throws(DatabaseError) {
    guard isKeyed, !makesReadableCopies, SQLStatementKind(sql, from: start).verb == .vacuum,
      SQLTokens(sql, from: start).prefix(while: { !$0.isSymbol(";") }).contains(where: { $0.isWord("INTO") })
    else { return }
    throw DatabaseError(
      .unsupportedFeature,
      "VACUUM INTO copies into a file of the engine's own format, and this database has another one, so nobody could open the "
        + "copy: use backUp(toFile:) or export")
  }

  private func cipherSetting(_ name: String) -> String? { cipherFormat.last { $0.name == name }?.value }

  private static func usualPageSize(compatibility: Int) -> String { compatibility >= 4 ? "4096" : "1024" }
}
