internal import Foundation
internal import LineDriver
internal import LineServer
public import Quarry
public import QuarryConformance

/// How the suite reaches a fresh database of the server, also past faults on the way.
public struct LineUnderTest: RoutedDriverUnderTest {
  public let name = "line"
  public let kinds: Set<DriverKind> = [.remote, .shared, .sqlite]
  private let site: Site

  /// Starts a server for a new temporary folder.
  public init() throws { site = try Site() }

  public var server: (host: String, port: UInt16)? { ("127.0.0.1", site.server.port) }

  /// Faults come as those of TCP, which know no protocol.
  public var speaksHTTP: Bool { false }

  public func driver(for request: DriverRequest) throws -> any DatabaseDriver {
    try driver(for: request, by: DriverRoute(port: site.server.port))
  }

  public func driver(for request: DriverRequest, by route: DriverRoute) throws -> any DatabaseDriver {
    guard request.path == nil, request.access == .readWriteCreate, [.usual, .none].contains(request.key),
      request.library == nil, !request.rollbackJournal
    else { throw DatabaseError(.unsupportedFeature, "the server opens its databases in its own way") }
    guard !route.isEncrypted, route.proxy == nil, route.token == nil else {
      throw DatabaseError(.unsupportedFeature, "the protocol has neither encryption nor proxies nor tokens")
    }
    var limits = LineDriver.Limits()
    if let busy = request.busyTimeout { limits.busy = busy }
    if let connect = route.connectTimeout { limits.connect = connect }
    if let timeout = route.timeout ?? route.deadline { limits.answer = timeout }
    return LineDriver(
      database: request.identifier, host: route.host ?? "127.0.0.1", port: route.port, limits: limits)
  }

  public func remove(_ request: DriverRequest) {
    for ending in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: "\(site.folder)/\(request.identifier)\(ending)")
    }
  }

  private final class Site: Sendable {
    let folder: String
    let server: LineServer

    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "line-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      server = try LineServer(folder: folder)
    }

    deinit {
      server.close()
      try? FileManager.default.removeItem(atPath: folder)
    }
  }
}
