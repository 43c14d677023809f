#if Macros
import Foundation
@testable import Quarry
import Synchronization
import Testing
import TestSupport

/// Drafts leave out what changes fill with the time.
@Suite("Drafts with time stamps") struct StampedDraftTests {
  @Table struct Note: Equatable {
    var id: Int64
    var text: String
    @Column(stamp: .created, coding: .unixSeconds) var created: Date
    @Column(stamp: .updated, coding: .unixMilliseconds) var updated: Date
    @Column(stamp: .updated, coding: .unixInteger) var seen: Date?
  }

  @Test("Insert and save fill the stamps, whatever the draft says", arguments: LocalDriver.engines)
  func filled(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let clock = Mutex(Date(timeIntervalSince1970: 100))
    let now = { @Sendable in clock.withLock { $0 } }
    let database = try await driver.database(in: folder, configuration: DatabaseConfiguration(now: now))
    try await database.createTable(Note.self)

    let stored = try await database.insert(Note.Draft(text: "a"))
    let at100 = Date(timeIntervalSince1970: 100)
    #expect(stored == Note(id: 1, text: "a", created: at100, updated: at100, seen: at100))

    clock.withLock { $0 = Date(timeIntervalSince1970: 200) }
    let at200 = Date(timeIntervalSince1970: 200)
    var draft = Note.Draft(stored)
    draft.text = "b"
    let saved = try await database.save(draft)
    #expect(saved == Note(id: 1, text: "b", created: at100, updated: at200, seen: at200))
    #expect(try await database.fetchAll(Note.all) == [saved])

    let second = try await database.save(Note.Draft(text: "c", created: at100))
    #expect(second == Note(id: 2, text: "c", created: at200, updated: at200, seen: at200))
    try await database.insert([Note.Draft(text: "d"), Note.Draft(text: "e", seen: at100)])
    #expect(try await database.fetchAll(Note.where { $0.created == at200 && $0.seen == at200 }).count == 3)
    let ticket = try await database.batch { $0.insert(Note.Draft(text: "f")) }
    #expect(ticket.updated == at200)
    await database.close()
  }
}
#endif
