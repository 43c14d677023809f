/// Receives the progress of a migration, and can stop it before it starts.
///
/// Every requirement has a default implementation that does nothing. Quarry calls the methods in order, from the task
/// that migrates. It doesn't call them for steps that another program applies at the same time.
public protocol MigrationObserver<Version>: Sendable {
  /// The type of the schema's versions.
  associatedtype Version: SchemaVersion

  /// Called before the first step.
  ///
  /// - Parameters:
  ///   - start: The number of the database's version; 0 for a new one.
  ///   - end: The number of the version after the migration.
  /// - Throws: Any error, to stop the migration without changes. The migration throws the same error.
  func willStart(from start: Int64, to end: Int64) async throws

  /// Called before a step. Another program can still be faster.
  func willPerform(_ step: MigrationStep<Version>) async

  /// Called when a step has copied rows of a table that it rebuilds.
  ///
  /// The call comes from the connection's thread, during the step.
  func didCopy(_ step: MigrationStep<Version>, _ progress: TableRebuildProgress)

  /// Called after a step was applied, with its version.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - number: The number of applied steps, including this one.
  func didPerform(_ step: MigrationStep<Version>, number: Int) async

  /// Called after all steps were applied.
  func didFinish(from start: Int64, to end: Int64) async

  /// Called after a step failed. The step was rolled back; earlier steps stay applied.
  func didFail(_ step: MigrationStep<Version>, _ error: any Error) async
}

extension MigrationObserver {
  /// Does nothing.
  ///
  /// - Throws: Nothing.
  public func willStart(from start: Int64, to end: Int64) async throws {}
  /// Does nothing.
  public func willPerform(_ step: MigrationStep<Version>) async {}
  /// Does nothing.
  public func didCopy(_ step: MigrationStep<Version>, _ progress: TableRebuildProgress) {}
  /// Does nothing.
  public func didPerform(_ step: MigrationStep<Version>, number: Int) async {}
  /// Does nothing.
  public func didFinish(from start: Int64, to end: Int64) async {}
  /// Does nothing.
  public func didFail(_ step: MigrationStep<Version>, _ error: any Error) async {}
}
