import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

@Suite("Memory limits")
struct MemoryLimitTests {
  @Test("Values and rows beyond the limits are too big, and the connection goes on", arguments: Installed.all)
  func limits(library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    let before = try connection.setMemoryLimits(SQLiteMemoryLimits(valueBytes: 1 << 20, rowBytes: 2 << 20))
    #expect(before.valueBytes > 1 << 20 && before.rowBytes == .max)
    for sql in [
      "SELECT zeroblob(2000000)", "SELECT hex(randomblob(600000))",
      "SELECT zeroblob(900000), zeroblob(900000), zeroblob(900000)",
    ] {
      let error = try databaseError { _ = try connection.rows(sql) }
      #expect(error.code == .tooBig, "\(sql): \(error.message)")
      #expect(try connection.value("SELECT 1") == 1)
    }
    // Rows within the limit come, also where one batch holds more than a row may have.
    let sql = "WITH c(n) AS (VALUES (1), (2), (3), (4)) SELECT n, zeroblob(900000), zeroblob(900000) FROM c"
    #expect(try connection.rows(sql).count == 4)
    try connection.setMemoryLimits(before)
    #expect(try connection.value("SELECT length(zeroblob(2000000))") == 2_000_000)
  }

  @Test("The error of a row that is too big says what became of its statement")
  func aWriteWithARowThatIsTooBig() throws {
    let connection = try #require(Installed.all.first).openMemory()
    try connection.execute("CREATE TABLE t(n)")
    try connection.setMemoryLimits(SQLiteMemoryLimits(valueBytes: 1 << 20, rowBytes: 1 << 20))
    let error = try databaseError {
      _ = try connection.rows("INSERT INTO t VALUES (1) RETURNING zeroblob(900000), zeroblob(900000)")
    }
    #expect(error.code == .tooBig)
    let count = try connection.value("SELECT count(*) FROM t")
    #expect(error.outcome == (count == 1 ? .applied : .notApplied))
  }
}
