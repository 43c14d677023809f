/// The consistency of rqlite's reads.
///
/// Source: <https://rqlite.io/docs/api/read-consistency/>.
public enum RqliteReadLevel: String, Sendable, Hashable, CaseIterable {
  /// The copy of the contacted node, of any age.
  case none
  /// The copy of the node that believes it leads. It can be stale for the duration of an election.
  case weak
  /// The leader's copy, after a majority has confirmed the leader. It has every acknowledged write.
  case linearizable
  /// The read goes through the log like a write.
  case strong
  /// `weak` on voting nodes, `none` on others. With the option `redirect`, `none` on all but the leader.
  case auto

  /// Whether a read sees every write that was acknowledged before it began.
  var isCurrent: Bool { self == .linearizable || self == .strong }
}
