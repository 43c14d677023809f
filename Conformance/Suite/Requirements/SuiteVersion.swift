/// A version of the suite.
public struct SuiteVersion: Sendable, Hashable, CustomStringConvertible {
  /// The version as text, such as `1.0`.
  public let description: String

  private init(_ description: String) { self.description = description }

  /// The first version.
  public static let first = SuiteVersion("1.0")
  /// The version of this package. Its new cases are provisional if an earlier version was released.
  public static let current = SuiteVersion.first
}
