/// A change that a harness can make to the nodes of a cluster.
public enum ClusterControl: String, Sendable, Hashable, CaseIterable {
  /// Make the leader transfer its role to another node.
  case stepDown
  /// Stop single nodes and start them again.
  case stopNodes
  /// Stop so many nodes that the cluster can't accept writes.
  case cutQuorum
  /// Stop replication to a node that still answers.
  case holdReplication

  /// The purpose, for a report.
  var purpose: String {
    switch self {
    case .stepDown: "transfer the leader's role to another node"
    case .stopNodes: "stop a node and start it again"
    case .cutQuorum: "leave too few nodes for a write"
    case .holdReplication: "stop replication to a node that answers"
    }
  }
}
