internal import CQuarrySQLite
public import Quarry

extension SQLiteConnection {
  /// Returns whether the engine knows a connection setting of a given number. Nothing is changed.
  ///
  /// Source: <https://sqlite.org/c3ref/c_dbconfig_defensive.html>.
  ///
  /// - Parameter operation: The number of a setting that is a switch, such as 1010 for the defensive mode.
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`.
  public func knowsSetting(_ operation: Int32) throws(DatabaseError) -> Bool {
    // The numbers below take other arguments: a name (1000) and memory (1001).
    guard operation >= SQLITE_DBCONFIG_ENABLE_FKEY else { return false }
    var result: Int32 = -1
    return quarry_db_config_flag(api, try openDatabase(), operation, -1, &result) == SQLITE_OK
  }
}
