import Quarry
import QuarrySQLiteEngine

extension ProcessScenario {
  static let encryption = [
    ProcessScenario("encryption.rekey") { context in
      guard let driver = try await context.driver.driver(for: context.request) as? any LocalEngineDriver else {
        throw DatabaseError(.unsupportedFeature, "the driver does not lead to a local engine")
      }
      let session = try SQLContext(driver)
      context.say("ready")
      _ = context.hear()
      let key = context.number("key") == 1 ? EncryptionCases.rawKey : EncryptionCases.otherKey
      try session.engineConnection.rekey(.raw(key))
      session.close()
      context.say("changed")
      _ = context.hear()
    },
    ProcessScenario("encryption.wrongKey") { context in
      do {
        await (try await context.database()).close()
        context.say("opened")
      } catch let error as DatabaseError {
        context.say("\(error.code) \(error.engineCode?.rawValue ?? 0)")
      }
      context.say(CommandLine.arguments.joined(separator: " "))
    },
  ]
}
