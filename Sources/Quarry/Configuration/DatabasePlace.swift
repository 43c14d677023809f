/// Where the databases of a driver are, for programs that compose URLs. A driver's registration declares it.
public struct DatabasePlace: RawRepresentable, Sendable, Hashable {
  /// The place as a word.
  public let rawValue: String

  /// Creates a place from a word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Files: the path of the URL is the path of the database.
  public static let file = DatabasePlace(rawValue: "file")
  /// Memory of this process. A database without a path is private.
  public static let memory = DatabasePlace(rawValue: "memory")
  /// A server. The URL contains its address.
  public static let server = DatabasePlace(rawValue: "server")
  /// Several servers that keep the same data.
  public static let cluster = DatabasePlace(rawValue: "cluster")

  /// Whether the databases are reached over a network.
  public var isRemote: Bool { self == .server || self == .cluster }
}
