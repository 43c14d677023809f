extension DatabaseMonitor {
  /// Creates the monitor of a database from its configuration.
  convenience init(_ endpoint: DatabaseEndpoint, _ configuration: DatabaseConfiguration) {
    self.init(
      endpoint, logger: configuration.logger, instruments: configuration.instruments,
      slowThreshold: configuration.slowStatementThreshold, textPolicy: configuration.statementText)
  }
}
