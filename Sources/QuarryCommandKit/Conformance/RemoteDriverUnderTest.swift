#if Command
internal import Quarry
internal import QuarryConformance
internal import QuarryDrivers
internal import QuarryRemote

/// A driver of a server, as the suite tests it.
///
/// If the URL contains `*`, it is replaced by a separate name for every database of every case. The name is a
/// namespace that the server creates when it is first named, as `quarry serve --scratch` does. Or it is created and
/// dropped through the administration of libSQL's server, whose address is the option `admin`:
///
/// ```
/// hrana+http://127.0.0.1:8080?namespace=*
/// persql+http://127.0.0.1:8080/*/main
/// hrana+http://*.localhost:8080?admin=127.0.0.1:8081
/// rqlite+http://127.0.0.1:4001,127.0.0.1:4003,127.0.0.1:4005
/// ```
///
/// Otherwise all cases use the one database at the URL, one after the other. Its content is dropped before each case,
/// and a case that asks for a second database throws.
struct RemoteDriverUnderTest: DriverUnderTest {
  let name: String
  let url: String
  let kinds: Set<DriverKind>
  let deviations: DeviationManifest
  let processLauncher: ProcessLauncher?
  /// The URL without the suite's own options.
  private let template: String
  private let namespaces: LibSQLNamespaces?
  /// The driver that has already asked the server for its capabilities, which takes longer than most cases.
  private let first = Protected<(hrana: HranaDriver?, persql: PerSQLDriver?)>((nil, nil))
  /// The database of a case that the one at the URL represents.
  private let current = Protected<(folder: String, name: String)?>(nil)

  private static let placeholder = "*"

  /// Whether a URL names a server.
  static func isRemote(_ text: String) throws -> Bool {
    DriverRegistry.standard[try DriverURL(text).scheme]?.place?.isRemote ?? false
  }

  init(
    _ text: String, deviations: DeviationManifest = DeviationManifest(), executable: String? = Executable.path
  ) throws {
    let parsed = try DriverURL(text)
    name = parsed.scheme
    url = text
    kinds = DriverRegistry.standard[parsed.scheme]?.place == .cluster ? [.remote, .shared, .dist] : [.remote, .shared]
    self.deviations = deviations
    template = text.removingOption("admin")
    namespaces = parsed.options["admin"].map { LibSQLNamespaces(address: $0) }
    // A second process would clear the one database that the first one uses.
    let isIsolated = template.contains(Self.placeholder)
    guard isIsolated || namespaces == nil else {
      throw DatabaseError(
        .invalidConfiguration, "with admin, the name of the database is written as *, as in hrana+http://*.localhost")
    }
    processLauncher = isIsolated ? executable.map { ProcessLauncher($0, ["conformance-scenario", text]) } : nil
  }

  /// Whether every case has separate databases.
  var isolatesCases: Bool { template.contains(Self.placeholder) }

  func driver(for request: DriverRequest) async throws -> any DatabaseDriver {
    guard request.path == nil, request.access == .readWriteCreate, request.key == .usual, request.library == nil else {
      throw DatabaseError(.unsupportedFeature, "a server opens its database in its own way")
    }
    let driver = try DriverRegistry.standard.driver(for: try DriverURL(text(for: request)))
    guard isolatesCases else {
      try await claim(request, driver)
      return driver
    }
    try await namespaces?.make(request.label)
    return first.withLock { first in
      if let hrana = driver as? HranaDriver {
        defer { first.hrana = first.hrana ?? hrana }
        return hrana.onServer(of: first.hrana ?? hrana)
      }
      if let persql = driver as? PerSQLDriver {
        defer { first.persql = first.persql ?? persql }
        return persql.onService(of: first.persql ?? persql)
      }
      return driver
    }
  }

  /// The URL of a database.
  func text(for request: DriverRequest) -> String {
    isolatesCases ? template.replacingFirst(Self.placeholder, with: request.label) : template
  }

  func remove(_ request: DriverRequest) async throws { try await namespaces?.drop(request.label) }

  /// Empties the one database for a case.
  private func claim(_ request: DriverRequest, _ driver: any DatabaseDriver) async throws {
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

  /// Drops everything in a database, except `sqlite_sequence`, which can't be dropped, and empty pages.
  private static func clear(_ database: Database) async throws {
    let query: SQLFragment = """
      SELECT type, name FROM sqlite_master
      WHERE type IN ('trigger', 'view', 'table') AND (substr(name, 1, 7) <> 'sqlite_' OR name LIKE 'sqlite_stat_')
        AND substr(name, 1, 7) <> 'libsql_'
      ORDER BY type = 'table', sql NOT LIKE 'CREATE VIRTUAL%'
      """
    var statements: [SQLFragment] = ["PRAGMA defer_foreign_keys = 1"]
    for item in try await database.fetchAll(query.rows()).map(\.values) {
      guard case .text(let type)? = item.first, case .text(let name)? = item.last else { continue }
      statements.append("DROP \(raw: type.uppercased()) IF EXISTS \(identifier: name)")
    }
    // Set only where a case left another one, since servers may take neither.
    for number in ["user_version", "application_id"] {
      let found = try? await database.fetchOne(("PRAGMA \(raw: number)" as SQLFragment).rows())?.values.first
      if case .integer(let value)? = found, value != 0 { statements.append("PRAGMA \(raw: number) = 0") }
    }
    guard statements.count > 1 else { return }
    guard database.capabilities.transactions != .interactive else {
      let all = statements
      return try await database.write { transaction in
        for statement in all { try await transaction.execute(statement) }
      }
    }
    // All together where a batch takes as many: a table may refer to one that is dropped before it.
    let most = max(2, min(database.capabilities.limits.batchStatements, statements.count)) - 1
    for start in stride(from: 1, to: statements.count, by: most) {
      let part = [statements[0]] + statements[start..<min(start + most, statements.count)]
      try await database.batch { batch in for statement in part { batch.execute(statement) } }
    }
  }
}

extension DriverRequest {
  /// The name of the database on a server. It can be part of a host's name too, which has at most 63 characters and
  /// ignores upper and lower case.
  fileprivate var label: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in identifier.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return "case-" + String(hash, radix: 16)
  }
}

extension String {
  /// The text with the first occurrence of a part replaced.
  fileprivate func replacingFirst(_ part: String, with replacement: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return self[..<range.lowerBound] + replacement + self[range.upperBound...]
  }

  /// A URL without one of its options.
  fileprivate func removingOption(_ name: String) -> String {
    guard let mark = firstIndex(of: "?") else { return self }
    let options = self[index(after: mark)...].split(separator: "&").filter { !$0.hasPrefix(name + "=") }
    return self[..<mark] + (options.isEmpty ? "" : "?" + options.joined(separator: "&"))
  }
}
#endif
