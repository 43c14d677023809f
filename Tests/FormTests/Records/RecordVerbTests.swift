import Foundation
import Quarry
import QuarrySQLiteEngine
import TestSupport
import Testing

@Suite struct RecordVerbTests {
  @Test(arguments: FormEngine.allCases) func savingInsertsAndUpdates(_ engine: FormEngine) async throws {
    try await engine.withRecords { database in
      let nina = try await database.save(Member(0, "Nina", token: 1))
      #expect(nina.id == 1)
      var changed = nina
      changed.email = "n@x"
      #expect(try await database.save(changed) == changed)
      #expect(try await database.save(Member(7, "Abdullah", token: 2)).id == 7)
      #expect(try await database.fetchCount(Member.all) == 2)
      // Only the primary key leads to an update.
      await #expect(throws: DatabaseError.self) { try await database.save(Member(9, "nina", token: 3)) }
      do {
        try await database.save(Member(0, "other", token: 1))
        Issue.record("a unique column was overwritten")
      } catch let error as DatabaseError {
        #expect(error.code == .constraintUnique)
      }
      let seat = try await database.save(Seat("main", 3))
      #expect(try await database.save(seat) == seat)
      #expect(try await database.fetchCount(Seat.all) == 1)
      let entry = try await database.save(Entry("a"))
      #expect(entry.id == 1)
      #expect(try await database.save(Entry("b", id: 1)).text == "b")
    }
  }

  @Test(arguments: FormEngine.allCases) func requiringNamesWhatWasLookedFor(_ engine: FormEngine) async throws {
    try await engine.withRecords { database in
      let nina = try await database.save(Member(0, "Nina", token: 1))
      #expect(try await database.require(Member.find(1)) == nina)
      #expect(try await database.require(Member.where { $0.name == "NINA" }.select { $0.id }) == 1)
      func message<Query: SQLFetchable>(_ query: Query) async -> String {
        do {
          _ = try await database.require(query)
          return ""
        } catch { return "\(error)" }
      }
      for text in [
        await message(Member.find(77)), await message(Member.where { $0.name == "secret" && $0.email == "secret" }),
        await message(Member.find(by: Member.name, "secret")),
        await message(Member.where { $0.name == "secret" }.map { $0.id }),
        await message(Member.where { $0.name == "secret" }.select { $0.id }),
        await message(("SELECT * FROM Member WHERE name = \("secret")" as SQLFragment).as(Member.self)),
      ] {
        #expect(text.contains("rowNotFound") && text.contains("Member") && !text.contains("secret"), "\(text)")
      }
      #expect(await message(Member.find(77)).contains("\"id\""))
      #expect(await message(Member.find(by: Member.name, "x")).contains("\"name\""))
      #expect(await message(Member.where { $0.email == "x" }).contains("\"email\""))
    }
  }

  @Test(arguments: FormEngine.allCases) func uniqueColumnsFindOneRecord(_ engine: FormEngine) async throws {
    try await engine.withRecords { database in
      let nina = try await database.save(Member(0, "Nina", email: "n@x", token: 1, score: 1.5))
      try await database.save(Member(0, "Abdullah", token: 2))
      try await database.save(Seat("main", 3))
      #expect(try await database.find(Member.self, by: Member.name, "nina") == nina)
      #expect(try await database.find(Member.self, by: Member.token, someUUID(1)) == nina)
      #expect(try await database.find(Member.self, by: Member.token, someUUID(9)) == nil)
      #expect(try await database.find(Member.self, by: (Member.email, Member.score), ("n@x", 1.5)) == nina)
      #expect(try await database.find(Member.self, by: (Member.email, Member.score), (nil, 0)) == nil)
      #expect(try await database.find(Seat.self, by: (Seat.number, Seat.hall), (3, "main")) == Seat("main", 3))
      #expect(try await database.find(Member.self, by: (Member.id, Member.name), (1, "x")) == nil)
      let three = (Member.id, Member.name, Member.email)
      #expect(try await database.find(Member.self, by: three, (1, "nina", "n@x")) == nina)
      #expect(try await database.require(Member.find(by: three, (1, "nina", "n@x"))) == nina)
      #expect(try await database.find(Member.self, by: three, (1, "nina", nil)) == nil)
      for refused in [
        { try await database.find(Member.self, by: Member.email, "n@x") },
        { try await database.find(Member.self, by: Member.score, 1) },
      ] as [() async throws -> Member?] {
        do {
          _ = try await refused()
          Issue.record("a column that is not unique was taken")
        } catch let error as DatabaseError {
          #expect(error.code == .invalidQuery)
        }
      }
      await #expect(throws: DatabaseError.self) { try await database.find(Seat.self, by: Seat.hall, "main") }
      await #expect(throws: DatabaseError.self) { try await database.find(Seat.self, by: Member.name, "main") }
    }
  }

  @Test(arguments: FormEngine.allCases) func refreshingReadsTheStoredRow(_ engine: FormEngine) async throws {
    try await engine.withRecords { database in
      let nina = try await database.save(Member(0, "Nina", token: 1))
      try await database.update(Member.all) { $0.email = "new" }
      #expect(try await database.refresh(nina).email == "new")
      try await database.delete(nina)
      do {
        _ = try await database.refresh(nina)
        Issue.record("a deleted row was read")
      } catch let error as DatabaseError {
        #expect(error.code == .rowNotFound)
      }
      do {
        _ = try await database.refresh(Entry("a"))
        Issue.record("a record without key was read")
      } catch let error as DatabaseError {
        #expect(error.code == .invalidQuery)
      }
    }
  }

  @Test(arguments: FormEngine.allCases) func onlyChangedColumnsAreWritten(_ engine: FormEngine) async throws {
    try await engine.withRecords { database in
      let old = try await database.save(Member(0, "Nina", email: "a", token: 1, score: 2))
      var new = old
      new.score = 3
      try await database.update(Member.all) { $0.email = "theirs" }
      #expect(try await database.update(new, onlyChangedFrom: old).affectedRows == 1)
      let stored = try await database.refresh(old)
      #expect(stored.email == "theirs" && stored.score == 3)
      #expect(try await database.update(old, onlyChangedFrom: old).affectedRows == 0)
      new.email = nil
      #expect(try await database.update(new, onlyChangedFrom: old).affectedRows == 1)
      #expect(try await database.refresh(old).email == nil)
      new.id = 2
      await #expect(throws: DatabaseError.self) { try await database.update(new, onlyChangedFrom: old) }
      let missing = Member(50, "x")
      var other = missing
      other.name = "y"
      #expect(try await database.update(other, onlyChangedFrom: missing).affectedRows == 0)
      let counted = try await database.batch { $0.update(old, onlyChangedFrom: old) }
      #expect(counted.affectedRows == 0)
    }
  }

  @Test(arguments: FormEngine.allCases) func setsAndDictionaries(_ engine: FormEngine) async throws {
    try await engine.withRecords { database in
      try await database.insert([Member(1, "a", token: 1), Member(2, "b", token: 2), Member(3, "c", token: 3)])
      #expect(try await database.fetchSet(Member.all.select { $0.score }) == [0])
      let byName = try await database.fetchDictionary(Member.all) { $0.name }
      #expect(byName["b"]?.id == 2 && byName.count == 3)
      #expect(try await database.fetchDictionary(Member.all, by: \.id)[3]?.name == "c")
      do {
        _ = try await database.fetchDictionary(Member.all) { $0.score }
        Issue.record("two rows under one key")
      } catch let error as DatabaseError {
        #expect(error.code == .duplicateKey)
      }
    }
  }

  @Test(arguments: FormEngine.allCases) func verbsOfBatches(_ engine: FormEngine) async throws {
    try await engine.withRecords { database in
      let (nina, found, missing, page, numbered) = try await database.batch { batch in
        (
          batch.save(Member(0, "Nina", token: 1)), batch.find(Member.self, by: Member.name, "Nina"),
          batch.find(Member.self, by: (Member.email, Member.score), ("x", 1)),
          batch.page(Member.order { $0.name }, size: 1), batch.page(Member.all, number: 1, size: 10)
        )
      }
      #expect(found == nina && missing == nil && page.rows == [nina] && page.next == nil)
      #expect(numbered.total == 1 && numbered.rows == [nina])
      try await database.batch { batch in
        batch.save(Member(0, "Abdullah", token: 2))
        batch.save(Member(1, "Nina S", token: 1))
      }
      let (names, byID, refreshed, required) = try await database.batch { batch in
        (
          batch.fetchSet(Member.all.select { $0.name }), batch.fetchDictionary(Member.all) { $0.id },
          batch.refresh(nina), batch.require(Member.order { $0.id.descending })
        )
      }
      #expect(names == ["Nina S", "Abdullah"] && byID.count == 2 && refreshed.name == "Nina S" && required.id == 2)
      do {
        _ = try await database.batch { batch in
          batch.delete(Member.where { $0.id == 2 })
          return batch.require(Member.find(77))
        }
        Issue.record("a missing row was required")
      } catch let error as DatabaseError {
        #expect(error.code == .rowNotFound && error.outcome == .applied)
      }
      #expect(try await database.fetchCount(Member.all) == 1)
    }
  }

  @Test(arguments: FormEngine.allCases) func verbsOfSessionsAndTransactions(_ engine: FormEngine) async throws {
    try await engine.withRecords { database in
      try await database.write { session in
        let nina = try session.save(Member(0, "Nina", token: 1))
        var other = nina
        other.email = "x"
        try session.update(other, onlyChangedFrom: nina)
        #expect(try session.refresh(nina) == other)
        #expect(try session.require(Member.find(by: Member.name, "Nina")) == other)
        #expect(try session.find(Member.self, by: (Member.email, Member.score), ("x", 0)) == other)
        #expect(try session.fetchSet(Member.all) == [other])
        #expect(try session.fetchDictionary(Member.all) { $0.id } == [1: other])
        #expect(try session.page(Member.all, size: 3).rows == [other])
        #expect(try session.page(Member.all, number: 2, size: 3).total == 1)
      }
      try await database.write { transaction in
        let seat = try await transaction.save(Seat("a", 1))
        #expect(try await transaction.require(Seat.find("a", 1)) == seat)
        #expect(try await transaction.fetchDictionary(Seat.all, by: \.number).count == 1)
        #expect(try await transaction.page(Seat.all, number: 1, size: 1).rows == [seat])
      }
    }
    let folder = try TemporaryFolder()
    let context = try LocalDriver.memory.context(in: folder)
    try context.createTable(Seat.self)
    #expect(try context.save(Seat("a", 1)) == context.require(Seat.find("a", 1)))
  }
}
