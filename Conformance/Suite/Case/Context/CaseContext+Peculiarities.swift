extension CaseContext {
  /// Whether a part of the case runs that relies on the usual behavior of servers.
  ///
  /// - Parameters:
  ///   - title: The subject of the part, in a few words.
  ///   - peculiarity: The behavior that the server must not have.
  public func section(_ title: String, unless peculiarity: ServerPeculiarity) -> Bool {
    section(
      title,
      requires: .other(
        "a server as others are: this one \(peculiarity.rawValue)",
        isMet: !driver.peculiarities.contains(peculiarity)))
  }
}
