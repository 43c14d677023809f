/// How current a read is, as a driver declares it.
public enum ClusterReadLevel: String, Sendable, Hashable, CaseIterable {
  /// A read sees every write that was answered before it began, by whatever node.
  case strong
  /// A read sees some earlier state of the database, and a later one sooner or later.
  case eventual
}

/// The way to a cluster. What is `nil` is left as the driver has it.
public struct ClusterRoute: Sendable, Hashable {
  /// The one node that is asked.
  public var node: String?
  /// How current reads are.
  public var level: ClusterReadLevel?
  /// How long all tries of a call may take together.
  public var deadline: Duration?

  /// Creates a way.
  public init(node: String? = nil, level: ClusterReadLevel? = nil, deadline: Duration? = nil) {
    self.node = node
    self.level = level
    self.deadline = deadline
  }
}
