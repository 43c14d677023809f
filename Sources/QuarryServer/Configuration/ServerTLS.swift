#if Server
internal import NIOCore
internal import NIOSSL
internal import Quarry

/// The certificate and the key for encrypted connections of a server.
public struct ServerTLS: Sendable {
  /// The file of the certificate in PEM, followed by its intermediate certificates.
  public var certificateFile: String
  /// The file of the private key in PEM.
  public var keyFile: String

  /// Creates the settings. The files are read when the server starts.
  ///
  /// - Parameters:
  ///   - certificateFile: The file of the certificate in PEM, followed by its intermediate certificates.
  ///   - keyFile: The file of the private key in PEM.
  public init(certificateFile: String, keyFile: String) {
    self.certificateFile = certificateFile
    self.keyFile = keyFile
  }

  /// Reads the files.
  ///
  /// - Throws: `.invalidConfiguration` if a file can't be read, or if the key doesn't belong to the certificate.
  func context() throws(DatabaseError) -> NIOSSLContext {
    do {
      let chain = try NIOSSLCertificate.fromPEMFile(certificateFile).map { NIOSSLCertificateSource.certificate($0) }
      guard !chain.isEmpty else {
        throw DatabaseError(.invalidConfiguration, "\(certificateFile) holds no certificate in PEM")
      }
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: chain, privateKey: .privateKey(try NIOSSLPrivateKey(file: keyFile, format: .pem)))
      configuration.minimumTLSVersion = .tlsv12
      configuration.applicationProtocols = ["http/1.1"]
      return try NIOSSLContext(configuration: configuration)
    } catch let error as DatabaseError {
      throw error
    } catch {
      throw DatabaseError(
        .invalidConfiguration,
        "the certificate \(certificateFile) and the key \(keyFile) cannot be used: both are PEM, and belong together",
        underlying: error)
    }
  }
}
#endif
