/// How current a read is, as declared by the driver.
public enum ClusterReadLevel: String, Sendable, Hashable, CaseIterable {
  /// A read sees every write that was answered before it began, on any node.
  case strong
  /// A read sees some earlier state of the database, and eventually later ones.
  case eventual
}

/// A route to a cluster. `nil` leaves the driver's own setting.
public struct ClusterRoute: Sendable, Hashable {
  /// The only node to ask.
  public var node: String?
  /// How current reads are.
  public var level: ClusterReadLevel?
  /// The longest time for all attempts of a call.
  public var deadline: Duration?

  /// Creates a route.
  public init(node: String? = nil, level: ClusterReadLevel? = nil, deadline: Duration? = nil) {
    self.node = node
    self.level = level
    self.deadline = deadline
  }
}
