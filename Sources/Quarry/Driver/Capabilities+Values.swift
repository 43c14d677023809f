extension Capabilities {
  /// Whether the connection carries every value that SQLite can hold.
  @inlinable public var carriesEveryValue: Bool { blobs && exactIntegers && infinities }

  /// Refuses what cannot be handed to the driver as it is: values that it would change on the way, more parameters than
  /// it takes, a text that is too long. The core asks before every statement, so that a driver never sees such a thing.
  ///
  /// Connections that carry every value have engines behind them that know their own limits; for them this is one
  /// comparison.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature`, `.tooManyParameters` or `.tooBig`; nothing was sent.
  @inlinable func requireCarriable(_ values: [SQLValue], sql: String) throws(DatabaseError) {
    if !carriesEveryValue { try requireEachCarriable(values, sql: sql) }
  }

  @usableFromInline func requireEachCarriable(_ values: [SQLValue], sql: String) throws(DatabaseError) {
    if let (missing, what) = values.lazy.compactMap(refusal).first {
      throw DatabaseError(.unsupportedFeature, "this driver \(what)", sql: sql, missing: missing)
    }
    guard values.count <= limits.parameters else {
      throw DatabaseError(
        .tooManyParameters,
        "the statement has \(values.count) parameters, and this driver takes at most \(limits.parameters)", sql: sql,
        missing: .longStatements)
    }
    guard sql.utf8.count <= limits.sqlBytes else {
      throw DatabaseError(
        .tooBig, "the statement has \(sql.utf8.count) bytes, and this driver takes at most \(limits.sqlBytes)",
        missing: .longStatements)
    }
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
    case .real(let real) where !infinities && real.isInfinite: (.infinities, "carries no infinities")
    default: nil
    }
  }
}
