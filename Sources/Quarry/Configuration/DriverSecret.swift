/// A key or token on its way to a driver. It never shows itself.
public struct DriverSecret: Sendable, Hashable {
  /// The bytes of the secret.
  public let bytes: [UInt8]

  /// Holds the bytes of a secret.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Holds the UTF-8 bytes of a secret.
  public init(_ text: String) { bytes = Array(text.utf8) }
}

extension DriverSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A placeholder.
  public var description: String { "DriverSecret(hidden)" }
  /// A placeholder.
  public var debugDescription: String { description }
  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
