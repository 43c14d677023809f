extension DriverCapabilities {
  /// Whether the engine itself throws an error beyond a limit, with its own code and message.
  ///
  /// - Parameter limit: The limit, such as `\.parameters`.
  public func engineReports(_ limit: KeyPath<EngineLimits, Int>) -> Bool {
    engineLimits.map { $0[keyPath: limit] <= limits[keyPath: limit] } ?? false
  }

  /// Whether the engine checks every limit of a single statement.
  @inlinable var hasOnlyEngineLimits: Bool {
    guard let engineLimits else { return false }
    return engineLimits.parameters <= limits.parameters && engineLimits.sqlBytes <= limits.sqlBytes
      && engineLimits.valueBytes <= limits.valueBytes && engineLimits.columns <= limits.columns
      && engineLimits.resultHeaderBytes <= limits.resultHeaderBytes
  }

  /// Throws for a statement beyond a limit, before it is prepared.
  ///
  /// - Throws: ``DatabaseError`` with code `.tooManyParameters` or `.tooBig`, before anything is sent.
  func requireWithinLimits(_ values: [SQLValue], sql: String) throws(DatabaseError) {
    try requireParameters(values.count, sql: sql)
    if sql.utf8.count > limits.sqlBytes, isBeyond(\.sqlBytes, sql.utf8.count) {
      throw DatabaseError(
        .tooBig, "the statement has \(sql.utf8.count) bytes, and this driver takes at most \(limits.sqlBytes)",
        missing: .longStatements)
    }
    for (index, value) in values.enumerated() {
      let count: Int
      switch value {
      case .text(let text): count = text.utf8.count
      case .blob(let blob): count = blob.count
      case .null, .integer, .real: continue
      }
      guard count > limits.valueBytes, isBeyond(\.valueBytes, count) else { continue }
      throw DatabaseError(
        .tooBig,
        "the value of parameter \(index + 1) has \(count) bytes, and this driver takes at most \(limits.valueBytes)",
        sql: sql, missing: .largeValues)
    }
  }

  /// Throws for a prepared statement beyond a limit, before it starts.
  ///
  /// - Throws: ``DatabaseError`` with code `.tooManyParameters` or `.tooBig`, before anything runs.
  @inlinable func requireWithinLimits(
    parameters: Int, columns: @autoclosure () -> [ColumnDescription], sql: @autoclosure () -> String
  ) throws(DatabaseError) {
    if !hasOnlyEngineLimits { try requireShape(parameters, columns(), sql: sql()) }
  }

  @usableFromInline func requireShape(
    _ parameters: Int, _ columns: [ColumnDescription], sql: String
  ) throws(DatabaseError) {
    try requireParameters(parameters, sql: sql)
    if columns.count > limits.columns, isBeyond(\.columns, columns.count) {
      throw DatabaseError(
        .tooBig, "the result has \(columns.count) columns, and this driver takes at most \(limits.columns)", sql: sql,
        missing: .wideResults)
    }
    let bytes = columns.reduce(0) { $0 + $1.name.utf8.count }
    if bytes > limits.resultHeaderBytes, isBeyond(\.resultHeaderBytes, bytes) {
      throw DatabaseError(
        .tooBig,
        "the names of the result's columns have \(bytes) bytes, and this driver takes at most "
          + "\(limits.resultHeaderBytes)", sql: sql, missing: .wideResults)
    }
  }

  private func requireParameters(_ count: Int, sql: String) throws(DatabaseError) {
    guard count > limits.parameters, isBeyond(\.parameters, count) else { return }
    throw DatabaseError(
      .tooManyParameters,
      "the statement has \(count) parameters, and this driver takes at most \(limits.parameters)", sql: sql,
      missing: .longStatements)
  }

  /// Looks a limit up by its key path, which costs more than a statement may: only for a count that is beyond it.
  private func isBeyond(_ limit: KeyPath<EngineLimits, Int>, _ count: Int) -> Bool {
    count > limits[keyPath: limit] && !engineReports(limit)
  }
}
