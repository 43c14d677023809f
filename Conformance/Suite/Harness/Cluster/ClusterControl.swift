/// What a harness can do to the nodes of a cluster.
public enum ClusterControl: String, Sendable, Hashable, CaseIterable {
  /// Make the leader hand over to another node.
  case stepDown
  /// End single nodes and start them again.
  case stopNodes
  /// Leave so few nodes that no write can be taken.
  case cutQuorum
  /// Keep writes from a node that answers.
  case holdReplication

  /// What it is for, in the words of a report.
  var purpose: String {
    switch self {
    case .stepDown: "make the leader hand over to another node"
    case .stopNodes: "stop a node and start it again"
    case .cutQuorum: "leave too few nodes for a write"
    case .holdReplication: "keep writes from a node that answers"
    }
  }
}
