import Quarry

extension TransactionCases {
  /// Batches with results.
  static let batches: [ConformanceCase] = [
    ConformanceCase(
      "TXN-38", "a batch returns what its entries return by themselves", .core, "Quarry: Database.batch",
      "Every entry MUST return what the same call returns by itself, and MUST see what the entries before it changed."
    ) { test in
      let database = try await test.database(holding: [BatchedNote.creation])
      try await test.refusable {
        let (first, many, ignored, none) = try await database.batch { batch in
          (
            batch.insert(BatchedNote(0, "a", 1)), batch.insert([BatchedNote(2, "b", 2), BatchedNote(3, "c", nil)]),
            batch.insert(BatchedNote(9, "a", 9), or: .ignore), batch.insert(BatchedNote(4, "d", 4), or: .ignore)
          )
        }
        test.expectEqual(first, BatchedNote(1, "a", 1), "the stored record, with its key")
        test.expectEqual(many.affectedRows, 2, "records together")
        test.expectEqual(ignored, nil, "a record that was ignored")
        test.expectEqual(none, BatchedNote(4, "d", 4), "one that was not")
      }
      await test.expectRows(
        database, "SELECT id, text, n FROM note ORDER BY id",
        [[1, "a", 1], [2, "b", 2], [3, "c", .null], [4, "d", 4]], "what was inserted")
      try await test.refusable {
        let (all, one, count, isThere, found, missing, sum) = try await database.batch { batch in
          (
            batch.fetchAll(BatchedNote.where { $0.id > 1 }.order { $0.id.descending }),
            batch.fetchOne(BatchedNote.order { $0.id.descending }), batch.fetchCount(BatchedNote.all),
            batch.exists(BatchedNote.where { $0.n == 2 }), batch.find(BatchedNote.self, 3),
            batch.find(BatchedNote.self, 99), batch.fetchOne(total)
          )
        }
        test.expectEqual(all.map(\.id), [4, 3, 2], "all rows, in order")
        test.expectEqual(one?.id, 4, "the first row")
        test.expectEqual(count, 4, "the number of rows")
        test.expect(isThere, "whether there is one")
        test.expectEqual(found, BatchedNote(3, "c", nil), "a record by its key")
        test.expectEqual(missing, nil, "a record that is not there")
        test.expectEqual(sum, 7, "a value")
      }
      try await test.refusable {
        let changes = try await database.batch { batch in
          [
            batch.update(BatchedNote(1, "e", 1)), batch.update(BatchedNote.where { $0.id > 2 }) { $0.n = 5 },
            batch.upsert(BatchedNote(2, "f", 2)), batch.upsert(BatchedNote(7, "g", 7)),
            batch.delete(BatchedNote(3, "", nil)), batch.delete(BatchedNote.where { $0.id > 90 }),
          ]
        }
        test.expectEqual(changes.map(\.affectedRows), [1, 2, 1, 1, 1, 0], "the numbers of changed rows")
        await test.expectRows(
          database, "SELECT id, text, n FROM note ORDER BY id",
          [[1, "e", 1], [2, "f", 2], [4, "d", 5], [7, "g", 7]], "what was changed")
      }
      guard test.section("reads among writes", requires: .capability(.readsAmongWrites)) else { return }
      try await test.refusable {
        let (before, deleted, between, text, after) = try await database.batch { batch in
          (
            batch.fetchCount(BatchedNote.all), batch.execute("DELETE FROM note WHERE id > 1"),
            batch.fetchCount(BatchedNote.all),
            batch.fetchOne(("SELECT text FROM note" as SQLFragment).values(String.self)),
            batch.exists(BatchedNote.where { $0.id == 2 })
          )
        }
        test.expect(before == deleted.affectedRows + 1 && before > 1, "the count before: \(before)")
        test.expectEqual(between, 1, "the count behind the deletion")
        test.expect(text != nil, "the row that is left")
        test.expect(!after, "a row that is gone")
      }
    },
    ConformanceCase(
      "TXN-39", "an entry that fails names itself, wherever it stands, and the batch leaves nothing", .core,
      "Quarry: Database.batch",
      "A batch MUST be applied as a whole or not at all, whether its results are wanted or not."
    ) { test in
      let database = try await test.database(holding: [BatchedNote.creation, "INSERT INTO note VALUES (1, 'a', 1)"])
      for isWanted in [true, false] {
        for position in 0..<4 {
          await test.expectEntry(position + 1, .constraintUnique, isWanted) {
            try await database.batch { batch in
              let tickets = (0..<4).map { index in
                batch.execute("INSERT INTO note VALUES (\(index + 10), \(index == position ? "a" : "n\(index)"), NULL)")
              }
              return isWanted ? tickets : []
            }
          }
          await test.expectEntry(position + 1, .noSuchObject, isWanted) {
            try await database.batch { batch in
              let tickets = (0..<4).map { index in
                batch.execute(index == position ? "DELETE FROM nowhere" : "DELETE FROM note WHERE id = \(index)")
              }
              return isWanted ? tickets : []
            }
          }
          await test.expectRows(database, "SELECT id, text FROM note", [[1, "a"]], "nothing stays")
        }
      }
      try await database.batch { batch in
        batch.execute("INSERT INTO note VALUES (2, 'b', 2)")
        batch.execute("DELETE FROM note WHERE id = 1")
      }
      await test.expectRows(database, "SELECT id, text FROM note", [[2, "b"]], "the next batch is applied")
    },
    ConformanceCase(
      "TXN-40", "a batch of reads sees one state of the database", .core, "Quarry: Database.batch",
      "The reads of one batch MUST NOT see anything of a change that another one of them does not see."
    ) { test in
      let database = try await test.database(holding: [BatchedNote.creation])
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for round in 1...12 as ClosedRange<Int64> {
            try await database.batch { batch in
              batch.execute("INSERT INTO note VALUES (\(round), NULL, 1)")
              batch.execute("INSERT INTO note VALUES (\(-round), NULL, 1)")
            }
          }
        }
        group.addTask {
          for _ in 0..<12 {
            let (above, below) = try await database.batch { batch in
              (
                batch.fetchCount(BatchedNote.where { $0.id > 0 }), batch.fetchCount(BatchedNote.where { $0.id < 0 })
              )
            }
            test.expectEqual(above, below, "both reads see the same batches")
          }
        }
        try await group.waitForAll()
      }
      await test.expectValue(database, "SELECT count(*) FROM note", 24, "all of it is written")
    },
    ConformanceCase(
      "TXN-41", "a result that cannot be read does not undo the batch, and says so", .core, "Quarry: Database.batch",
      "Results MUST be read after the commit, and the error of one MUST say that the batch was applied."
    ) { test in
      let database = try await test.database(holding: [BatchedNote.creation])
      let text = ("SELECT 'text'" as SQLFragment).values(Int64.self)
      let read = await RemoteCases.failure {
        try await database.batch { ($0.fetchCount(BatchedNote.all), $0.fetchOne(text)) }
      }
      test.expectEqual(read?.code, .decoding, "a read that does not fit: \(read.map { "\($0)" } ?? "no error")")
      test.expectEqual(read?.outcome, .notApplied, "a batch of reads has no effect")
      test.expectEqual(read?.batchEntry, 2, "its entry")
      await test.expectUsable(database)
      guard test.section("reads among writes", requires: .capability(.readsAmongWrites)) else { return }
      let error = await RemoteCases.failure {
        try await database.batch { batch in
          (
            batch.execute("INSERT INTO note VALUES (1, 'a', 1)"), batch.fetchOne(text),
            batch.fetchCount(BatchedNote.all)
          )
        }
      }
      test.expectEqual(error?.code, .decoding, "the result: \(error.map { "\($0)" } ?? "no error")")
      test.expectEqual(error?.outcome, .applied, "the batch was applied")
      test.expectEqual(error?.batchEntry, 2, "the entry whose result it is")
      await test.expectRows(database, "SELECT id FROM note", [[1]], "it stays")
    },
    ConformanceCase(
      "TXN-42", "an entry with statements that depend on each other runs in a transaction, or is refused",
      .core,
      "Quarry: Database.batch",
      "An entry whose next statement depends on an earlier answer MUST be refused by type where no transaction can be held."
    ) { test in
      let database = try await test.database(holding: [BatchedNote.creation, "INSERT INTO note VALUES (1, 'a', 1)"])
      let isRefused = test.profile.capabilities.transactions == .batchOnly
      var copied: Int64?
      let error = await RemoteCases.failure {
        copied = try await database.batch { batch in
          batch.execute("INSERT INTO note VALUES (5, 'b', 2)")
          return batch.run(CopyLastNote())
        }
      }
      if isRefused {
        test.expectEqual(error?.code, .unsupportedFeature, "it is refused: \(error.map { "\($0)" } ?? "no error")")
        test.expectEqual(error?.missing, .interactiveTransactions, "by name")
        test.expectEqual(error?.batchEntry, 2, "with its entry")
        await test.expectRows(database, "SELECT id FROM note ORDER BY id", [[1]], "nothing is applied")
      } else {
        test.expectEqual(copied, 6, "it sees what came before: \(error.map { "\($0)" } ?? "no error")")
        await test.expectRows(database, "SELECT id FROM note ORDER BY id", [[1], [5], [6]], "all of it is applied")
      }
    },
  ]

  private static var total: SQLRawQuery<Int64> { ("SELECT sum(n) FROM note" as SQLFragment).values(Int64.self) }
}

extension CaseContext {
  /// Runs a part that can throw because of a capability that the driver declares to lack.
  fileprivate func refusable(_ body: () async throws -> Void) async throws {
    do { try await body() } catch { if !setAside(error) { throw error } }
  }

  /// Asserts that a batch fails at an entry, and that nothing of it took effect.
  fileprivate func expectEntry(
    _ entry: Int, _ code: DatabaseError.Code, _ isWanted: Bool, _ body: () async throws -> [StatementResult]
  ) async {
    let error = await RemoteCases.failure(body)
    let place = "entry \(entry) of 4, \(isWanted ? "with" : "without") results"
    expectEqual(error?.code, code, place)
    expectEqual(error?.outcome, .notApplied, place)
    // Some protocols do not say which statement failed.
    expect([entry, nil].contains(error?.batchEntry), "\(place) is named: \(error?.batchEntry ?? 0)")
  }
}

/// A row of `note`.
struct BatchedNote: SQLCodable, Equatable {
  var id: Int64
  var text: String?
  var n: Int64?

  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let text = SQLColumn<String?>("text", unique: true)
  static let n = SQLColumn<Int64?>("n")
  static let table = SQLTable("note", id, text, n)
  static let creation = "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT UNIQUE, n INTEGER)"

  init(_ id: Int64, _ text: String?, _ n: Int64?) {
    self.id = id
    self.text = text
    self.n = n
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    text = try row[Self.text]
    n = try row[Self.n]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.text] = text
    row[Self.n] = n
  }
}

/// Inserts a note after the last one: a second statement that depends on the result of the first one.
private struct CopyLastNote: SQLCommand {
  func machine(for context: SQLGenerationContext) throws(DatabaseError) -> Machine { Machine() }

  struct Machine: SQLCommandMachine {
    var position = 0
    var last: Int64 = 0

    var isAtomicGroup: Bool { true }

    mutating func next() -> SQLFragment? {
      position += 1
      switch position {
      case 1: return "SELECT max(id) FROM note"
      case 2: return "INSERT INTO note (id) VALUES (\(last + 1))"
      default: return nil
      }
    }

    mutating func receive(_ row: inout SQLRowDecoder) throws { last = try row.decode(Int64.self, coding: nil) }
    mutating func finish(_ result: StatementResult) {}
    func output() -> Int64 { last + 1 }
    mutating func independentStatements() -> [SQLFragment]? { nil }
  }
}
