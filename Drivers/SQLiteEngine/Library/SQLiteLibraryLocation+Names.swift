/// What the libraries are called on each platform.
extension SQLiteLibrary.Location {
  /// The names of one product.
  struct Names {
    let linux: [String]
    let darwin: [String]
    let windows: [String]
  }

  /// The names for the platform this was built for.
  static func names(_ product: Names) -> [String] {
    #if os(Windows)
    product.windows
    #elseif canImport(Darwin)
    product.darwin
    #else
    product.linux
    #endif
  }

  static let sqlite = Names(
    linux: ["libsqlite3.so.0", "libsqlite3.so"],
    darwin: ["/usr/lib/libsqlite3.dylib", "libsqlite3.dylib"],
    windows: ["sqlite3.dll", "winsqlite3.dll"])

  static let sqlCipher = Names(
    linux: ["libsqlcipher.so.0", "libsqlcipher.so.1", "libsqlcipher.so"],
    darwin: [
      "libsqlcipher.dylib", "libsqlcipher.0.dylib",
      "/opt/homebrew/lib/libsqlcipher.dylib", "/usr/local/lib/libsqlcipher.dylib",
    ],
    windows: ["sqlcipher.dll"])
}
