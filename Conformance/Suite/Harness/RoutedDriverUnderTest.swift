public import Quarry

/// A driver under test that reaches a server over TCP, and whose way to it can be chosen.
///
/// The suite puts a server of its own between the driver and the real one, and plays faults there: with HTTP/1.1 in
/// whole requests and answers, and with any protocol in the bytes of the connection (``TCPFaultProxy``). Cases about
/// faults do not apply to a driver of kind `remote` whose harness is a plain ``DriverUnderTest``.
///
/// A driver of another protocol than HTTP says so, and takes the port of a route and its times:
///
/// ```swift
/// extension MyDriverUnderTest: RoutedDriverUnderTest {
///   var server: (host: String, port: UInt16)? { ("127.0.0.1", 9001) }
///   var speaksHTTP: Bool { false }
///   func driver(for request: DriverRequest, by route: DriverRoute) async throws -> any DatabaseDriver {
///     MyDriver(database: request.identifier, port: route.port, timeout: route.timeout ?? .seconds(30))
///   }
/// }
/// ```
public protocol RoutedDriverUnderTest: DriverUnderTest {
  /// Where the server takes connections without encryption; `nil` when it takes none, and then no fault can be played.
  var server: (host: String, port: UInt16)? { get }

  /// Whether the driver speaks HTTP/1.1; it does unless it says otherwise.
  var speaksHTTP: Bool { get }

  /// Whether the server is known to run the calls of one idempotency key one after the other, so that the driver makes
  /// writes again that are still under way; it is not unless the driver says otherwise.
  var serialisesKeys: Bool { get }

  /// Makes a driver for the same database as ``DriverUnderTest/driver(for:)``, on another way.
  ///
  /// - Throws: ``DatabaseError``; `.unsupportedFeature` when the driver cannot do what the route asks for.
  func driver(for request: DriverRequest, by route: DriverRoute) async throws -> any DatabaseDriver
}

extension RoutedDriverUnderTest {
  /// Drivers speak HTTP/1.1 unless they say otherwise.
  public var speaksHTTP: Bool { true }
  /// Servers serialise no keys unless the driver says otherwise.
  public var serialisesKeys: Bool { false }
}

/// The way to a server, and how long a driver goes on trying. What is `nil` is left as the driver has it.
public struct DriverRoute: Sendable {
  /// Whether requests go over TLS.
  public var isEncrypted = false
  /// The name of the host in the place of the server's own name; a name that finds the database is to be kept.
  public var host: String?
  /// The port to connect to.
  public var port: UInt16
  /// The address of the proxy that is asked, such as `http://127.0.0.1:3128`.
  public var proxy: String?
  /// Headers that every request has besides those of the driver.
  public var headers: [(name: String, value: String)] = []
  /// Gives the token: called when one is needed and whenever a server has refused the last one. `nil` from it means
  /// that there is none to be had.
  public var token: (@Sendable () -> String?)?
  /// How long making a connection may take.
  public var connectTimeout: Duration?
  /// How long one try of a call may take.
  public var timeout: Duration?
  /// How long all tries of a call may take.
  public var deadline: Duration?
  /// How often a call is tried.
  public var attempts: Int?
  /// The largest answer that is taken, in bytes.
  public var maximumAnswerBytes: Int?

  /// Creates the way to a port of this machine.
  public init(port: UInt16) { self.port = port }
}
