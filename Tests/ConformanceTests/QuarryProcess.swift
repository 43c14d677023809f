#if Command
import QuarryConformance
import Testing

/// The built `quarry`, as a newcomer runs it.
struct QuarryProcess {
  var status: Int32
  var lines: [String]

  /// Runs `quarry` with arguments. The environment holds a key in `QUARRY_TEST_KEY`.
  init(_ arguments: String...) async throws { try await self.init(arguments) }

  init(_ arguments: [String]) async throws {
    let child = try Self.start(arguments)
    var lines: [String] = []
    for await line in child.lines { lines.append(line) }
    self.lines = lines
    switch await child.waitUntilEnd() {
    case .exit(let code): status = code
    case .signal(let number): status = 128 + number
    }
  }

  /// Starts `quarry` with arguments, for as long as the child is kept.
  static func start(_ arguments: [String]) throws -> ChildProcess {
    let child = try ChildProcess(
      try #require(ProcessLauncher(product: "quarry")?.executable, "the quarry product lies beside the tests"),
      arguments,
      environment: ["QUARRY_TEST_KEY": String(repeating: "0f", count: 32), "SWIFT_BACKTRACE": "enable=no"])
    child.closeInput()
    return child
  }

  /// Everything on standard output.
  var output: String { lines.joined(separator: "\n") }

  static let sqlcipher = "sqlcipher:?key-env=QUARRY_TEST_KEY&key-format=raw"
}
#endif
