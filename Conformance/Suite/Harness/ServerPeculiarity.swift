/// What the suite takes for granted of a server, and some servers do otherwise.
///
/// A driver that names one has the parts of cases that rest on it left out, and every report says so.
public enum ServerPeculiarity: String, Sendable, Hashable, CaseIterable, Codable {
  /// The server carries out `VACUUM` wherever the database is, or ignores it: there is nothing to refuse.
  case vacuumsEverywhere
}
