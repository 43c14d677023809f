public import Quarry
internal import QuarrySQLiteEngine

extension DriverRegistration {
  /// Encrypted database files: `sqlcipher:notes.db?key-env=NOTES_KEY`, `sqlcipher:notes.db?key-file=notes.key`.
  public static var sqlcipher: DriverRegistration {
    DriverRegistration(
      scheme: "sqlcipher",
      options: [.sqliteMode, .sqliteLibrary] + cipherOptions + DriverOption.sqliteSettings + DriverOption.sqliteFile,
      place: .file
    ) { parameters throws(DatabaseError) in
      SQLCipherDriver(
        path: try parameters.sqlitePath(), encryption: try parameters.encryption(), mode: try parameters.sqliteMode(),
        library: try parameters.sqliteLibrary(default: .systemSQLCipher), settings: try parameters.sqliteSettings(),
        maximumReaders: try parameters.sqliteReaders())
    }
  }

  private static var cipherOptions: [DriverOption] {
    [
      DriverOption("key-env", "the environment variable that holds the key"),
      DriverOption("key-file", "the file that holds the key"),
      DriverOption("key-format", "passphrase, or raw for 64 or 96 hexadecimal digits"),
      DriverOption("page-size", "the size of a page, a power of 2 from 1024 to 65536"),
      DriverOption("kdf-iter", "the rounds that derive the key from a passphrase"),
      DriverOption("compatibility", "the major version whose file format to use, 1 to 4"),
      DriverOption("plaintext-header-size", "the number of unencrypted bytes at the beginning of the file"),
      DriverOption("salt", "the salt of a file with a plaintext header, 32 hexadecimal digits"),
    ]
  }
}

extension SQLCipherDriver {
  /// The registration of this driver for a ``DriverRegistry``.
  public static var registration: DriverRegistration { .sqlcipher }
}

/// The formats of a key in a variable or file.
private enum KeyFormat: String, CaseIterable {
  case passphrase, raw
}

extension DriverParameters {
  fileprivate func encryption() throws(DatabaseError) -> SQLCipherEncryption {
    guard let secret = try secret("key") else {
      throw failure("the key is missing: name its environment variable with key-env or its file with key-file")
    }
    let key: SQLCipherKey
    switch try choice("key-format") ?? KeyFormat.passphrase {
    case .passphrase: key = .passphrase(bytes: secret.bytes)
    case .raw:
      var digits = String(decoding: secret.bytes, as: UTF8.self)
      if digits.lowercased().hasPrefix("x'"), digits.hasSuffix("'") { digits = String(digits.dropFirst(2).dropLast()) }
      key = .raw(hexadecimal: digits)
    }
    if let defect = key.defect { throw failure("the key cannot be used: \(defect)") }
    var encryption = SQLCipherEncryption(key: key)
    encryption.pageSize = try integer("page-size", in: 1024...65536)
    encryption.keyDerivationIterations = try integer("kdf-iter", in: 1...Int(Int32.max))
    encryption.compatibility = try integer("compatibility", in: 1...4)
    encryption.plaintextHeaderSize = try integer("plaintext-header-size", in: 0...512)
    if let salt = try text("salt") {
      guard salt.utf8.count == 32, let bytes = SQLCipherKey.bytes(hexadecimal: salt) else {
        throw failure("the option salt has 32 hexadecimal digits")
      }
      encryption.salt = bytes
    }
    return encryption
  }
}
