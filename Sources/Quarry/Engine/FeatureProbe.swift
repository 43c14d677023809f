/// A test that shows whether an engine has a feature.
public enum FeatureProbe: Sendable, Hashable {
  /// Run `setup`, then `script`, on a scratch database. The first row of the last statement is the answer.
  case sql(_ script: String, setup: String)
  /// Look up a function of the C interface by its name.
  case symbol(String)
  /// Call `sqlite3_db_config` with the operation and the value -1, which only reads.
  case databaseConfiguration(Int32)
  /// Open a file in a certain way.
  case file(FeatureFileProbe)
}

/// A way to open a file that shows whether an engine has a feature.
///
/// `{DIR}` in a name is replaced by a scratch folder.
public enum FeatureFileProbe: Sendable, Hashable {
  /// Open the name with `SQLITE_OPEN_URI`. The engine must treat it as a URI.
  case opensURI(String)
  /// Open the name twice with `SQLITE_OPEN_URI`. The second connection must see what the first one wrote.
  case sharesContent(String)
  /// Open a symbolic link with `SQLITE_OPEN_NOFOLLOW`. The engine must reject it.
  case refusesSymbolicLink
  /// Open with `SQLITE_OPEN_EXRESCODE`. `sqlite3_errcode` must return extended codes.
  case answersExtendedCodes
}
