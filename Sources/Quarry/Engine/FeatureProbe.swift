/// What to try on an engine to see a feature work.
public enum FeatureProbe: Sendable, Hashable {
  /// Run `setup`, then `script`, on a database of their own; the first row of the last statement is the answer.
  case sql(_ script: String, setup: String)
  /// Look a function of the C interface up by its name.
  case symbol(String)
  /// Call `sqlite3_db_config` with the operation and the value -1, which only asks.
  case databaseConfiguration(Int32)
  /// Open a file in a certain way.
  case file(FeatureFileProbe)
}

/// A way to open a file that shows whether an engine has a feature.
///
/// `{DIR}` in a name stands for a scratch folder.
public enum FeatureFileProbe: Sendable, Hashable {
  /// Open the name with `SQLITE_OPEN_URI`: it must be understood as a URI.
  case opensURI(String)
  /// Open the name twice with `SQLITE_OPEN_URI`: the second connection must see what the first one wrote.
  case sharesContent(String)
  /// Open a symbolic link with `SQLITE_OPEN_NOFOLLOW`: it must be refused.
  case refusesSymbolicLink
  /// Open with `SQLITE_OPEN_EXRESCODE`: `sqlite3_errcode` must answer extended codes.
  case answersExtendedCodes
}
