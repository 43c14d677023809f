extension DriverCapabilities {
  /// Whether the connection can transfer every value that SQLite can store.
  @inlinable public var carriesEveryValue: Bool { blobs && exactIntegers && infinities && zeroBytes }

  /// Whether a value can be one that the driver can't transfer.
  @inlinable var checksValues: Bool { !carriesEveryValue || !hasOnlyEngineLimits }

  /// Throws for values that the driver would change, and for statements beyond its limits. Quarry calls it before every
  /// statement.
  ///
  /// For a driver that transfers every value and has the engine's own limits, this is a few comparisons.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature`, `.tooManyParameters` or `.tooBig`, before anything is
  ///   sent.
  @inlinable func requireCarriable(_ values: [SQLValue], sql: String) throws(DatabaseError) {
    if checksValues { try requireEachCarriable(values, sql: sql) }
  }

  @usableFromInline func requireEachCarriable(_ values: [SQLValue], sql: String) throws(DatabaseError) {
    if !carriesEveryValue {
      for value in values {
        guard let (missing, what) = refusal(of: value) else { continue }
        throw DatabaseError(.unsupportedFeature, "this driver \(what)", sql: sql, missing: missing)
      }
    }
    if !hasOnlyEngineLimits { try requireWithinLimits(values, sql: sql) }
  }

  /// The reason why the driver can't transfer a value. It mentions only the value's kind.
  private func refusal(of value: SQLValue) -> (MissingCapability, String)? {
    switch value {
    case .blob where !blobs: (.blobs, "carries no blobs; store a text such as hex or base64 instead")
    case .integer(let integer) where !exactIntegers && integer.magnitude > 1 << 53 - 1:
      (
        .exactIntegers,
        "carries integers exactly only up to 2^53 - 1; bind a larger one as text and CAST it in the statement"
      )
    case .text(let text) where !zeroBytes && text.utf8.contains(0):
      (.zeroBytes, "carries no text with zero bytes; store a blob instead")
    case .real(let real) where !infinities && real.isInfinite: (.infinities, "carries no infinities")
    default: nil
    }
  }
}
