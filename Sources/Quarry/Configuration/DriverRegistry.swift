/// The drivers that URLs can choose from: a value that the program puts together, since there is no global list.
///
/// ```swift
/// let registry = DriverRegistry([.sqlite, .sqlcipher, .memory])
/// let database = try await Database(url: "sqlite:music.db", registry: registry)
/// ```
///
/// Each driver module offers its registration. A driver of one's own joins in by ``register(scheme:options:make:)``.
public struct DriverRegistry: Sendable {
  private var registrations: [String: DriverRegistration] = [:]

  /// Creates a registry.
  ///
  /// - Parameter registrations: The drivers; of two with the same scheme the later one is taken.
  public init(_ registrations: [DriverRegistration] = []) {
    for registration in registrations { register(registration) }
  }

  /// Adds a driver, or replaces the one that has its scheme.
  public mutating func register(_ registration: DriverRegistration) {
    registrations[registration.scheme] = registration
  }

  /// Adds a driver, or replaces the one that has its scheme.
  ///
  /// - Parameters:
  ///   - scheme: The scheme of its URLs.
  ///   - options: The options that its URLs may have; every other one is refused.
  ///   - make: Makes the driver. It opens nothing.
  public mutating func register(
    scheme: String, options: [DriverOption] = [],
    make: @escaping @Sendable (DriverParameters) throws(DatabaseError) -> any DatabaseDriver
  ) {
    register(DriverRegistration(scheme: scheme, options: options, make: make))
  }

  /// The schemes that are known, in alphabetical order.
  public var schemes: [String] { registrations.keys.sorted() }

  /// The driver's registration for a scheme; `nil` when there is none.
  public subscript(scheme: String) -> DriverRegistration? { registrations[scheme.lowercased()] }

  /// Makes the driver that a URL chooses. Nothing is opened yet.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - environment: Where to find the secrets that the URL names.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` for an unknown scheme or option, a value out of its
  ///   range, or a missing key.
  public func driver(
    for url: DriverURL, environment: DriverEnvironment = .process
  ) throws(DatabaseError) -> any DatabaseDriver {
    guard let registration = registrations[url.scheme] else {
      let known = schemes.isEmpty ? "no driver is registered" : "known are \(schemes.joined(separator: ", "))"
      let hint = SimilarName.hint(for: url.scheme, among: schemes)
      throw DatabaseError(.invalidConfiguration, "there is no driver for the scheme \(url.scheme): \(known)\(hint)")
    }
    let allowed = registration.options.map(\.name)
    for name in url.options.keys.sorted() where !allowed.contains(name) {
      throw DatabaseError(
        .invalidConfiguration,
        "\(url.scheme) has no option \(name): "
          + (allowed.isEmpty ? "it has none" : "allowed are \(allowed.joined(separator: ", "))")
          + SimilarName.hint(for: name, among: allowed))
    }
    return try registration.make(DriverParameters(url: url, environment: environment))
  }

  /// Makes the driver that the text of a URL chooses. Nothing is opened yet.
  ///
  /// - Throws: As ``driver(for:environment:)``, and for a text that is no URL.
  public func driver(
    url: String, environment: DriverEnvironment = .process
  ) throws(DatabaseError) -> any DatabaseDriver {
    try driver(for: DriverURL(url), environment: environment)
  }
}

/// How a registry makes one kind of driver.
public struct DriverRegistration: Sendable {
  /// The scheme of its URLs, in lower case.
  public let scheme: String

  /// The options that its URLs may have.
  public let options: [DriverOption]

  /// Where the databases are; `nil` if the driver doesn't say.
  public let place: DatabasePlace?

  /// The scheme of the same driver over TLS; `nil` where there is none, or the driver uses TLS itself.
  public let encryptedScheme: String?

  let make: @Sendable (DriverParameters) throws(DatabaseError) -> any DatabaseDriver

  /// Describes a driver.
  ///
  /// - Parameters:
  ///   - scheme: The scheme of its URLs.
  ///   - options: The options that its URLs may have; every other one is refused.
  ///   - place: Where the databases are.
  ///   - encryptedScheme: The scheme of the same driver over TLS.
  ///   - make: Makes the driver. It opens nothing.
  public init(
    scheme: String, options: [DriverOption] = [], place: DatabasePlace? = nil, encryptedScheme: String? = nil,
    make: @escaping @Sendable (DriverParameters) throws(DatabaseError) -> any DatabaseDriver
  ) {
    self.scheme = scheme.lowercased()
    self.options = options
    self.place = place
    self.encryptedScheme = encryptedScheme?.lowercased()
    self.make = make
  }
}
