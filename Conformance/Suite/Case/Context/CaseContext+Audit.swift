extension CaseContext {
  /// Audits the driver under test in the folder of the case; see ``FeatureAudit``.
  ///
  /// - Throws: The error of the driver if it can't be opened.
  public func featureAudit() async throws -> FeatureAudit { try await featureAudit(of: driver) }

  /// Audits another driver in the folder of the case, such as one that wraps the driver under test.
  ///
  /// - Throws: The error of the driver if it can't be opened.
  public func featureAudit(of driver: any DriverUnderTest) async throws -> FeatureAudit {
    try await FeatureAudit(of: driver, in: folder)
  }
}
