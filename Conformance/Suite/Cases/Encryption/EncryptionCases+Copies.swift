import Quarry

extension EncryptionCases {
  static let copies: [ConformanceCase] = [
    ConformanceCase(
      "ENC-11", "an export from plain to encrypted and back keeps schema, rows and the numbers in the header",
      .driver(.cipher, .local), "https://www.zetetic.net/sqlcipher/sqlcipher-api/#sqlcipher_export",
      "An export MUST carry everything, also what the engine's own export leaves out.",
      body: ConformanceCase.inEngineLayer),
    ConformanceCase(
      "ENC-12", "attaching an encrypted database with its own key, and a plain one without", .driver(.cipher, .local),
      "https://www.zetetic.net/sqlcipher/sqlcipher-api/#attach",
      "Each attached database MUST have its own key or none, and a wrong key MUST leave nothing attached.",
      timeLimit: .seconds(30),
      body: ConformanceCase.inEngineLayer),
    ConformanceCase(
      "ENC-16", "a backup from encrypted to encrypted works; to plain and from plain it is refused",
      .driver(.cipher, .local), "https://www.zetetic.net/sqlcipher/sqlcipher-api/#sqlcipher_export",
      "A copy page by page MUST keep the rows under the key of the target, and MUST NOT mix encrypted and plain.",
      body: ConformanceCase.inEngineLayer),
  ]
}
