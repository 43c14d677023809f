public import Quarry

/// A driver under test that connects to a server over TCP by a route that the suite can choose.
///
/// The suite puts its own server between the driver and the real one, and plays faults there. With HTTP/1.1, it changes
/// whole requests and answers; with any protocol, the bytes of the connection (``TCPFaultProxy``). For a driver of kind
/// `remote` with a plain ``DriverUnderTest`` harness, the cases about faults don't apply.
///
/// A driver with another protocol returns `false` for ``speaksHTTP``, and uses the port and the times of a route:
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
  /// The address at which the server accepts unencrypted connections. If `nil`, no fault can be played.
  var server: (host: String, port: UInt16)? { get }

  /// Whether the driver uses HTTP/1.1. The default is `true`.
  var speaksHTTP: Bool { get }

  /// Whether the server is known to run the calls with one idempotency key in order, so that the driver repeats running
  /// writes. The default is `false`.
  var serialisesKeys: Bool { get }

  /// Creates a driver for the same database as ``DriverUnderTest/driver(for:)``, by another route.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the driver doesn't support the route.
  func driver(for request: DriverRequest, by route: DriverRoute) async throws -> any DatabaseDriver
}

extension RoutedDriverUnderTest {
  /// `true`; see the requirement.
  public var speaksHTTP: Bool { true }
  /// `false`; see the requirement.
  public var serialisesKeys: Bool { false }
}

/// A route to a server, and the driver's times and attempts. `nil` leaves the driver's own setting.
public struct DriverRoute: Sendable {
  /// Whether requests go over TLS.
  public var isEncrypted = false
  /// The host name to use instead of the server's own name. Keep a name that identifies the database.
  public var host: String?
  /// The port to connect to.
  public var port: UInt16
  /// The address of a proxy, such as `http://127.0.0.1:3128`.
  public var proxy: String?
  /// Headers for every request, in addition to the driver's own.
  public var headers: [(name: String, value: String)] = []
  /// Returns the token, or `nil` if there is none. Called when a token is needed, and whenever a server has refused the
  /// last one.
  public var token: (@Sendable () -> String?)?
  /// The longest time to connect.
  public var connectTimeout: Duration?
  /// The longest time for one attempt of a call.
  public var timeout: Duration?
  /// The longest time for all attempts of a call.
  public var deadline: Duration?
  /// The number of attempts of a call.
  public var attempts: Int?
  /// The largest accepted answer, in bytes.
  public var maximumAnswerBytes: Int?

  /// Creates the route to a port of this machine.
  public init(port: UInt16) { self.port = port }
}
