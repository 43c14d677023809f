import CSQLite
import Foundation
import Quarry

/// Lookups by key from several readers at once: threads with a connection each, or tasks on one database.
extension Growth {
  static func readers(_ files: Files) throws -> Growth {
    let rows = 10_000
    let lookUps = 16_000
    let raw = try files.raw()
    try raw.execute(Entry.make)
    try raw.execute(
      """
      INSERT OR IGNORE INTO entry
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
      SELECT i, 'the entry ' || i, iif(i % 5, i / 7.0, NULL), i % 100, i / 3.0 FROM n;
      """)
    /// The keys of one reader: all different, far from each other.
    @Sendable func key(_ number: Int, of reader: Int) -> Int64 {
      Int64(1 + (number &* 7_919 &+ reader &* 104_729) % rows)
    }
    return Growth(
      name: "readers", title: "Lookups by key from several readers at once", axis: "readers", unit: "lookup",
      sizes: [1, 2, 4, 8, 16],
      candidates: [
        GrowingCandidate(name: "raw") { size in
          let connections = try (0..<size).map { _ in try files.raw() }
          return Pass(units: lookUps) {
            try await onThreads(size) { reader in
              let raw = connections[reader]
              let statement = try raw.statement("SELECT id, name, score, count, weight FROM entry WHERE id = ?")
              for number in 0..<lookUps / size {
                let key = key(number, of: reader)
                sqlite3_bind_int64(statement, 1, key)
                var found: Entry?
                try raw.rows(statement) { found = Entry(raw: $0) }
                try expect(Int(found?.id ?? 0), Int(key), "raw")
              }
            }
          }
        },
        GrowingCandidate(name: "context") { size in
          let contexts = try (0..<size).map { _ in Confined(try files.context()) }
          return Pass(units: lookUps) {
            try await onThreads(size) { reader in
              let context = contexts[reader].value
              for number in 0..<lookUps / size {
                let key = key(number, of: reader)
                try expect(Int(try context.fetchOne(Entry.find(key))?.id ?? 0), Int(key), "context")
              }
            }
          }
        },
        GrowingCandidate(name: "database") { size in
          let database = try await files.database()
          return Pass(units: lookUps) {
            try await withThrowingTaskGroup(of: Void.self) { group in
              for reader in 0..<size {
                group.addTask {
                  for number in 0..<lookUps / size {
                    let key = key(number, of: reader)
                    try expect(Int(try await database.fetchOne(Entry.find(key))?.id ?? 0), Int(key), "database")
                  }
                }
              }
              try await group.waitForAll()
            }
          }
        },
      ])
  }
}

/// A value that one thread at a time uses: each reader has its own, and a run waits for all of them.
private struct Confined<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// Runs `body` on `count` threads, without blocking the caller's.
private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for index in 0..<count {
      group.addTask {
        try await withCheckedThrowingContinuation { continuation in
          Thread { continuation.resume(with: Result { try body(index) }) }.start()
        }
      }
    }
    try await group.waitForAll()
  }
}
