#if Command
internal import ArgumentParser
internal import QuarryServer

/// The options of `quarry serve` for its address, and for the clients that can reach it.
struct ServeAddressOptions: ParsableArguments {
  @Option(help: "The address to listen on. An address that other machines can reach needs a token, or --open.")
  var host = "127.0.0.1"

  @Option(help: "The port; 0 takes a free one.")
  var port = 8080

  @Flag(help: "Serve everyone who can reach the address, without a token.")
  var open = false

  @Option(help: ArgumentHelp("The file of the TLS certificate and its chain, in PEM.", valueName: "path"))
  var tlsCertificateFile: String?

  @Option(help: ArgumentHelp("The file of the TLS certificate's private key, in PEM.", valueName: "path"))
  var tlsKeyFile: String?

  @Option(
    help: ArgumentHelp(
      "A name by which clients without a token may call the server. May be given several times.",
      discussion: "*.NAME matches all names below it, * all names.", valueName: "name"))
  var allowHost: [String] = []

  @Option(
    help: ArgumentHelp(
      "The origin of a web page that may use the server, such as https://example.org. May be given several times.",
      valueName: "origin"))
  var allowOrigin: [String] = []

  func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("--port takes a number from 0 to 65535.") }
    guard (tlsCertificateFile == nil) == (tlsKeyFile == nil) else {
      throw ValidationError("--tls-certificate-file and --tls-key-file need each other.")
    }
  }

  /// Applies the options to a configuration.
  func apply(to configuration: inout ServerConfiguration) {
    configuration.host = host
    configuration.port = port
    configuration.allowsOpenAddress = open
    configuration.allowedHosts = allowHost
    configuration.allowedOrigins = allowOrigin
    if let tlsCertificateFile, let tlsKeyFile {
      configuration.tls = ServerTLS(certificateFile: tlsCertificateFile, keyFile: tlsKeyFile)
    }
  }

  /// The address of the server for a client on this machine.
  func authority(port: Int) -> String {
    let name = ["0.0.0.0", "::", "[::]"].contains(host) ? "127.0.0.1" : host
    return name.contains(":") ? "[\(name)]:\(port)" : "\(name):\(port)"
  }

  /// `http`, or `https` with a certificate.
  var scheme: String { tlsCertificateFile == nil ? "http" : "https" }
}
#endif
