internal import Foundation
internal import TestSupport

/// An authority of its own and a certificate of it for 127.0.0.1, in files for as long as the value lives.
public final class Certificates: Sendable {
  /// The authority's certificate: what a client has to trust.
  public let authority: String
  /// The server's certificate.
  public let certificate: String
  /// The server's private key.
  public let key: String
  private let folder: TemporaryFolder

  /// The program that makes them; `nil` where it is not installed.
  public static let openssl = programs("openssl").first
  /// Why the tests that need it do not run.
  public static let absence = "openssl is not installed: no certificate can be made"

  /// They could not be made.
  public struct NotMade: Error {}

  /// Makes them.
  public init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    authority = folder.file("authority.pem")
    certificate = folder.file("certificate.pem")
    key = folder.file("key.pem")
    let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    let authorityKey = folder.file("authority.key")
    try Certificates.run(
      ["req", "-x509"] + curve + ["-days", "2", "-subj", "/CN=quarry-authority", "-keyout", authorityKey]
        + ["-out", authority])
    try Certificates.run(
      ["req"] + curve + ["-subj", "/CN=quarry", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key]
        + ["-out", folder.file("request")])
    try Certificates.run(
      ["x509", "-req", "-in", folder.file("request"), "-CA", authority, "-CAkey", authorityKey, "-CAcreateserial"]
        + ["-days", "2", "-copy_extensions", "copy", "-out", certificate])
  }

  private static func run(_ arguments: [String]) throws {
    guard let openssl else { throw NotMade() }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: openssl)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw NotMade() }
  }
}

/// The programs of a name, in the path and where systems keep those that are not in everybody's.
func programs(_ name: String) -> [String] {
  let path = Surroundings.variable("PATH") ?? ""
  let folders =
    path.split(separator: ":").map(String.init) + ["/usr/bin", "/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin"]
  return folders.map { "\($0)/\(name)" }.filter { FileManager.default.isExecutableFile(atPath: $0) }
}
