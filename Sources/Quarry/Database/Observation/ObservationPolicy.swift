/// How an observation learns of changes that others make: other processes, other clients of a server.
///
/// Changes that the same ``Database`` makes are always seen, as soon as they are committed.
public enum ObservationPolicy: Sendable, Hashable {
  /// What the driver does best, by ``DriverCapabilities/changeDetection``:
  ///
  /// - `.events`, as files have it: others' commits are seen within milliseconds, where the platform tells of changed files,
  ///   and within a second elsewhere.
  /// - `.position`: the server is asked with one small request 2 seconds after a change, and then, while nothing changes,
  ///   after 10, 20, 40, 60, 60 … seconds: at most 30 requests a minute, whatever the number of observations.
  /// - `.none`: others' changes are not seen, and nothing is asked.
  case automatic
  /// Others' changes are not seen, and nothing is asked.
  case ownWrites
  /// The database is asked again and again while somebody waits for a change: with one small request where the driver has a
  /// position to ask for, elsewhere by fetching anew and comparing.
  ///
  /// - Parameter every: The time between two questions; less than 10 milliseconds count as 10 milliseconds. Where several
  ///   observations ask for a position, the shortest of their times is that of all.
  case polling(every: Duration)
}
