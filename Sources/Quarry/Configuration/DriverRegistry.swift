/// The drivers that URLs can choose from. There is no global registry: a program creates its own.
///
/// ```swift
/// let registry = DriverRegistry([.sqlite, .sqlcipher, .memory])
/// let database = try await Database(url: "sqlite:music.db", registry: registry)
/// ```
///
/// Each driver module has a registration. Add your own driver with ``register(scheme:options:make:)``.
public struct DriverRegistry: Sendable {
  private var registrations: [String: DriverRegistration] = [:]

  /// Creates a registry.
  ///
  /// - Parameter registrations: The drivers. If two have the same scheme, the later one is used.
  public init(_ registrations: [DriverRegistration] = []) {
    for registration in registrations { register(registration) }
  }

  /// Adds a driver, or replaces the driver with the same scheme.
  public mutating func register(_ registration: DriverRegistration) {
    registrations[registration.scheme] = registration
  }

  /// Adds a driver, or replaces the driver with the same scheme.
  ///
  /// - Parameters:
  ///   - scheme: The scheme of its URLs.
  ///   - options: The options that its URLs can have. Any other option is an error.
  ///   - make: Makes the driver, without opening anything.
  public mutating func register(
    scheme: String, options: [DriverOption] = [],
    make: @escaping @Sendable (DriverParameters) throws(DatabaseError) -> any DatabaseDriver
  ) {
    register(DriverRegistration(scheme: scheme, options: options, make: make))
  }

  /// The registered schemes, in alphabetical order.
  public var schemes: [String] { registrations.keys.sorted() }

  /// The registration of a scheme, or `nil` if there is none.
  public subscript(scheme: String) -> DriverRegistration? { registrations[scheme.lowercased()] }

  /// Makes the driver of a URL, without opening anything.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - environment: Where to find the secrets that the URL names.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` for an unknown scheme or option, a value out of
  ///   range, or a missing secret.
  public func driver(
    for url: DriverURL, environment: DriverEnvironment = .process
  ) throws(DatabaseError) -> any DatabaseDriver {
    guard let registration = registrations[url.scheme] else {
      let known = schemes.isEmpty ? "no driver is registered" : "known are \(schemes.joined(separator: ", "))"
      let hint = SimilarName.hint(for: url.scheme, among: schemes)
      throw DatabaseError(.invalidConfiguration, "there is no driver for the scheme \"\(url.scheme)\": \(known)\(hint)")
    }
    let allowed = registration.options.map(\.name)
    for name in url.options.keys.sorted() where !allowed.contains(name) {
      throw DatabaseError(
        .invalidConfiguration,
        "\(url.scheme) has no option \"\(name)\": "
          + (allowed.isEmpty ? "it has none" : "allowed are \(allowed.joined(separator: ", "))")
          + SimilarName.hint(for: name, among: allowed))
    }
    return try registration.make(DriverParameters(url: url, environment: environment))
  }

  /// Makes the driver of a URL's text, without opening anything.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` for an invalid URL, and as
  ///   ``driver(for:environment:)``.
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

  /// The options that its URLs can have.
  public let options: [DriverOption]

  /// Where the databases are; `nil` if the driver doesn't say.
  public let place: DatabasePlace?

  /// The scheme of the same driver over TLS; `nil` if there is none, or if the driver always uses TLS.
  public let encryptedScheme: String?

  let make: @Sendable (DriverParameters) throws(DatabaseError) -> any DatabaseDriver

  /// Describes a driver.
  ///
  /// - Parameters:
  ///   - scheme: The scheme of its URLs.
  ///   - options: The options that its URLs can have. Any other option is an error.
  ///   - place: Where the databases are.
  ///   - encryptedScheme: The scheme of the same driver over TLS.
  ///   - make: Makes the driver, without opening anything.
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
