/// Is told how a migration goes, and may stop it before it begins.
///
/// Every requirement has a default that does nothing. Calls come from the task that migrates, one after the other, and for
/// the steps of other programs that migrate at the same time there are none.
public protocol MigrationObserver<Version>: Sendable {
  /// The versions of the schema.
  associatedtype Version: SchemaVersion

  /// Steps are about to run.
  ///
  /// - Parameters:
  ///   - start: The number of the version that the database has; 0 for a new one.
  ///   - end: The number of the version that it will have.
  /// - Throws: To leave everything as it is; the error is that of the migration.
  func willStart(from start: Int64, to end: Int64) async throws

  /// A step is about to run. It may turn out that another program has run it.
  func willPerform(_ step: MigrationStep<Version>) async

  /// A step has copied rows of a table that it rebuilds.
  ///
  /// This call comes from the thread of the connection, in the middle of the step.
  func didCopy(_ step: MigrationStep<Version>, _ progress: TableRebuildProgress)

  /// A step was applied, with its version.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - number: How many have been applied, this one among them.
  func didPerform(_ step: MigrationStep<Version>, number: Int) async

  /// All steps were applied.
  func didFinish(from start: Int64, to end: Int64) async

  /// A step failed. It left nothing behind; those before it stay, unless steps take effect together.
  func didFail(_ step: MigrationStep<Version>, _ error: any Error) async
}

extension MigrationObserver {
  /// Nothing.
  public func willStart(from start: Int64, to end: Int64) async throws {}
  /// Nothing.
  public func willPerform(_ step: MigrationStep<Version>) async {}
  /// Nothing.
  public func didCopy(_ step: MigrationStep<Version>, _ progress: TableRebuildProgress) {}
  /// Nothing.
  public func didPerform(_ step: MigrationStep<Version>, number: Int) async {}
  /// Nothing.
  public func didFinish(from start: Int64, to end: Int64) async {}
  /// Nothing.
  public func didFail(_ step: MigrationStep<Version>, _ error: any Error) async {}
}
