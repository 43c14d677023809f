/// An error about a file that isn't in sqllogictest format, with the location.
public struct LogicTestSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The location.
  public var location: LogicTestLocation
  /// What is wrong, and what would be correct.
  public var message: String

  /// Creates an error.
  public init(_ location: LogicTestLocation, _ message: String) {
    self.location = location
    self.message = message
  }

  /// The location and the message on one line.
  public var description: String { "\(location): \(message)" }
}
