/// The parameters of a driver: its URL, with typed access to the options, and the environment.
///
/// Every method throws ``DatabaseError`` with code `.invalidConfiguration` if an option is wrong. The message names the
/// option and says what is allowed.
public struct DriverParameters: Sendable {
  /// The URL.
  public let url: DriverURL

  /// Where the secrets are.
  public let environment: DriverEnvironment

  /// Creates parameters from a URL.
  public init(url: DriverURL, environment: DriverEnvironment = .process) {
    self.url = url
    self.environment = environment
  }

  /// Returns the text of an option, or `nil` if the URL doesn't have it.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` if the option is empty.
  public func text(_ name: String) throws(DatabaseError) -> String? {
    guard let value = url.options[name] else { return nil }
    if value.isEmpty { throw failure("the option \"\(name)\" is empty: give it a value or remove it") }
    return value
  }

  /// Returns the case whose raw value is the text of an option, or `nil` if the URL doesn't have the option.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` if the text isn't one of the raw values.
  public func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, of type: Choice.Type = Choice.self
  ) throws(DatabaseError) -> Choice? where Choice.RawValue == String {
    guard let value = try text(name) else { return nil }
    guard let choice = Choice(rawValue: value.lowercased()) else {
      throw failure("the option \"\(name)\" must be one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return choice
  }

  /// Returns an option as a whole number, or `nil` if the URL doesn't have it.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` if the text isn't a whole number in the range.
  public func integer(_ name: String, in range: ClosedRange<Int>) throws(DatabaseError) -> Int? {
    guard let value = try text(name) else { return nil }
    guard let number = Int(value), range.contains(number) else {
      throw failure("the option \"\(name)\" must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Returns an option as a Boolean value, or `nil` if the URL doesn't have it.
  ///
  /// `on`, `true`, `yes` and `1` are true. `off`, `false`, `no` and `0` are false.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` for any other text.
  public func flag(_ name: String) throws(DatabaseError) -> Bool? {
    guard let value = try text(name) else { return nil }
    switch value.lowercased() {
    case "on", "true", "yes", "1": return true
    case "off", "false", "no", "0": return false
    default: throw failure("the option \"\(name)\" must be on or off")
    }
  }

  /// Returns an option as a duration, or `nil` if the URL doesn't have it.
  ///
  /// The text is a whole number with the unit `ms` or `s`. Without a unit it is milliseconds. The maximum is one day.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` for any other text.
  public func duration(_ name: String) throws(DatabaseError) -> Duration? {
    guard let value = try text(name)?.lowercased() else { return nil }
    let digits = value.prefix { $0.isASCII && $0.isNumber }
    let factor: Int64? =
      switch value[digits.endIndex...] {
      case "", "ms": 1
      case "s": 1000
      default: nil
      }
    guard let factor, let count = Int64(digits), count <= 86_400_000 / factor else {
      throw failure("the option \"\(name)\" must be a duration such as 500ms or 5s, up to a day")
    }
    return .milliseconds(count * factor)
  }

  /// Returns a secret from the environment variable of the option `name-env`, from the file of the option `name-file`,
  /// or from ``DriverEnvironment/secrets``.
  ///
  /// One line break at the end of a file is ignored.
  ///
  /// - Returns: The secret, or `nil` if neither option is given and the program set none.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` if both options are given, or if the variable or the
  ///   file is missing or empty.
  public func secret(_ name: String) throws(DatabaseError) -> DriverSecret? {
    let variable = try text("\(name)-env")
    let file = try text("\(name)-file")
    if variable != nil, file != nil { throw failure("give \"\(name)-env\" or \"\(name)-file\", not both") }
    if let variable {
      guard let value = environment.variable(variable) else {
        throw failure("the environment variable \"\(variable)\" of the option \"\(name)-env\" isn't set")
      }
      guard !value.isEmpty else {
        throw failure("the environment variable \"\(variable)\" of the option \"\(name)-env\" is empty")
      }
      return DriverSecret(value)
    }
    if let file {
      guard var bytes = environment.file(file) else {
        throw failure("the file \"\(file)\" of the option \"\(name)-file\" can't be read")
      }
      if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      guard !bytes.isEmpty else { throw failure("the file \"\(file)\" of the option \"\(name)-file\" is empty") }
      return DriverSecret(bytes: bytes)
    }
    return environment.secrets[name]
  }

  /// Returns an error with code `.invalidConfiguration` about this URL.
  public func failure(_ message: String) -> DatabaseError {
    DatabaseError(.invalidConfiguration, "\(url.scheme): \(message)")
  }
}
