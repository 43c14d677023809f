/// A file that is not in the format of sqllogictest, with the place.
public struct LogicTestSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The place.
  public var location: LogicTestLocation
  /// What is wrong there, and what would be right.
  public var message: String

  /// Creates an error.
  public init(_ location: LogicTestLocation, _ message: String) {
    self.location = location
    self.message = message
  }

  /// The place and the message in one line.
  public var description: String { "\(location): \(message)" }
}
