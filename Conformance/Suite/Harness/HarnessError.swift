/// An error in the setup of the suite, rather than in the driver under test.
public struct HarnessError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, and what to do.
  public let description: String

  /// Creates an error.
  public init(_ description: String) { self.description = description }
}
