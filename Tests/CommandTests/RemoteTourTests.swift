#if Command
import Foundation
import Quarry
import Testing
import TestSupport

@testable import QuarryCommandKit

/// The tour over HTTP: the same answers, and refusals by name.
@Suite struct RemoteTourTests {
  @Test func theMusicShop() async throws {
    try await TwoServed.with { served in
      let folder = try ScratchFolder()
      let run = await CommandRun(
        "tour", folder.plain("t.db"), served.hrana, served.perSQL, "--rows", "1000", "--json")
      #expect(run.code == 0, "\(run.output) \(run.error)")
      let report = try run.object()
      #expect(report["equal"] as? Bool == true)
      let steps = try #require(report["steps"] as? [[String: Any]])
      #expect(steps.count == 16)
      for step in steps {
        let title = step["title"] as? String ?? ""
        let results = try #require(step["results"] as? [[String: Any]])
        #expect(results.map { $0["error"] is NSNull } == [true, true, true], "\(title)")
        #expect(results[1]["form"] as? String == "native", "\(title)")
        #expect(results[1]["digest"] as? String == results[0]["digest"] as? String, "\(title)")
        let isBlobs = title == "blobs"
        #expect(results[2]["form"] as? String == (isBlobs ? "refused" : "native"), "\(title)")
        #expect((results[2]["reason"] as? String)?.contains("blobs") ?? false == isBlobs, "\(title)")
        #expect(isBlobs || results[2]["rows"] as? Int == results[0]["rows"] as? Int, "\(title)")
      }
    }
  }

  @Test func theTableNamesWhatIsRefused() async throws {
    try await TwoServed.with { served in
      let run = await CommandRun("tour", "memory:", served.perSQL, "--rows", "300", width: 200)
      #expect(run.code == 0, "\(run.output) \(run.error)")
      #expect(run.output.contains("refused: the driver carries no blobs"))
      #expect(run.output.contains("numbers are compared by value"))
      #expect(run.output.contains("equal everywhere.") && !run.output.contains("bit for bit"))
      let again = await CommandRun("tour", "memory:", served.perSQL, "--rows", "300")
      #expect(again.code == 1 && again.error.contains("isn't empty"))
      let replaced = await CommandRun("tour", "memory:", served.perSQL, "--rows", "300", "--replace")
      #expect(replaced.code == 0, "\(replaced.output) \(replaced.error)")
    }
  }

  @Test func scriptsOfAFolder() async throws {
    try await TwoServed.with { served in
      let folder = try ScratchFolder()
      // The child comes before its parent; the rows of the second table are one statement of 150 kilobytes.
      let rows = (1...1_500).map { "(\($0), '\(String(repeating: "x", count: 90))', \($0).0)" }
      try folder.write(
        """
        CREATE TABLE c(id INTEGER PRIMARY KEY, p REFERENCES p(id));
        CREATE TABLE p(id INTEGER PRIMARY KEY, t TEXT, r REAL);
        INSERT INTO c VALUES (1, 1500), (2, NULL);
        INSERT INTO p (id, t, r) VALUES \(rows.joined(separator: ",\n"));
        """, to: "data.sql")
      let run = await CommandRun(
        "tour", folder.plain("t.db"), served.hrana, served.perSQL, "--data", folder.path, "--json")
      #expect(run.code == 0, "\(run.output) \(run.error)")
      #expect(try run.object()["equal"] as? Bool == true)
      #expect(try run.object()["rows"] as? Int == 1_502)
    }
  }

  /// What only shows itself in the data is refused too, and stops nobody else.
  @Test func scriptsWithBlobs() async throws {
    try await TwoServed.with { served in
      let folder = try ScratchFolder()
      try folder.write("CREATE TABLE t(b); INSERT INTO t VALUES (x'00ff'), (NULL);", to: "data.sql")
      let run = await CommandRun(
        "tour", served.perSQL, folder.plain("t.db"), served.hrana, "--data", folder.path, "--json")
      #expect(run.code == 0, "\(run.output) \(run.error)")
      let steps = try #require(try run.object()["steps"] as? [[String: Any]])
      for step in steps {
        let forms = (step["results"] as? [[String: Any]] ?? []).compactMap { $0["form"] as? String }
        #expect(forms == ["refused", "native", "native"], "\(step)")
      }
      #expect(run.output.contains("holds a blob"))
    }
  }

  @Test func aFailingScriptIsNamedWithItsLine() async throws {
    try await TwoServed.with { served in
      let folder = try ScratchFolder()
      try folder.write("CREATE TABLE t(n);\n\nINSERT INTO nowhere VALUES (1);\n", to: "bad.sql")
      // PerSQL does not tell which statement of a batch failed.
      for (url, place) in [(served.hrana, "bad.sql, line 3: "), (served.perSQL, "bad.sql, lines 1 to 3: ")] {
        let run = await CommandRun("tour", url, "--data", folder.path + "/bad.sql")
        #expect(run.code == 1)
        #expect(run.output.contains(place), "\(run.output)")
      }
    }
  }

  @Test(
    .needsCorpus("chinook"),
    .disabled(
      if: Surroundings.isSanitized,
      "its 15,607 rows, each sent alone, take a sanitizer a quarter of an hour"))
  func theMusicShopOfSomeoneElse() async throws {
    try await TwoServed.with { served in
      let data = try #require(Surroundings.corpus("chinook"))
      let run = await CommandRun("tour", "memory:", served.hrana, served.perSQL, "--data", data, "--json")
      #expect(run.code == 0, "\(run.output) \(run.error)")
      #expect(try run.object()["equal"] as? Bool == true)
      #expect(try run.object()["rows"] as? Int == 15_607)
    }
  }

  @Test func rowsAreCutOnlyWhereThatIsExact() {
    let insert = "INSERT INTO t (a) VALUES (1, '),('), (2, \"(\"), (3, (SELECT 1));"
    #expect(ValuesList.pieces(of: insert, maximumBytes: 1_000) == [insert])
    #expect(
      ValuesList.pieces(of: insert, maximumBytes: 10) == [
        "INSERT INTO t (a) VALUES (1, '),(')", "INSERT INTO t (a) VALUES (2, \"(\")",
        "INSERT INTO t (a) VALUES (3, (SELECT 1))",
      ])
    for whole in [
      "INSERT INTO t VALUES (1), (2) ON CONFLICT DO NOTHING", "INSERT INTO t VALUES (1), (2) RETURNING a",
      "INSERT INTO t SELECT * FROM (VALUES (1), (2))", "REPLACE INTO t VALUES (1), (2)", "INSERT INTO t VALUES (1)",
      "INSERT OR REPLACE INTO t VALUES (1), (2)",
    ] {
      #expect(ValuesList.pieces(of: whole, maximumBytes: 5) == [whole])
    }
  }
}
#endif
