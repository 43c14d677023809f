import Foundation
import Quarry
import QuarrySQLCipher
import QuarrySQLite
import Testing
import TestSupport

/// A pool whose file goes away or is replaced: reported by type by the next write, and by every reader that opens later.
@Suite("Moved files under a pool")
struct MovedFileTests {
  static let drivers: [LocalDriver] = [.sqlite, .sqlcipher]

  private func file(_ driver: LocalDriver, _ folder: TemporaryFolder) -> String {
    folder.file(driver.fileName)
  }

  @Test("A deleted file is reported, and none is made in its place", arguments: drivers)
  func deleted(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    try await database.execute("CREATE TABLE t (n)")
    try FileManager.default.removeItem(atPath: file(driver, folder))
    let write = await #expect(throws: DatabaseError.self) { try await database.execute("INSERT INTO t VALUES (1)") }
    #expect(write?.code == .fileMoved)
    // The first reader opens only now.
    let read = await #expect(throws: DatabaseError.self) { try await database.fetchAll(Values("SELECT n FROM t")) }
    #expect(read?.code == .fileMoved, "\(String(describing: read))")
    #expect(!FileManager.default.fileExists(atPath: file(driver, folder)))
    await database.close()
  }

  @Test("A replaced file is reported to readers that open later, and to the writer", arguments: drivers)
  func replaced(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let elsewhere = try TemporaryFolder()
    let other = try await driver.database(in: elsewhere)
    try await other.execute("CREATE TABLE t (n)")
    await other.close()
    let database = try await driver.database(in: folder)
    try await database.execute("CREATE TABLE t (n)")
    try FileManager.default.removeItem(atPath: file(driver, folder))
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file(driver, folder) + suffix) }
    try FileManager.default.moveItem(atPath: file(driver, elsewhere), toPath: file(driver, folder))
    let read = await #expect(throws: DatabaseError.self) { try await database.fetchAll(Values("SELECT n FROM t")) }
    #expect(read?.code == .fileMoved)
    let write = await #expect(throws: DatabaseError.self) { try await database.execute("INSERT INTO t VALUES (1)") }
    #expect(write?.code == .fileMoved)
    await database.close()
    // Opened again, it is the other file.
    let again = try await driver.database(in: folder)
    try await again.execute("INSERT INTO t VALUES (2)")
    #expect(try await again.fetchCount(Values("SELECT n FROM t")) == 1)
    await again.close()
  }

  @Test("A reader that is open learns of it too", arguments: drivers)
  func openReader(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    try await database.execute("CREATE TABLE t (n)")
    _ = try await database.fetchAll(Values("SELECT n FROM t"))
    try FileManager.default.removeItem(atPath: file(driver, folder))
    var code: DatabaseError.Code?
    for _ in 0..<10_000 where code == nil {
      do {
        _ = try await database.fetchAll(Values("SELECT n FROM t"))
        try await Task.sleep(for: .milliseconds(2))
      } catch let error as DatabaseError {
        code = error.code
      }
    }
    #expect(code == .fileMoved)
    await database.close()
  }
}
