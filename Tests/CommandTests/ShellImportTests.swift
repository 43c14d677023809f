#if Command
import Foundation
import Quarry
import TestSupport
import Testing

@testable import QuarryCommandKit

@Suite struct ShellImportTests {
  /// Every kind of value comes back from what `.mode csv` wrote, on every driver.
  @Test func whatCSVWroteComesBack() async throws {
    let folder = try ScratchFolder()
    let values = """
      (1, NULL), (2, ''), (3, 'x"y,z'), (4, 'l1' || char(13, 10) || 'l2'), (5, 1.5), (6, 'NULL'), (7, '1'), (8, 007),
      (9, ' a '), (10, 9007199254740991), (11, 1e300), (12, 'x''00'''), (13, 'täble')
      """
    let more = ", (14, x'00ff'), (15, x''), (16, 9223372036854775807)"
    let invalid = ", (17, CAST(x'61ff' AS TEXT))"
    func expected(_ values: String, _ count: Int) async throws -> String {
      let made = await CommandRun(
        "sql", "memory:", "--format", "csv", "SELECT column1 AS a, column2 AS b FROM (VALUES \(values))")
      try folder.write(made.output, to: "rows.csv")
      let rows = await CommandRun(
        "sql", "memory:", "--format", "csv",
        "SELECT column1 AS a, typeof(column2) AS k, column2 AS b FROM (VALUES \(values))")
      return "ok, \(count) rows imported\n" + rows.output
    }
    let script = ".mode csv\n.import '\(folder.path)/rows.csv' t\nSELECT a, typeof(b) AS k, b FROM t ORDER BY a;\n"
    var urls = ["memory:", folder.plain("a.db")]
    if Installed.hasSQLCipher { urls.append(folder.encrypted("b.db")) }
    try await TwoServed.with { served in
      // Not every protocol carries every value.
      for (field, message) in [("x'00ff'", "carries no blobs"), ("9223372036854775807", "only up to 2^53 - 1")] {
        try folder.write("a,b\r\n1,\(field)\r\n", to: "rows.csv")
        let refused = await CommandRun("shell", served.perSQL, input: script)
        #expect(refused.error.contains("line 2 of the file: "), "\(refused.error)")
        #expect(refused.error.contains(message), "\(refused.error)")
        #expect(refused.output == "a,k,b\r\n")
      }
      for (urls, values, count) in [
        (urls, values + more + invalid, 17), ([served.hrana], values + more, 16), ([served.perSQL], values, 13),
      ] {
        let output = try await expected(values, count)
        for url in urls {
          // What engines say of a table that doesn't exist is not the same.
          #expect(await CommandRun("shell", url, input: "DROP TABLE IF EXISTS t;\n").code == 0)
          let run = await CommandRun("shell", url, input: script)
          #expect(run.output == output, "\(url): \(run.error)")
        }
      }
    }
  }

  @Test func manyRowsAreInsertedOrNone() async throws {
    let folder = try ScratchFolder()
    var text = "b,a\n"
    for number in 0..<5_000 { text += "\(number),text \(number)\r\n" }
    try folder.write(text, to: "rows.csv")
    try folder.write(text + "4000,twice\n5000,\"more\nlines\"\n", to: "twice.csv")
    try folder.write(text + "5000,\"two\nlines\"\n\n1,2,3\n", to: "wide.csv")
    let script = """
      .mode csv
      CREATE TABLE t(a TEXT, b INTEGER PRIMARY KEY, c DEFAULT 'c');
      .import \(folder.path)/twice.csv t
      .import \(folder.path)/wide.csv t
      SELECT count(*) AS n FROM t;
      .import \(folder.path)/rows.csv t
      SELECT count(*) AS n, sum(b) AS s, max(c) AS c FROM t;
      BEGIN;
      DELETE FROM t;
      .import \(folder.path)/rows.csv t
      ROLLBACK;
      SELECT count(*) AS n FROM t;
      """
    for url in ["memory:", folder.plain("a.db")] {
      let run = await CommandRun("shell", url, input: script)
      #expect(
        run.output
          == "n\r\n0\r\nok, 5,000 rows imported\nn,s,c\r\n5000,12497500,c\r\nok, 5,000 rows imported\nn\r\n5000\r\n",
        "\(run.output)")
      // The engine doesn't tell which of many rows it is; the shell does.
      #expect(run.error.contains("line 5002 of the file: "), "\(run.error)")
      #expect(run.error.contains("UNIQUE constraint failed: t.b; no row was imported"), "\(run.error)")
      #expect(
        run.error.contains("line 5005 of the file has 3 fields, and the first line 2; no row was imported"),
        "\(run.error)")
      #expect(run.error.split(separator: "\n").count == 2, "\(run.error)")
    }
  }

  @Test(arguments: [
    ("", "the file is empty"), ("a,c\n1,2\n", #"the table "t" has no column "c""#),
    ("a,\n1,2\n", "one of its names is empty"),
    ("a,b\n1,2\n3\n", "line 3 of the file has 1 field, and the first line 2"),
    ("a\n1\n\"x\n\n", "line 3 of the file begins a record with a quote that isn't closed"),
  ])
  func wrongFilesChangeNothing(text: String, message: String) async throws {
    let folder = try ScratchFolder()
    try folder.write(text, to: "rows.csv")
    let run = await CommandRun(
      "shell", "memory:", "--format", "csv",
      input: "CREATE TABLE t(a, b);\n.import \(folder.path)/rows.csv t\nSELECT count(*) AS n FROM t;\n")
    #expect(run.error.contains(message), "\(run.error)")
    #expect(run.output.hasSuffix("n\r\n0\r\n"))
    let missing = await CommandRun(
      "shell", "memory:", input: ".import \(folder.path)/none.csv t\n.import \(folder.path) t\n")
    #expect(missing.error.split(separator: "\n").count == 2, "\(missing.error)")
  }

  /// A text that is cut anywhere is read as if it had come at once.
  @Test func partsMakeNoDifference() throws {
    let text = Array("\u{FEFF}a,\"b\"\"c\",\r\n\"x\r\ny\",,z\n\n\"\"\nlast,\"".utf8) + Array("\"".utf8)
    var whole = CSVReader()
    let expected = try whole.take(text) + whole.take([])
    #expect(
      expected.map { $0.fields.map { String(decoding: $0.bytes, as: UTF8.self) } } == [
        ["a", "b\"c", ""], ["x\r\ny", "", "z"], [""], ["last", ""],
      ])
    #expect(expected.map(\.line) == [1, 2, 5, 6])
    #expect(expected[2].fields[0].isQuoted)
    for cut in 0...text.count {
      var reader = CSVReader()
      let parts = text[..<cut].isEmpty ? [] : try reader.take(text[..<cut])
      let rest = text[cut...].isEmpty ? [] : try reader.take(text[cut...])
      #expect(try parts + rest + reader.take([]) == expected, "\(cut)")
    }
  }
}
#endif
