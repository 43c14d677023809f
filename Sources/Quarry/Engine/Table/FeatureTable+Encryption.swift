extension FeatureTableBuilder {
  /// The rows of the group "Encryption (SQLCipher)".
  mutating func addEncryption() {
    group = .encryption

    row(
      .cipherVersion, "cipher.version", since: "cipher:2.0.5", options: "+HAS_CODEC", .run, absent: .silent,
      "PRAGMA cipher_version answers a row",
      note: #"no row on a plain SQLite: the test for "this is SQLCipher""#,
      probe: "PRAGMA cipher_version",
      expect: .someRow)
    symbol(
      .cipherKeyV2, "cipher.key_v2", since: "cipher:3.0.0", options: "+HAS_CODEC", "sqlite3_key_v2",
      title: "sqlite3_key_v2(), sqlite3_rekey_v2()")
    row(
      .cipherExport, "cipher.export", since: "cipher:2.0.0", options: "+HAS_CODEC",
      .function(name: "sqlcipher_export", argumentCount: 1), absent: .prepareError,
      "sqlcipher_export()",
      setup: "CREATE TABLE t(k)",
      probe: "ATTACH ':memory:' AS x KEY ''; SELECT sqlcipher_export('x')")
    row(
      .cipherExportFrom, "cipher.export_from", since: "cipher:4.0.0", options: "+HAS_CODEC",
      .run, absent: .prepareError,
      "sqlcipher_export(target, source)",
      setup: "CREATE TABLE t(k)",
      probe: "ATTACH ':memory:' AS x KEY ''; SELECT sqlcipher_export('x','main')")
    row(
      .cipherKeyDerivationIterations, "cipher.kdf_iter", since: "cipher:1.1.0", options: "+HAS_CODEC",
      .run, absent: .silent,
      "PRAGMA kdf_iter",
      setup: "PRAGMA key='k'; CREATE TABLE t(k)",
      probe: "PRAGMA kdf_iter",
      expect: .someRow)
    row(
      .cipherPageSize, "cipher.page_size", since: "cipher:2.0.0", options: "+HAS_CODEC", .run, absent: .silent,
      "PRAGMA cipher_page_size",
      setup: "PRAGMA key='k'; CREATE TABLE t(k)",
      probe: "PRAGMA cipher_page_size",
      expect: .someRow)
    row(
      .cipherProvider, "cipher.provider", since: "cipher:2.2.0", options: "+HAS_CODEC", .run, absent: .silent,
      "PRAGMA cipher_provider",
      note: "answers only on a keyed connection",
      setup: "PRAGMA key='k'; CREATE TABLE t(k)",
      probe: "PRAGMA cipher_provider",
      expect: .someRow)
    row(
      .cipherProviderVersion, "cipher.provider_version", since: "cipher:3.4.0", options: "+HAS_CODEC",
      .run, absent: .silent,
      "PRAGMA cipher_provider_version",
      note: "answers only on a keyed connection",
      setup: "PRAGMA key='k'; CREATE TABLE t(k)",
      probe: "PRAGMA cipher_provider_version",
      expect: .someRow)
    row(
      .cipherHMACAlgorithm, "cipher.hmac_algorithm", since: "cipher:4.0.0", options: "+HAS_CODEC",
      .run, absent: .silent,
      "PRAGMA cipher_hmac_algorithm, cipher_kdf_algorithm",
      setup: "PRAGMA key='k'; CREATE TABLE t(k)",
      probe: "PRAGMA cipher_hmac_algorithm",
      expect: .someRow)
    row(
      .cipherPlaintextHeaderSize, "cipher.plaintext_header_size", since: "cipher:4.0.0", options: "+HAS_CODEC",
      .run, absent: .silent,
      "PRAGMA cipher_plaintext_header_size, cipher_salt",
      setup: "PRAGMA key='k'; CREATE TABLE t(k)",
      probe: "PRAGMA cipher_plaintext_header_size",
      expect: .someRow)
    row(
      .cipherMemorySecurity, "cipher.memory_security", since: "cipher:4.0.0", options: "+HAS_CODEC",
      .run, absent: .silent,
      "PRAGMA cipher_memory_security",
      probe: "PRAGMA cipher_memory_security",
      expect: .someRow)
    row(
      .cipherCompatibility, "cipher.compatibility", since: "cipher:4.0.1", options: "+HAS_CODEC",
      .run, absent: .silent,
      "PRAGMA cipher_compatibility, cipher_default_compatibility",
      setup: "PRAGMA key='k'",
      probe: "PRAGMA cipher_compatibility=1; PRAGMA kdf_iter",
      expect: .equals("4000"))
    row(
      .cipherSettings, "cipher.settings", since: "cipher:4.1.0", options: "+HAS_CODEC", .run, absent: .silent,
      "PRAGMA cipher_settings, cipher_default_settings",
      setup: "PRAGMA key='k'; CREATE TABLE t(k)",
      probe: "PRAGMA cipher_settings",
      expect: .someRow)
    row(
      .cipherIntegrityCheck, "cipher.integrity_check", since: "cipher:4.2.0", options: "+HAS_CODEC",
      .run, absent: .silent,
      "PRAGMA cipher_integrity_check",
      note: "a sound file answers no row, and so does an engine that does not know the PRAGMA: gate by version",
      probe: "ATTACH ':memory:' AS m KEY 'k'; PRAGMA m.cipher_integrity_check",
      expect: .equals("database file is undefined"))
    row(
      .cipherKeyReturnsOK, "cipher.key_returns_ok", since: "cipher:4.3.0", options: "+HAS_CODEC",
      .run, absent: .silent,
      "PRAGMA key answers the row ok (whatever the key)",
      probe: "PRAGMA key='k'",
      expect: .equals("ok"))
    row(
      .cipherRekeyPlainRefused, "cipher.rekey_plain_refused", since: "cipher:4.5.5", options: "+HAS_CODEC",
      .run, absent: .silent,
      "PRAGMA rekey on an unencrypted database is an error",
      note: "silently does nothing before",
      setup: "CREATE TABLE t(k)",
      probe: "PRAGMA rekey='k'",
      expect: .error(containing: ""))
    row(
      .cipherLogLevel, "cipher.log_level", since: "cipher:4.5.1", options: "+HAS_CODEC", .run, absent: .silent,
      "PRAGMA cipher_log, cipher_log_level",
      probe: "PRAGMA cipher_log_level=NONE",
      expect: .equals("NONE"))
    row(
      .cipherStatus, "cipher.status", since: "cipher:4.12.0", options: "+HAS_CODEC", .run, absent: .silent,
      "PRAGMA cipher_status (1 = this handle is encrypted)",
      setup: "PRAGMA key='k'; CREATE TABLE t(k)",
      probe: "PRAGMA cipher_status",
      expect: .someRow)
  }
}
