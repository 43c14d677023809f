extension DatabaseMigrator {
  /// Adds a step that makes changes of the schema. It runs on every driver.
  ///
  /// The changes must be the same each time the app runs. Usually you print ``SchemaChanges/sql`` once while you develop and add
  /// the text as a step.
  ///
  /// - Parameters:
  ///   - version: The version after the step. It must be greater than the versions of earlier steps.
  ///   - name: A short description of the step.
  ///   - changes: The changes.
  public mutating func add(_ version: Version, _ name: String = "", _ changes: SchemaChanges) {
    add(version, name, sql: changes.sql)
  }
}
