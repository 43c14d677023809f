extension Feature {
  /// PRAGMA cipher_version answers a row; since SQLCipher 2.0.5 (HAS_CODEC).
  ///
  /// No row on a plain SQLite: the test for "this is SQLCipher".
  public static var cipherVersion: Feature { Feature(.cipherVersion) }

  /// sqlite3_key_v2(), sqlite3_rekey_v2(); since SQLCipher 3.0.0 (HAS_CODEC).
  public static var cipherKeyV2: Feature { Feature(.cipherKeyV2) }

  /// sqlcipher_export(); since SQLCipher 2.0.0 (HAS_CODEC).
  public static var cipherExport: Feature { Feature(.cipherExport) }

  /// sqlcipher_export(target, source); since SQLCipher 4.0.0 (HAS_CODEC).
  public static var cipherExportFrom: Feature { Feature(.cipherExportFrom) }

  /// PRAGMA kdf_iter; since SQLCipher 1.1.0 (HAS_CODEC).
  public static var cipherKeyDerivationIterations: Feature { Feature(.cipherKeyDerivationIterations) }

  /// PRAGMA cipher_page_size; since SQLCipher 2.0.0 (HAS_CODEC).
  public static var cipherPageSize: Feature { Feature(.cipherPageSize) }

  /// PRAGMA cipher_provider; since SQLCipher 2.2.0 (HAS_CODEC).
  ///
  /// Answers only on a keyed connection.
  public static var cipherProvider: Feature { Feature(.cipherProvider) }

  /// PRAGMA cipher_provider_version; since SQLCipher 3.4.0 (HAS_CODEC).
  ///
  /// Answers only on a keyed connection.
  public static var cipherProviderVersion: Feature { Feature(.cipherProviderVersion) }

  /// PRAGMA cipher_hmac_algorithm, cipher_kdf_algorithm; since SQLCipher 4.0.0 (HAS_CODEC).
  public static var cipherHMACAlgorithm: Feature { Feature(.cipherHMACAlgorithm) }

  /// PRAGMA cipher_plaintext_header_size, cipher_salt; since SQLCipher 4.0.0 (HAS_CODEC).
  public static var cipherPlaintextHeaderSize: Feature { Feature(.cipherPlaintextHeaderSize) }

  /// PRAGMA cipher_memory_security; since SQLCipher 4.0.0 (HAS_CODEC).
  public static var cipherMemorySecurity: Feature { Feature(.cipherMemorySecurity) }

  /// PRAGMA cipher_compatibility, cipher_default_compatibility; since SQLCipher 4.0.1 (HAS_CODEC).
  public static var cipherCompatibility: Feature { Feature(.cipherCompatibility) }

  /// PRAGMA cipher_settings, cipher_default_settings; since SQLCipher 4.1.0 (HAS_CODEC).
  public static var cipherSettings: Feature { Feature(.cipherSettings) }

  /// PRAGMA cipher_integrity_check; since SQLCipher 4.2.0 (HAS_CODEC).
  ///
  /// A sound file answers no row, and so does an engine that does not know the PRAGMA: gate by version.
  public static var cipherIntegrityCheck: Feature { Feature(.cipherIntegrityCheck) }

  /// PRAGMA key answers the row ok (whatever the key); since SQLCipher 4.3.0 (HAS_CODEC).
  public static var cipherKeyReturnsOK: Feature { Feature(.cipherKeyReturnsOK) }

  /// PRAGMA rekey on an unencrypted database is an error; since SQLCipher 4.5.5 (HAS_CODEC).
  ///
  /// Silently does nothing before.
  public static var cipherRekeyPlainRefused: Feature { Feature(.cipherRekeyPlainRefused) }

  /// PRAGMA cipher_log, cipher_log_level; since SQLCipher 4.5.1 (HAS_CODEC).
  public static var cipherLogLevel: Feature { Feature(.cipherLogLevel) }

  /// PRAGMA cipher_status (1 = this handle is encrypted); since SQLCipher 4.12.0 (HAS_CODEC).
  public static var cipherStatus: Feature { Feature(.cipherStatus) }
}
