/// A difference of a server from the suite's assumptions.
///
/// The parts of cases that rely on the assumption don't run, and every report says so.
public enum ServerPeculiarity: String, Sendable, Hashable, CaseIterable, Codable {
  /// The server runs `VACUUM` for every kind of database, or ignores it, so it never throws an error.
  case vacuumsEverywhere
}
