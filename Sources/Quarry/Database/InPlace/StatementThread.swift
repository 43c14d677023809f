/// The thread on which a ``Database`` of a local driver runs single statements.
///
/// See <doc:WhereStatementsRun>.
public enum StatementThread: Sendable, Hashable {
  /// A short statement runs on the thread of its caller, without a change of threads, if a connection is idle. Every
  /// other statement runs on its connection's own thread.
  case automatic
  /// Every statement runs on its connection's own thread.
  case connection
}
