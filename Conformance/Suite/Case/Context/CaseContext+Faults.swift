internal import Quarry

extension CaseContext {
  /// Ends the case as not applicable to the driver, with the reason.
  func notApplicable(_ reason: String) -> any Error {
    leaveOut(reason)
    return Stopped()
  }

  /// Returns the harness of a driver whose route can be chosen. For any other driver, the case ends as not applicable.
  func routed() throws -> any RoutedDriverUnderTest {
    guard let routed = driver as? any RoutedDriverUnderTest else {
      throw notApplicable("the harness can't connect the driver to a server of the suite: see RoutedDriverUnderTest")
    }
    return routed
  }

  /// Starts the suite's own server in front of the real one. It forwards everything until it gets a plan, and is closed
  /// after the case.
  func faultServer() throws -> FaultProxy {
    let routed = try routed()
    guard routed.speaksHTTP else {
      throw notApplicable("the driver doesn't use HTTP/1.1, the protocol of the suite's own server")
    }
    guard let server = routed.server else {
      throw notApplicable("the server requires TLS, which the suite's own server doesn't support")
    }
    let proxy = try FaultProxy(upstream: server)
    resources.withLock { $0.proxies.append(proxy) }
    return proxy
  }

  /// Starts a proxy for any protocol in front of the real server. It is closed after the case.
  func byteProxy() throws -> TCPFaultProxy {
    guard let server = try routed().server else {
      throw notApplicable("the harness has no server address for unencrypted connections")
    }
    let proxy = try TCPFaultProxy(upstream: server)
    resources.withLock { $0.byteProxies.append(proxy) }
    return proxy
  }

  /// Opens the database of the case through the suite's own server. It is closed after the case.
  func database(
    through proxy: FaultProxy, readers: Int = 2, _ change: (inout DriverRoute) -> Void = { _ in }
  ) async throws -> Database {
    var route = DriverRoute(port: proxy.port)
    change(&route)
    return try await database(by: route, readers: readers)
  }

  /// Opens the database of the case by a route. It is closed after the case.
  func database(by route: DriverRoute, name: String = "main", readers: Int = 2) async throws -> Database {
    let request = request(name)
    resources.withLock { _ = $0.requests.insert(request) }
    let driver = try await routed().driver(for: request, by: route)
    let database = try await Database(driver, configuration: DatabaseConfiguration(maximumReaders: readers))
    resources.withLock { $0.databases.append(database) }
    return database
  }

  /// Returns the outcome of a read.
  func reading(_ executor: some SQLExecutor, _ fragment: SQLFragment) async -> FaultyReading {
    do { return .rows(try await rows(executor, fragment)) } catch let error as DatabaseError {
      return .error(error)
    } catch {
      return .untyped("\(type(of: error)): \(error)")
    }
  }
}

/// The outcome of a read through a fault.
enum FaultyReading: Sendable {
  case rows([[SQLValue]])
  case error(DatabaseError)
  case untyped(String)

  /// Whether it is an error of the expected type.
  var isError: Bool { if case .error = self { true } else { false } }

  /// The error, or `nil`.
  var error: DatabaseError? { if case .error(let error) = self { error } else { nil } }

  /// Whether it is either an error or exactly these rows.
  func isErrorOr(_ rows: [[SQLValue]]) -> Bool {
    switch self {
    case .rows(let found): found.isIdentical(to: rows)
    case .error: true
    case .untyped: false
    }
  }
}

extension FaultyReading: CustomStringConvertible {
  var description: String {
    switch self {
    case .rows(let rows): rows.exactDescription
    case .error(let error): "\(error)"
    case .untyped(let text): text
    }
  }
}
