/// Starts second processes of the host, for cases about processes that die or that share a database.
///
/// If your tests run in a test runner, pass the path of a small program, which plays the scenarios of the suite with
/// the same driver:
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
  /// Its arguments. Other users of the machine can see them: don't pass keys or tokens.
  public var arguments: [String]

  /// Creates a launcher.
  public init(_ executable: String, _ arguments: [String] = []) {
    self.executable = executable
    self.arguments = arguments
  }
}
