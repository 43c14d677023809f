import Foundation
import Quarry
import Testing

@Suite struct DecodedRowTests {
  struct Summary: Decodable, Equatable {
    struct Place: Decodable, Equatable { var street: String }
    var artistName: String
    var albums: Int
    var rating: Double?
    var born: Date?
    var home: Place?
    var tags: [String]?
    var data: Data?
  }

  enum Kind: String, Decodable { case first, second }

  @Test(arguments: FormEngine.allCases) func anyDecodable(_ engine: FormEngine) async throws {
    try await engine.withDatabase { database in
      let query: SQLFragment = """
        SELECT 3 AS albums, 'Nina' AS "artistName", NULL AS rating, '2024-01-01T07:00:00Z' AS born,
          '{"street":"Elm"}' AS home, '["a"]' AS tags, x'0102' AS data, 1 AS other
        UNION ALL SELECT 0, 'Abdullah', 1.5, NULL, NULL, NULL, NULL, 2
        """
      let rows = try await database.fetchAll(query.decoded(as: Summary.self))
      #expect(
        rows == [
          Summary(
            artistName: "Nina", albums: 3, rating: nil, born: Date(timeIntervalSince1970: 1_704_092_400),
            home: .init(street: "Elm"), tags: ["a"], data: Data([1, 2])),
          Summary(artistName: "Abdullah", albums: 0, rating: 1.5),
        ])
      let snake: SQLFragment = "SELECT 'N' AS artist_name, 1 AS albums"
      #expect(try await database.require(snake.decoded(as: Summary.self, naming: .snakeCase)).artistName == "N")
      let numbers: SQLFragment = "SELECT 1 UNION ALL SELECT 2"
      #expect(try await database.fetchAll(numbers.decoded(as: Int.self)) == [1, 2])
      let kinds: SQLFragment = "SELECT 'second' UNION ALL SELECT NULL"
      #expect(try await database.fetchAll(kinds.decoded(as: Kind?.self)) == [.second, nil])
      let pairs: SQLFragment = "SELECT 1 AS a, 2 AS b"
      #expect(try await database.fetchAll(pairs.decoded(as: [String: Int].self)) == [["a": 1, "b": 2]])
      #expect(try await database.batch { $0.fetchAll(numbers.decoded(as: Int.self)) } == [1, 2])
      let (summary, note, many) = try await database.batch { batch in
        (
          batch.require(snake.decoded(as: Summary.self, naming: .snakeCase)),
          batch.fetchOne(("SELECT 'b' AS text, 2 AS n, 1 AS id" as SQLFragment).as(Note.self)),
          batch.fetchOne(numbers.decoded(as: Int.self))
        )
      }
      #expect(summary.artistName == "N" && note == Note(id: 1, n: 2, text: "b") && many == 1)
      for try await row in database.rows(snake.decoded(as: Summary.self, naming: .snakeCase)) {
        #expect(row.artistName == "N")
      }
      let streamed = try await database.read { session in
        var found: [Int] = []
        try session.forEachRow(numbers.decoded(as: Int.self)) {
          found.append($0); return true
        }
        return found
      }
      #expect(streamed == [1, 2])
      // Of two columns with one name, the first is read.
      let twice: SQLFragment = "SELECT 1 AS albums, 'a' AS artistName, 2 AS albums"
      #expect(try await database.fetchAll(twice.decoded(as: Summary.self)).map(\.albums) == [1])
      for (name, wrong) in [
        ("unknownColumn", "SELECT 1 AS albums" as SQLFragment), ("decoding", "SELECT 'x' AS albums, 'y' AS artistName"),
        ("unexpectedNull", "SELECT NULL AS albums, 'y' AS artistName"),
      ] {
        do {
          _ = try await database.fetchAll(wrong.decoded(as: Summary.self))
          Issue.record("\(name) was not noticed")
        } catch let error as DatabaseError {
          #expect(error.code.rawValue == name, "\(error)")
        }
      }
      await #expect(throws: DatabaseError.self) {
        try await database.fetchAll(("SELECT 1 AS a, 2 AS b" as SQLFragment).decoded(as: Int.self))
      }
      await #expect(throws: DatabaseError.self) { try await database.fetchAll(numbers.decoded(as: [Int].self)) }
    }
  }
}
