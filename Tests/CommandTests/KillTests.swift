#if Command
import Foundation
import Quarry
import QuarrySQLCipher
import QuarrySQLite
import TestSupport
import Testing

/// Processes that are killed in the middle of work on a file: there is the old state or the new one, whole, and behind the
/// next opening nothing else. `QUARRY_KILL_ROUNDS` says how often each is killed.
@Suite(
  "Processes that are killed", .serialized, .enabled(if: Installed.hasSQLCipher, "skipped: SQLCipher is not installed"))
struct KillTests {
  private static let rounds = Surroundings.variable("QUARRY_KILL_ROUNDS").flatMap { Int($0) } ?? 6
  private static let marker = "find me if you can"
  private static let keys = ["OLD_KEY": "the old key", "NEW_KEY": "the new key"]
  private static let old = SQLCipherEncryption(key: .passphrase("the old key"))
  private static let new = SQLCipherEncryption(key: .passphrase("the new key"))

  enum Work: String, CaseIterable, Sendable {
    case migrate, migrateEncrypted, encrypt, decrypt, rekey, backup, dump

    /// Whether the file is encrypted before.
    var isEncrypted: Bool { self == .migrateEncrypted || self == .decrypt || self == .rekey }
  }

  private func encryptedURL(_ path: String, _ key: String) -> String { "sqlcipher:\(path)?key-env=\(key)" }

  private func arguments(_ work: Work, _ folder: TemporaryFolder, _ steps: TemporaryFolder) -> [String] {
    let path = folder.file("a.db")
    let (old, new) = (encryptedURL(path, "OLD_KEY"), encryptedURL(path, "NEW_KEY"))
    switch work {
    case .migrate: return ["migrate", "sqlite:\(path)", steps.path]
    case .migrateEncrypted: return ["migrate", old, steps.path]
    case .encrypt: return ["encrypt", new]
    case .decrypt: return ["decrypt", old]
    case .rekey: return ["rekey", old, new]
    case .backup: return ["backup", "sqlite:\(path)", folder.file("copy.db")]
    case .dump: return ["dump", "sqlite:\(path)", folder.file("copy.sql")]
    }
  }

  private func database(_ path: String, _ encryption: SQLCipherEncryption?) async throws -> Database {
    if let encryption {
      return try await Database(SQLCipherDriver(path: path, encryption: encryption, mode: .readWrite))
    }
    return try await Database(SQLiteDriver(path: path, mode: .readWrite))
  }

  /// A file with version 1, and rows.
  private func prepare(_ work: Work) async throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let path = folder.file("a.db")
    let database: Database
    if work.isEncrypted {
      database = try await Database(SQLCipherDriver(path: path, encryption: Self.old))
    } else {
      database = try await Database(SQLiteDriver(path: path))
    }
    try await database.write { session in
      try session.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)")
      try session.execute("CREATE TABLE run (step INTEGER)")
      try session.execute("INSERT INTO run VALUES (1)")
      let rows = SQLFragment(
        raw: """
          WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 20000)
          INSERT INTO t (a) SELECT '\(Self.marker) ' || x FROM n
          """)
      try session.execute(rows)
      try session.execute("PRAGMA user_version = 1")
    }
    try await database.checkpoint(.truncate)
    await database.close()
    return folder.bytes(of: "a.db")
  }

  /// Steps 1 to 5; each writes its number, and some copy all rows.
  private func writeSteps(_ folder: TemporaryFolder) throws {
    try folder.write("CREATE TABLE never (x)".utf8, to: "1_first.sql")
    for step in 2...5 {
      let text = """
        CREATE TABLE t\(step) (id INTEGER PRIMARY KEY, a TEXT NOT NULL);
        INSERT INTO t\(step) SELECT id, a FROM t; DROP TABLE t; ALTER TABLE t\(step) RENAME TO t;
        INSERT INTO run VALUES (\(step));
        """
      try folder.write(text.utf8, to: "\(step)_step.sql")
    }
  }

  private func files(_ folder: TemporaryFolder) -> [String] {
    (FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String]) ?? []
  }

  private func holdsMarker(_ folder: TemporaryFolder) -> Bool {
    files(folder).contains { Data(folder.bytes(of: $0)).range(of: Data(Self.marker.utf8)) != nil }
  }

  /// Makes sure that a database is whole, and returns its version.
  private func version(_ path: String, _ encryption: SQLCipherEncryption?) async throws -> Int64 {
    let database = try await database(path, encryption)
    #expect(try await database.checkIntegrity().isSound)
    let count = try await database.fetchAll(("SELECT count(*) FROM t" as SQLFragment).values(Int64.self))
    #expect(count == [20_000])
    let steps = try await database.fetchAll(("SELECT step FROM run ORDER BY rowid" as SQLFragment).values(Int64.self))
    let version =
      try await database.fetchAll(("PRAGMA user_version" as SQLFragment).values(Int64.self)).first ?? Int64(-1)
    #expect(steps == Array(1...max(version, 1)), "each step once")
    await database.close()
    return version
  }

  @Test("Killed at any moment, a file is in the old state or in the new one", arguments: Work.allCases)
  func killed(_ work: Work) async throws {
    let steps = try TemporaryFolder()
    try writeSteps(steps)
    let content = try await prepare(work)
    // How long it takes, to know when to kill.
    let trial = try TemporaryFolder()
    try trial.write(content, to: "a.db")
    let start = ContinuousClock.now
    let done = try await CommandProcess(arguments(work, trial, steps), environment: Self.keys).wait()
    #expect(done.code == 0, "\(done.text)")
    let duration = start.duration(to: .now)
    var killed = 0
    for round in 0..<Self.rounds {
      let folder = try TemporaryFolder()
      try folder.write(content, to: "a.db")
      // Half of the copies replace an older one.
      if work == .backup || work == .dump, round % 2 == 0 { try folder.write("old".utf8, to: "copy.db") }
      if work == .dump, round % 2 == 0 { try folder.write("old".utf8, to: "copy.sql") }
      let process = try CommandProcess(arguments(work, folder, steps), environment: Self.keys)
      let deadline = ContinuousClock.now + duration * Double.random(in: 0...0.9)
      while ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(2)) }
      if try await process.kill() { killed += 1 }
      try await check(work, folder, steps)
    }
    #expect(killed > 0 || Self.rounds < 20, "none of the processes was there any more")
  }

  private func check(_ work: Work, _ folder: TemporaryFolder, _ steps: TemporaryFolder) async throws {
    let path = folder.file("a.db")
    switch work {
    case .migrate, .migrateEncrypted:
      let encryption = work == .migrate ? nil : Self.old
      if encryption != nil { #expect(!holdsMarker(folder)) }
      #expect((1...5).contains(try await version(path, encryption)))
      let rest = try await CommandProcess(arguments(work, folder, steps), environment: Self.keys).wait()
      #expect(rest.code == 0, "\(rest.text)")
      #expect(try await version(path, encryption) == 5)
    case .encrypt, .decrypt, .rekey:
      if work == .rekey { #expect(!holdsMarker(folder)) }
      let isInTheClear = try SQLCipherFile(path: path).isInTheClear
      switch (work, isInTheClear) {
      case (.rekey, _):
        #expect(!isInTheClear)
        do {
          #expect(try await version(path, Self.old) == 1)
        } catch let error as DatabaseError where error.code == .wrongKey {
          #expect(try await version(path, Self.new) == 1)
        }
      case (.encrypt, false): #expect(try await version(path, Self.new) == 1)
      case (.decrypt, false): #expect(try await version(path, Self.old) == 1)
      default: #expect(try await version(path, nil) == 1)
      }
      if work == .encrypt, !isInTheClear { #expect(!holdsMarker(folder)) }
    case .backup, .dump:
      let name = work == .backup ? "copy.db" : "copy.sql"
      let bytes = folder.bytes(of: name)
      if !bytes.isEmpty, bytes != Array("old".utf8) {
        if work == .backup {
          #expect(try await version(folder.file(name), nil) == 1)
        } else {
          #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("COMMIT;\n"))
        }
      }
      #expect(try await version(path, nil) == 1)
      let next = try await CommandProcess(arguments(work, folder, steps)).wait()
      #expect(next.code == 0, "\(next.text)")
    }
    let rest = files(folder).filter { !["a.db", "copy.db", "copy.sql"].contains($0) }
    #expect(rest.isEmpty, "left behind: \(rest)")
  }

  @Test(
    "O1, S45: eight processes that migrate one file at once apply each step once, and none sees an error",
    arguments: [false, true])
  func atOnce(_ isEncrypted: Bool) async throws {
    let rounds = Surroundings.variable("QUARRY_MIGRATION_ROUNDS").flatMap { Int($0) } ?? 3
    let steps = try TemporaryFolder()
    try writeSteps(steps)
    let work = isEncrypted ? Work.migrateEncrypted : .migrate
    let content = try await prepare(work)
    for _ in 0..<rounds {
      let folder = try TemporaryFolder()
      try folder.write(content, to: "a.db")
      let processes = try (0..<8).map { _ in
        try CommandProcess(arguments(work, folder, steps), environment: Self.keys)
      }
      var applied: [String] = []
      for process in processes {
        let (code, text) = try await process.wait()
        #expect(code == 0, "\(text)")
        applied += text.split(separator: "\n").filter { $0.hasSuffix(" step") }.map(String.init)
      }
      #expect(applied.sorted() == ["2 step", "3 step", "4 step", "5 step"])
      #expect(try await version(folder.file("a.db"), isEncrypted ? Self.old : nil) == 5)
    }
  }
}
#endif
