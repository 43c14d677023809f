/// How an observation learns of changes by others: other processes, or other clients of a server.
///
/// Changes by the same ``Database`` are always seen as soon as they are committed.
public enum ObservationPolicy: Sendable, Hashable {
  /// The best way that the driver supports, by ``DriverCapabilities/changeDetection``:
  ///
  /// - `.events`, for files: others' commits are seen within milliseconds if the platform reports changed files, and
  ///   otherwise within a second.
  /// - `.position`: the server is asked with one small request 2 seconds after a change. While nothing changes, the
  ///   time increases to 10, 20, 40 and then 60 seconds. That is at most 30 requests per minute, regardless of the
  ///   number of observations.
  /// - `.none`: others' changes aren't seen, and nothing is asked.
  case automatic
  /// Others' changes aren't seen, and nothing is asked.
  case ownWrites
  /// The database is asked repeatedly while somebody waits for a change. If the driver reports a position, this is one
  /// small request. Otherwise the observation fetches again and compares.
  ///
  /// - Parameter every: The time between two questions, at least 10 milliseconds. Observations that ask for a position
  ///   share the shortest of their times.
  case polling(every: Duration)
}
