extension CaseContext {
  /// Audits the driver under test in the folder of the case; see ``FeatureAudit``.
  public func featureAudit() async throws -> FeatureAudit { try await featureAudit(of: driver) }

  /// Audits another driver in the folder of the case, such as one that wraps the driver under test.
  public func featureAudit(of driver: any DriverUnderTest) async throws -> FeatureAudit {
    try await FeatureAudit(of: driver, in: folder)
  }
}
