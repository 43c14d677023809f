extension DriverCapabilities {
  /// Whether the connection carries every value that SQLite can hold.
  @inlinable public var carriesEveryValue: Bool { blobs && exactIntegers && infinities && zeroBytes }

  /// Refuses what must not reach the driver: values that it would change on the way, and statements beyond its limits. The
  /// core asks before every statement.
  ///
  /// For a driver that carries every value, and whose limits are the engine's own, this is a few comparisons.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature`, `.tooManyParameters` or `.tooBig`; nothing was sent.
  @inlinable func requireCarriable(_ values: [SQLValue], sql: String) throws(DatabaseError) {
    if !carriesEveryValue || !hasOnlyEngineLimits { try requireEachCarriable(values, sql: sql) }
  }

  @usableFromInline func requireEachCarriable(_ values: [SQLValue], sql: String) throws(DatabaseError) {
    if !carriesEveryValue, let (missing, what) = values.lazy.compactMap(refusal).first {
      throw DatabaseError(.unsupportedFeature, "this driver \(what)", sql: sql, missing: missing)
    }
    if !hasOnlyEngineLimits { try requireWithinLimits(values, sql: sql) }
  }

  /// What the driver cannot do with a value; it says nothing of the value but its kind.
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
