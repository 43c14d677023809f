import Quarry
import QuarryConformance
import QuarrySQLiteEngine

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension EncryptionCases {
  static let engineScenarios = [
    ProcessScenario("encryption.rekey") { context in
      guard let driver = try await context.driver.driver(for: context.request) as? any LocalEngineDriver else {
        throw DatabaseError(.unsupportedFeature, "the driver has no local engine")
      }
      let session = try SQLContext(driver)
      context.say("ready")
      _ = context.hear()
      try session.engineConnection.rekey(.raw(context.number("key") == 1 ? rawKey : otherKey))
      session.close()
      context.say("changed")
      _ = context.hear()
    }
  ]

  /// Opens a file with the engine's own library, without the driver.
  static func session(
    _ path: String, like session: SQLContext, _ encryption: SQLCipherEncryption?
  ) throws -> SQLContext {
    try SQLContext(path: path, library: .file(session.engineConnection.library.path), encryption: encryption)
  }

  /// Decodes base64.
  static func base64(_ text: String) -> [UInt8]? {
    Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { Array($0) }
  }
}
