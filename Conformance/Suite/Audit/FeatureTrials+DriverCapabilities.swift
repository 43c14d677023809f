import Quarry

extension FeatureTrials {
  /// Tries a capability.
  func verdict(of need: CapabilityNeed) async -> TrialVerdict {
    do {
      switch need {
      case .interactiveTransactions: return try await interactiveTransactions()
      case .exactIntegers:
        return try await roundTrip("integers", [.integer(9_007_199_254_740_993), .integer(.min), .integer(.max)])
      case .blobs: return try await roundTrip("blobs", [.blob([0, 0xff, 0x27, 0x80]), .blob([])])
      case .infinities: return try await roundTrip("reals", [.real(.infinity), .real(-.infinity)])
      case .zeroBytes: return try await roundTrip("texts", [.text("a\0b"), .text("\0")])
      case .attach:
        let (connection, _) = try await fresh()
        let outcome = await connection.run("ATTACH ':memory:' AS audited; CREATE TABLE audited.t(k)")
        await connection.close()
        return outcome.verdict(expecting: .anything)
      case .interrupts: return try await interrupts()
      }
    } catch {
      let error = DatabaseError(trial: error)
      return error.speaksForEngine ? .fails("\(error)") : .untried("\(error)")
    }
  }

  /// A transaction that is rolled back over several calls, and one that is committed.
  private func interactiveTransactions() async throws -> TrialVerdict {
    let (connection, _) = try await fresh()
    for statement in ["CREATE TABLE t(k)", "BEGIN", "INSERT INTO t VALUES(1)"] {
      _ = try await connection.firstRow(statement, [])
    }
    let isOpen = connection.isInTransaction
    for statement in ["ROLLBACK", "BEGIN", "INSERT INTO t VALUES(2)", "COMMIT"] {
      _ = try await connection.firstRow(statement, [])
    }
    let row = try await connection.firstRow("SELECT group_concat(k) FROM t", [])
    let isIdle = !connection.isInTransaction
    await connection.close()
    guard isOpen, isIdle else { return .fails("the connection doesn't report whether a transaction is open") }
    return row == [.text("2")] ? .works(nil) : .fails("the rows are \(row.map { [$0].exactDescription } ?? "none")")
  }

  /// Binds, stores and reads values, in the shared database, because there may be no other one.
  private func roundTrip(_ name: String, _ values: [SQLValue]) async throws -> TrialVerdict {
    let connection = try await connection()
    _ = try await connection.firstRow("CREATE TABLE audited_\(name)(n, v)", [])
    var difference: String?
    for (number, value) in values.enumerated() where difference == nil {
      let key = SQLValue.integer(Int64(number))
      _ = try await connection.firstRow("INSERT INTO audited_\(name) VALUES(?, ?)", [key, value])
      let row = try await connection.firstRow("SELECT v, typeof(v) FROM audited_\(name) WHERE n = ?", [key])
      let expected: [SQLValue] = [value, .text(value.storageClass.description)]
      if let row, [row].isIdentical(to: [expected]) { continue }
      difference = "\(value.exactDescription) comes back as \(row.map { [$0].exactDescription } ?? "no row")"
    }
    _ = try await connection.firstRow("DROP TABLE audited_\(name)", [])
    return difference.map { .fails($0) } ?? .works(nil)
  }

  /// Interrupts one statement after its first row, and one before its first step.
  private func interrupts() async throws -> TrialVerdict {
    for rows in [1, 0] {
      let (connection, _) = try await fresh()
      let error = try await connection.errorAfterInterrupt(
        "WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL SELECT x+1 FROM c WHERE x<50000) SELECT x FROM c", behind: rows)
      await connection.close()
      guard let error else { return .fails("a statement that was interrupted after row \(rows) ran to its end") }
      guard error.code == .interrupted else { return .fails("\(error)") }
    }
    return .works(nil)
  }

  // MARK: - Kinds

  /// Tries whether the driver has a kind.
  func verdict(of kind: DriverKind, isDeclared: Bool) async -> TrialVerdict {
    do {
      switch kind {
      case .local: return try await local()
      case .file: return try await file()
      case .memory: return try await memory(isDeclared: isDeclared)
      case .dlopen:
        guard let local = try await connection().local else { return .untried("there is no library to ask") }
        return EngineLibrarySymbols.contains("sqlite3_libversion_number", path: local.libraryPath) == true
          ? .works(nil) : .fails("no library is loaded from \(local.libraryPath)")
      case .cipher: return try await cipher(isDeclared: isDeclared)
      case .remote:
        guard try await connection().local != nil else { return .untried("a network can't be detected") }
        return .fails("the engine runs in this process")
      case .dist: return .untried("other machines can't be detected")
      case .sqlite:
        guard let local = try await connection().local else { return .untried("there is no library to ask") }
        if try await connection().firstRow("PRAGMA cipher_version", []) != nil { return .fails("it is SQLCipher") }
        let row = try await connection().firstRow("SELECT sqlite_version()", [])
        return row == [.text(local.libraryVersion)] ? .works(nil) : .fails("it reports another version")
      case .shared: return try await shared()
      }
    } catch {
      return .untried("\(error)")
    }
  }

  private func local() async throws -> TrialVerdict {
    let (connection, request) = try await fresh()
    await connection.close()
    return try await isLocal(request)
      ? .works(nil) : .fails("the driver's connections aren't synchronous connections of its engine layer")
  }

  /// Whether creating a table creates a file at the path of the request.
  private func file() async throws -> TrialVerdict {
    let (connection, request) = try await fresh()
    _ = try await connection.firstRow("CREATE TABLE t(k)", [])
    await connection.close()
    return CaseFolder.hasFile(request.filePath) ? .works(nil) : .fails("there is no file \(request.filePath)")
  }

  private func memory(isDeclared: Bool) async throws -> TrialVerdict {
    guard isDeclared else { return .untried("the place of the database can't be detected") }
    let (connection, request) = try await fresh()
    _ = try await connection.firstRow("CREATE TABLE t(k)", [])
    await connection.close()
    return CaseFolder.hasFile(request.filePath) ? .fails("there is a file \(request.filePath)") : .works(nil)
  }

  /// Whether the file of a database shows the stored text.
  private func cipher(isDeclared: Bool) async throws -> TrialVerdict {
    let (connection, request) = try await fresh()
    let marker = "Weissfluhjoch"
    _ = try await connection.firstRow("CREATE TABLE \(marker)(k)", [])
    await connection.close()
    guard let content = CaseFolder.firstBytes(of: request.filePath, count: 1 << 20), !content.isEmpty else {
      return .untried("there is no file to look at")
    }
    return content.firstRange(of: Array(marker.utf8)) == nil
      ? .works(nil) : .fails("the schema can be read in the file")
  }

  /// Whether a second connection for the same request sees the changes of the first one.
  private func shared() async throws -> TrialVerdict {
    let (first, request) = try await fresh { $0.busyTimeout = .milliseconds(200) }
    _ = try await first.firstRow("CREATE TABLE t(k)", [])
    let second = try await open(request)
    let outcome = await second.run("SELECT count(*) FROM t")
    await second.close()
    await first.close()
    return outcome.verdict(expecting: .equals("0"))
  }
}
