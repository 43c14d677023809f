internal import CQuarrySQLite
internal import Quarry

/// The key of an encrypted database and the settings of its file format.
///
/// The settings are part of the file. They must be the same at every opening; a file with other settings looks like a
/// file with another key. If the version of SQLCipher doesn't know a setting, opening throws and names it.
///
/// Source: <https://www.zetetic.net/sqlcipher/sqlcipher-api/>.
public struct SQLCipherEncryption: Sendable, Hashable {
  /// The key.
  public var key: SQLCipherKey

  /// The size of a page in bytes. If `nil`, 1,024 in format 3 and 4,096 in format 4.
  public var pageSize: Int?

  /// The number of rounds that derive the key from a passphrase. If `nil`, 64,000 in format 3 and 256,000 in format
  /// 4.
  public var keyDerivationIterations: Int?

  /// The major version (1 to 4) of the file's format, for a file of an older SQLCipher. Needs SQLCipher 4.0.1.
  public var compatibility: Int?

  /// The number of unencrypted bytes at the beginning of the file, as iOS needs for a file in a shared container.
  /// Needs SQLCipher 4.0, and ``salt`` at every opening of the file.
  public var plaintextHeaderSize: Int?

  /// The 16 bytes of salt for a file with a ``plaintextHeaderSize``, which can't contain them. Needs SQLCipher 4.0.
  public var salt: [UInt8]?

  /// Creates the encryption with a key and the engine's default settings.
  public init(key: SQLCipherKey) { self.key = key }
}

extension SQLCipherEncryption {
  /// Makes sure that the engine can encrypt, and knows each setting.
  ///
  /// - Throws: `.unsupportedFeature` or `.invalidConfiguration`, before any file is touched.
  func check(against engine: DatabaseEngine, library: SQLiteLibrary) throws(DatabaseError) {
    guard let version = engine.cipherVersion, library.api.pointee.key_v2 != nil else {
      throw DatabaseError(
        .unsupportedFeature,
        """
        a key was given, and \(engine) (\(library.path)) cannot encrypt: the database would be written in the clear; \
        use a library of SQLCipher
        """)
    }
    if let defect = key.defect { throw DatabaseError(.invalidConfiguration, "the key cannot be used: \(defect)") }
    for setting in settings {
      if version < setting.since {
        throw DatabaseError(
          .unsupportedFeature,
          "\(setting.name) needs SQLCipher \(setting.since) and this is \(version), which would ignore it")
      }
      if let defect = setting.defect {
        throw DatabaseError(.invalidConfiguration, "\(setting.name) is out of its range: \(defect)")
      }
    }
    if plaintextHeaderSize ?? 0 > 0, salt == nil, !key.isRaw {
      throw DatabaseError(
        .invalidConfiguration,
        "cipher_plaintext_header_size leaves no place for the salt in the file: give the salt, which is kept with the key"
      )
    }
  }

  /// A setting as the engine takes it.
  struct Setting {
    var name: String
    var value: String
    var since: EngineVersion
    var defect: String? = nil
  }

  /// Everything that the format of a file consists of: the settings that are given, and before them what the engine was
  /// built with for the others.
  func allSettings(for version: EngineVersion?) -> [Setting] {
    guard let version else { return [] }
    func own(_ name: String, _ value: String) -> Setting { Setting(name: name, value: value, since: version) }
    var list: [Setting] = []
    if version >= EngineVersion(4, 0, 1) {
      if compatibility == nil { list.append(own("cipher_compatibility", "\(version.major)")) }
      list += settings.prefix { $0.name == "cipher_compatibility" }
      if plaintextHeaderSize == nil { list.append(own("cipher_plaintext_header_size", "0")) }
    } else if version.major == 3 {
      list = [own("cipher_use_hmac", "ON"), own("cipher_page_size", "1024"), own("kdf_iter", "64000")]
    }
    return list + settings.filter { $0.name != "cipher_compatibility" || version < EngineVersion(4, 0, 1) }
  }

  /// The settings that are given, in the order in which the engine needs them.
  var settings: [Setting] {
    var list: [Setting] = []
    if let compatibility {
      list.append(
        Setting(
          name: "cipher_compatibility", value: "\(compatibility)", since: EngineVersion(4, 0, 1),
          defect: (1...4).contains(compatibility) ? nil : "it is 1, 2, 3 or 4"))
    }
    if let pageSize {
      let isPower = pageSize > 0 && pageSize & (pageSize - 1) == 0
      // A page needs 480 bytes beside what the encryption keeps in it, or nobody can read the file again.
      list.append(
        Setting(
          name: "cipher_page_size", value: "\(pageSize)", since: EngineVersion(2, 0, 0),
          defect: isPower && (1024...65536).contains(pageSize) ? nil : "it is a power of 2 from 1024 to 65536"))
    }
    if let keyDerivationIterations {
      list.append(
        Setting(
          name: "kdf_iter", value: "\(keyDerivationIterations)", since: EngineVersion(1, 1, 0),
          defect: (1...Int(Int32.max)).contains(keyDerivationIterations) ? nil : "it is at least 1"))
    }
    if let plaintextHeaderSize {
      list.append(
        Setting(
          name: "cipher_plaintext_header_size", value: "\(plaintextHeaderSize)", since: EngineVersion(4, 0, 0),
          defect: plaintextHeaderSize >= 0 && plaintextHeaderSize % 16 == 0 && plaintextHeaderSize <= 512
            ? nil : "it is a multiple of 16, up to 512"))
    }
    if let salt {
      let text = String(decoding: SQLCipherKey.notation(salt), as: UTF8.self)
      list.append(
        Setting(
          name: "cipher_salt", value: "\"\(text)\"", since: EngineVersion(4, 0, 0),
          defect: salt.count == 16 ? nil : "it has 16 bytes"))
    }
    return list
  }

  /// Whether a failure of the first read means that the key doesn't fit. Without its salt, a file with a plaintext
  /// header gives 1, 7 or 11 instead of 26, depending on the bytes that are read as the page's.
  func mayFailOtherwise(_ error: DatabaseError) -> Bool {
    guard plaintextHeaderSize ?? 0 > 0, let code = error.engineCode?.primary else { return false }
    return code == .error || code == .corrupt || code.rawValue == SQLITE_NOMEM
  }
}
