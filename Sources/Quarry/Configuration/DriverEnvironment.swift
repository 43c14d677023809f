#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Where a driver finds the secrets that a URL refers to: environment variables and files.
public struct DriverEnvironment: Sendable {
  /// Returns the value of an environment variable, or `nil` if it isn't set.
  public var variable: @Sendable (_ name: String) -> String?

  /// Returns the content of a file, or `nil` if it can't be read.
  public var file: @Sendable (_ path: String) -> [UInt8]?

  /// Secrets that the program sets itself, by the name of the option that would say where they are: `key`, `token`.
  public var secrets: [String: DriverSecret]

  /// Returns the sign-in that a URL names with the option `login`, or `nil` if there is none with that name.
  ///
  /// - Throws: ``DatabaseError`` if the sign-in can't be used. Making the driver throws the same error.
  public var signIn: @Sendable (_ name: String) throws(DatabaseError) -> DriverSignIn? = { _ in nil }

  /// Creates a custom environment, for tests and for programs that store secrets elsewhere.
  public init(
    variable: @escaping @Sendable (_ name: String) -> String? = { _ in nil },
    file: @escaping @Sendable (_ path: String) -> [UInt8]? = { _ in nil }, secrets: [String: DriverSecret] = [:]
  ) {
    self.variable = variable
    self.file = file
    self.secrets = secrets
  }

  /// The environment variables of this process and the files that it can read.
  public static let process = DriverEnvironment(
    variable: { ProcessInfo.processInfo.environment[$0] },
    file: { FileManager.default.contents(atPath: $0).map { Array($0) } })
}
