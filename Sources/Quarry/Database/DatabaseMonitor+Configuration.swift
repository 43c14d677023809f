extension DatabaseMonitor {
  /// What a database's configuration asks for.
  convenience init(_ endpoint: DatabaseEndpoint, _ configuration: DatabaseConfiguration) {
    self.init(
      endpoint, logger: configuration.logger, instruments: configuration.instruments,
      slowThreshold: configuration.slowStatementThreshold, textPolicy: configuration.statementText)
  }
}
