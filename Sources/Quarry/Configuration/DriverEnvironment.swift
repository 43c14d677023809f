#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Where a driver finds the secrets that a URL only names: environment variables and files.
public struct DriverEnvironment: Sendable {
  /// Gives the value of an environment variable, or `nil` when it is not set.
  public var variable: @Sendable (_ name: String) -> String?

  /// Gives the content of a file, or `nil` when it cannot be read.
  public var file: @Sendable (_ path: String) -> [UInt8]?

  /// Secrets that the program gives itself, by the name of the option that would name their place: `key`, `token`.
  public var secrets: [String: DriverSecret]

  /// Returns the sign-in that a URL names with the option `login`, or `nil` if there is none of that name.
  public var signIn: @Sendable (_ name: String) throws(DatabaseError) -> DriverSignIn? = { _ in nil }

  /// Creates an environment of one's own, for tests and for programs that keep secrets elsewhere.
  public init(
    variable: @escaping @Sendable (_ name: String) -> String? = { _ in nil },
    file: @escaping @Sendable (_ path: String) -> [UInt8]? = { _ in nil }, secrets: [String: DriverSecret] = [:]
  ) {
    self.variable = variable
    self.file = file
    self.secrets = secrets
  }

  /// The variables of this process and the files that it may read.
  public static let process = DriverEnvironment(
    variable: { ProcessInfo.processInfo.environment[$0] },
    file: { FileManager.default.contents(atPath: $0).map { Array($0) } })
}
