/// How the suite starts a second process of its host, for cases about processes that die or that share a database.
///
/// A driver author whose tests run in a test runner gives the path of a small program of two lines, which plays the
/// scenarios of the suite with the same driver:
///
/// ```swift
/// // The program:
/// exit(await Conformance.playScenario(MyDriverUnderTest()))
/// // In the driver under test:
/// var processLauncher: ProcessLauncher? { ProcessLauncher("/path/of/the/program") }
/// ```
public struct ProcessLauncher: Sendable, Hashable {
  /// The path of the program.
  public var executable: String
  /// Its arguments. They can be seen by other users of the machine: no keys, no tokens.
  public var arguments: [String]

  /// Creates a launcher.
  public init(_ executable: String, _ arguments: [String] = []) {
    self.executable = executable
    self.arguments = arguments
  }
}
