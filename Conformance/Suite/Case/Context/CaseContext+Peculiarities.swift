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
