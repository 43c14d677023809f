#if Command
import Foundation
import Quarry
import Testing
import TestSupport

@testable import QuarryCommandKit

@Suite struct TourCommandTests {
  @Test func allDriversAnswerTheSame() async throws {
    let run = await CommandRun("tour", "--rows", "2000", "--json")
    #expect(run.code == 0, "\(run.output) \(run.error)")
    #expect(run.error.isEmpty)
    let report = try run.object()
    #expect(report["equal"] as? Bool == true)
    #expect((report["drivers"] as? [Any])?.count == 3)
    #expect(report["rows"] as? Int == 2000)
    let steps = try #require(report["steps"] as? [[String: Any]])
    #expect(steps.count == 16)
    for step in steps {
      let results = try #require(step["results"] as? [[String: Any]])
      let title = step["title"] as? String ?? ""
      #expect(results.count == 3)
      // Every step finds something, so that equal answers mean something.
      #expect((results[0]["rows"] as? Int ?? 0) > 0, "\(title)")
      #expect(results[0]["form"] as? String == "native", "\(title)")
      #expect(results[2]["digest"] as? String == results[0]["digest"] as? String, "\(title)")
    }
    try expectForm("lowered", of: ["right join", "full join", "upsert", "update … RETURNING"], steps)
    try expectForm("refused", of: ["window function"], steps)
  }

  private func expectForm(_ form: String, of titles: [String], _ steps: [[String: Any]]) throws {
    for title in titles {
      let step = try #require(steps.first { $0["title"] as? String == title }, "\(title)")
      let cipher = try #require((step["results"] as? [[String: Any]])?[1])
      #expect(cipher["form"] as? String == form, "\(title)")
      if form == "refused" { #expect(cipher["reason"] as? String == "needs 3.25.0") }
    }
  }

  @Test func strictRefusesEquivalentForms() async throws {
    let run = await CommandRun("tour", "sqlcipher:", "--rows", "400", "--strict", "--json")
    #expect(run.code == 0, "\(run.output) \(run.error)")
    let steps = try #require(try run.object()["steps"] as? [[String: Any]])
    let forms = steps.compactMap { ($0["results"] as? [[String: Any]])?.first?["form"] as? String }
    #expect(forms.filter { $0 == "refused" }.count >= 5)
    #expect(!forms.contains("lowered"))
  }

  @Test func theTableSaysWhatIsEqual() async {
    let run = await CommandRun("tour", "--rows", "500", width: 200)
    #expect(run.code == 0)
    #expect(run.output.contains("equal everywhere, bit for bit"))
    #expect(run.output.contains("refused: needs 3.25.0"))
    let narrow = await CommandRun("tour", "--rows", "500", width: 80)
    #expect(narrow.output.split(separator: "\n").allSatisfy { DisplayWidth.of($0) <= 80 })
  }

  @Test func theDataIsTheSameForTheSameNumber() {
    let first = MusicShop(rows: 700)
    let second = MusicShop(rows: 700)
    #expect(first.rowCount == 700)
    #expect(first.tracks == second.tracks && first.ratings == second.ratings && first.sales == second.sales)
    #expect(MusicShop(rows: 700, seed: 1).tracks != first.tracks)
    #expect(MusicShop(rows: 210_000).rowCount >= 200_000)
  }

  @Test func scriptsOfAFolder() async throws {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/data", withIntermediateDirectories: true)
    try folder.write(
      """
      \u{FEFF}/* a shop */ BEGIN;
      CREATE TABLE [p a](id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE);
      CREATE TABLE c(a, b, p INTEGER REFERENCES [p a](id), q REFERENCES c(a), UNIQUE (a), PRIMARY KEY (a, b));
      COMMIT;
      """, to: "data/1.sql")
    try folder.write(
      "INSERT INTO c VALUES (1, 'x', 2, NULL), (2, NULL, NULL, NULL), (3, x'00', 1, NULL);\n"
        + "INSERT INTO [p a] VALUES (1, 'Ü;'), (2, NULL), (3, '');", to: "data/2.sql")
    let data = folder.path + "/data"
    let run = await CommandRun(
      "tour", folder.plain("t.db"), folder.encrypted("e.db"), "memory:", "--data", data, "--json")
    #expect(run.code == 0, "\(run.output) \(run.error)")
    let report = try run.object()
    #expect(report["equal"] as? Bool == true)
    #expect(report["rows"] as? Int == 6)
    let titles = (report["steps"] as? [[String: Any]] ?? []).compactMap { $0["title"] as? String }
    #expect(titles.contains("c ⋈ p a by p, full"))
    #expect(titles.contains("p a: upsert into a copy"))

    let again = await CommandRun("tour", folder.plain("t.db"), "memory:", "--data", data)
    #expect(again.code == 1)
    #expect(again.error.contains("isn't empty") && again.error.contains("--replace"))
    let replaced = await CommandRun("tour", folder.plain("t.db"), "memory:", "--data", data, "--replace")
    #expect(replaced.code == 0, "\(replaced.output) \(replaced.error)")
  }

  @Test func aFailingScriptIsNamedWithItsLine() async throws {
    let folder = try ScratchFolder()
    try folder.write("CREATE TABLE t(n);\nINSERT INTO nowhere VALUES (1);\n", to: "bad.sql")
    let run = await CommandRun("tour", "memory:", "--data", folder.path + "/bad.sql")
    #expect(run.code == 1)
    #expect(run.output.contains("bad.sql, line 2: "))
    let missing = await CommandRun("tour", "memory:", "--data", folder.path + "/none")
    #expect(missing.code == 1)
    #expect(missing.error.contains("no file or folder"))
    let empty = await CommandRun("tour", "memory:", "--data", folder.path)
    #expect(empty.code == 1)
  }

  @Test func oneDatabaseTwiceIsRefused() async throws {
    let folder = try ScratchFolder()
    let run = await CommandRun("tour", folder.plain("a.db"), folder.plain("a.db"), "--rows", "300")
    #expect(run.code == 1)
    #expect(run.error.contains("twice"))
  }

  @Test func rowsOutOfRangeAreAUsageError() async {
    #expect(await CommandRun("tour", "--rows", "5").code == 64)
    #expect(await CommandRun("tour", "--rows", "many").code == 64)
  }

  @Test(.needsCorpus("chinook"))
  func theMusicShopOfSomeoneElse() async throws {
    let folder = try ScratchFolder()
    let data = try #require(Surroundings.corpus("chinook"))
    let run = await CommandRun(
      "tour", folder.plain("t.db"), folder.encrypted("e.db"), "memory:", "--data", data, "--json")
    #expect(run.code == 0, "\(run.error)")
    #expect(try run.object()["equal"] as? Bool == true)
    #expect(try run.object()["rows"] as? Int == 15_607)
  }
}
#endif
