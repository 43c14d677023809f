/// A key or token for a driver. Its description never shows the content.
public struct DriverSecret: Sendable, Hashable {
  /// The bytes of the secret.
  public let bytes: [UInt8]

  /// Creates a secret from bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Creates a secret from the UTF-8 bytes of a text.
  public init(_ text: String) { bytes = Array(text.utf8) }
}

extension DriverSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A placeholder instead of the secret.
  public var description: String { "DriverSecret(hidden)" }
  /// A placeholder instead of the secret.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
