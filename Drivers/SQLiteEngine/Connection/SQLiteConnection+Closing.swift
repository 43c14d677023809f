internal import CQuarrySQLite
package import Quarry

extension SQLiteConnection {
  /// Sets whether closing the last connection to a database writes the content of the write-ahead log into the file
  /// and removes the log, as the engine does by default.
  ///
  /// Source: <https://sqlite.org/c3ref/c_dbconfig_defensive.html>, `SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE`.
  ///
  /// - Throws: `.connectionClosed`.
  package func setCheckpointsOnClose(_ checkpoints: Bool) throws(DatabaseError) {
    let database = try openDatabase()
    var result: Int32 = -1
    _ = quarry_db_config_flag(api, database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, checkpoints ? 0 : 1, &result)
  }

  /// Sets whether the engine rejects SQL that could deliberately damage the file. Copying the engine's own tables
  /// needs it off.
  ///
  /// - Returns: The previous value.
  /// - Throws: `.connectionClosed`.
  package func setDefensive(_ isDefensive: Bool) throws(DatabaseError) -> Bool {
    let database = try openDatabase()
    var before: Int32 = -1
    // A negative number changes nothing.
    _ = quarry_db_config_flag(api, database, SQLITE_DBCONFIG_DEFENSIVE, -1, &before)
    var result: Int32 = -1
    _ = quarry_db_config_flag(api, database, SQLITE_DBCONFIG_DEFENSIVE, isDefensive ? 1 : 0, &result)
    return before == 1
  }
}
