/// What the suite takes for granted of a server, and some servers do otherwise.
///
/// A driver that names one has the parts of cases that rest on it left out, and every report says so.
public enum ServerPeculiarity: String, Sendable, Hashable, CaseIterable, Codable {
  /// The server never ends a transaction of its own accord, however long somebody else waits for it.
  case keepsTransactions
  /// The server carries out `VACUUM` wherever the database is, or ignores it: there is nothing to refuse.
  case vacuumsEverywhere
}

extension CaseContext {
  /// Whether a part of the case runs that rests on what a server of the kind does not do.
  ///
  /// - Parameters:
  ///   - title: What the part is about, in a few words.
  ///   - peculiarity: What the server must not do for the part to run.
  public func section(_ title: String, unless peculiarity: ServerPeculiarity) -> Bool {
    section(
      title,
      requires: .other(
        "a server as others are: this one \(peculiarity.rawValue)",
        isMet: !driver.peculiarities.contains(peculiarity)))
  }
}
