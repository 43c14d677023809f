/// How to detect whether an engine has a feature.
public enum FeatureDetection: Sendable, Hashable {
  /// `PRAGMA function_list` lists the function with this number of arguments.
  case function(name: String, argumentCount: Int)
  /// `PRAGMA module_list` lists the module.
  case module(String)
  /// `PRAGMA pragma_list` lists the name.
  case pragma(String)
  /// The library exports the function.
  case symbol(String)
  /// `sqlite3_db_config` knows the operation.
  case databaseConfiguration(Int32)
  /// `sqlite3_limit` returns at least this value for the limit with this number.
  case limit(Int32, atLeast: Int)
  /// Opening with the flag has its effect. Engines ignore unknown flags.
  case openFlag(Int32)
  /// The version and the listed compile options decide.
  case option
  /// Preparing the probe succeeds.
  case prepare
  /// The probe must run, and its answer is compared.
  case run
  /// Only the version and the listed compile options decide.
  case version
}
