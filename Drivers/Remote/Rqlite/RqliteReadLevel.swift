/// How current what a read of rqlite sees is.
///
/// Source: <https://rqlite.io/docs/api/read-consistency/>.
public enum RqliteReadLevel: String, Sendable, Hashable, CaseIterable {
  /// The contacted node's own copy, however old.
  case none
  /// The copy of the node that believes that it leads; may be old for as long as an election takes.
  case weak
  /// The leader's copy, after a majority has confirmed that it leads: sees every write that was answered before.
  case linearizable
  /// The read goes through the log as a write does.
  case strong
  /// `weak` on nodes that vote, `none` on the others; with the option `redirect`, `none` on all but the leader.
  case auto

  /// Whether a read sees every write that was answered before it began.
  var isCurrent: Bool { self == .linearizable || self == .strong }
}
