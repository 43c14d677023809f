import Foundation
import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// No more room: the error is clear, what was written before stays, and the connection goes on.
@Suite("Bad input: a full disk")
struct FullDiskTests {
  private static func fill(_ context: SQLContext) throws {
    try context.transaction {
      for number in 100..<2000 { try context.insert(Item(Int64(number), String(repeating: "x", count: 1000))) }
    }
  }

  @Test("The page limit of the database", arguments: LocalDriver.engines)
  func pageLimit(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    try context.createTable(Item.self)
    try context.insert(Item(1, "kept"))
    _ = try context.value("PRAGMA max_page_count = 50")
    let error = try databaseError { try Self.fill(context) }
    #expect(error.code == .diskFull)
    #expect(error.engineCode == .full)
    #expect(!context.isInTransaction)
    #expect(try context.fetchAll(Item.all) == [Item(1, "kept")])
    try context.insert(Item(2))
    _ = try context.value("PRAGMA max_page_count = 100000")
    try Self.fill(context)
    #expect(try context.fetchCount(Item.all) == 1902)
    #expect(try context.value("PRAGMA integrity_check") == "ok")
  }

  #if os(Linux)
  @Test("The file-size limit of the process")
  func fileSizeLimit() async {
    await #expect(processExitsWith: .success) {
      for place in [LocalDriver.sqlite, .sqlcipher] {
        let folder = try TemporaryFolder()
        var context = try place.context(in: folder)
        try context.createTable(Item.self)
        try context.insert(Item(1, "kept"))
        // Without this the kernel ends the process instead of refusing the write.
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        let before = limit.rlim_cur
        limit.rlim_cur = 300_000
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
        let error = try databaseError { try FullDiskTests.fill(context) }
        #expect([.diskFull, .inputOutput].contains(error.code), "\(error)")
        if place == .sqlcipher, error.code == .inputOutput {
          // An encrypted connection that could not write its file is given up; another one finds everything.
          #expect(try databaseError { try context.fetchAll(Item.all) }.code == .connectionClosed)
          context.close()
          context = try place.context(in: folder)
        }
        #expect(!context.isInTransaction)
        #expect(try context.fetchAll(Item.all) == [Item(1, "kept")])
        limit.rlim_cur = before
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
        try FullDiskTests.fill(context)
        #expect(try context.fetchCount(Item.all) == 1901)
        #expect(try context.value("PRAGMA integrity_check") == "ok")
      }
    }
  }
  #endif
}
