import Quarry

extension ProcessScenario {
  static let encryption = [
    ProcessScenario("encryption.wrongKey") { context in
      do {
        await (try await context.database()).close()
        context.say("opened")
      } catch let error as DatabaseError {
        context.say("\(error.code) \(error.engineCode?.rawValue ?? 0)")
      }
      context.say(CommandLine.arguments.joined(separator: " "))
    }
  ]
}
