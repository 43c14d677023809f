/// How to tell whether an engine has a feature.
public enum FeatureDetection: Sendable, Hashable {
  /// `PRAGMA function_list` has the function for this number of arguments.
  case function(name: String, argumentCount: Int)
  /// `PRAGMA module_list` has the module.
  case module(String)
  /// `PRAGMA pragma_list` has the name.
  case pragma(String)
  /// The library exports the function.
  case symbol(String)
  /// `sqlite3_db_config` knows the operation.
  case databaseConfiguration(Int32)
  /// `sqlite3_limit` answers at least so much for the limit of this number.
  case limit(Int32, atLeast: Int)
  /// Opening with the flag has its effect; engines that do not know a flag ignore it.
  case openFlag(Int32)
  /// The version and the listed compile options tell.
  case option
  /// Preparing the probe succeeds.
  case prepare
  /// The probe has to be run and its answer compared.
  case run
  /// Nothing but the version and the listed compile options tells.
  case version
}
