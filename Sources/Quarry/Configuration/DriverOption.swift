/// An option that the URLs of a driver may have.
public struct DriverOption: Sendable, Hashable {
  /// The name in the URL, in lower case.
  public let name: String

  /// What the option does, in a few words.
  public let summary: String

  /// Describes an option.
  public init(_ name: String, _ summary: String) {
    self.name = name.lowercased()
    self.summary = summary
  }
}
