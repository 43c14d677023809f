internal import Quarry
internal import QuarryConformance
internal import QuarryDrivers

/// A driver that reaches a server, as the suite tests it.
///
/// Where the URL says `namespace=*`, every database of every case is a namespace of its own, which the server makes
/// when it is named, as `quarry serve --scratch` does. Otherwise all cases use the one database at the URL, one after
/// the other: whatever is in it is dropped before each, and a case that asks for a second database is refused.
struct RemoteDriverUnderTest: DriverUnderTest {
  let name: String
  let url: String
  let kinds: Set<DriverKind> = [.remote, .shared]
  let deviations: DeviationManifest
  let processLauncher: ProcessLauncher?
  private let hasNamespaces: Bool
  /// Which database of which case the one at the URL stands for.
  private let current = Protected<(folder: String, name: String)?>(nil)

  fileprivate static let placeholder = "namespace=*"

  /// Whether a URL leads to a server.
  static func isRemote(_ text: String) throws -> Bool {
    try DriverURL(text).scheme.contains("+http") || text.hasPrefix("libsql:")
  }

  init(
    _ text: String, deviations: DeviationManifest = DeviationManifest(), executable: String? = Executable.path
  ) throws {
    name = try DriverURL(text).scheme
    url = text
    self.deviations = deviations
    hasNamespaces = text.contains(Self.placeholder)
    // A second process would clear the one database that the first one uses.
    processLauncher = hasNamespaces ? executable.map { ProcessLauncher($0, ["conformance-scenario", text]) } : nil
  }

  func driver(for request: DriverRequest) async throws -> any Driver {
    guard request.path == nil, request.access == .readWriteCreate, request.key == .usual, request.library == nil else {
      throw DatabaseError(.unsupportedFeature, "a server opens its database in its own way")
    }
    let place = "namespace=" + request.identifier
    let text = hasNamespaces ? url.replacingFirst(Self.placeholder, with: place) : url
    let driver = try DriverRegistry.standard.driver(for: try DriverURL(text))
    if !hasNamespaces { try await claim(request, driver) }
    return driver
  }

  /// Gives the one database to a case, empty.
  private func claim(_ request: DriverRequest, _ driver: any Driver) async throws {
    if let current = current.withLock({ $0 }), current.folder == request.folder {
      guard current.name == request.name else {
        throw DatabaseError(.unsupportedFeature, "there is one database at this URL, and the case uses it already")
      }
      return
    }
    current.withLock { $0 = (request.folder, request.name) }
    let database = try await Database(driver)
    do { try await Self.clear(database) } catch {
      await database.close()
      throw error
    }
    await database.close()
  }

  /// Drops everything that is in a database.
  private static func clear(_ database: Database) async throws {
    let query: SQLFragment = """
      SELECT type, name FROM sqlite_master
      WHERE type IN ('trigger', 'view', 'table') AND (substr(name, 1, 7) <> 'sqlite_' OR name LIKE 'sqlite_stat_')
        AND substr(name, 1, 7) <> 'libsql_'
      ORDER BY type = 'table', sql NOT LIKE 'CREATE VIRTUAL%'
      """
    let items = try await database.fetchAll(query.rows()).map(\.values)
    try await database.write { transaction in
      try await transaction.execute("PRAGMA defer_foreign_keys = 1")
      for item in items {
        guard case .text(let type)? = item.first, case .text(let name)? = item.last else { continue }
        try await transaction.execute("DROP \(raw: type.uppercased()) IF EXISTS \(identifier: name)")
      }
      try await transaction.execute("PRAGMA user_version = 0")
    }
  }
}

extension DriverUnderTest {
  /// Whether cases have databases of their own, so that several can run at the same time.
  var isolatesCases: Bool {
    let isRemote = url.contains("+http") || url.contains("libsql:")
    return !isRemote || url.contains(RemoteDriverUnderTest.placeholder)
  }
}

extension String {
  /// The text with the first occurrence of a part replaced.
  fileprivate func replacingFirst(_ part: String, with replacement: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return self[..<range.lowerBound] + replacement + self[range.upperBound...]
  }
}
