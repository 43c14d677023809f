import QuarrySQLLogicTest
import Testing

@Suite struct ParserTests {
  private func parse(_ text: String) throws -> [LogicTestRecord] {
    try LogicTestParser.records(of: Array(text.utf8), file: "f.slt")
  }

  private func only(_ text: String) throws -> LogicTestRecord.Kind {
    let records = try parse(text)
    #expect(records.count == 1)
    return try #require(records.first).kind
  }

  @Test func statements() throws {
    #expect(try only("statement ok\nSELECT 1") == .statement(sql: "SELECT 1", .success))
    #expect(try only("statement ok\r\nSELECT\r\n1;\r\n\r\n") == .statement(sql: "SELECT\n1;", .success))
    #expect(try only("statement count 3\nDELETE FROM t\n") == .statement(sql: "DELETE FROM t", .count(3)))
    #expect(try only("statement error\nSELEC") == .statement(sql: "SELEC", .failure(nil)))
    #expect(try only("statement error no such  table\nX") == .statement(sql: "X", .failure("no such  table")))
    #expect(
      try only("statement error\nX\n----\nno such\ntable\n\n") == .statement(sql: "X", .failure("no such\ntable")))
    #expect(try only("query error unique\nX") == .statement(sql: "X", .failure("unique")))
    #expect(try only("\u{FEFF}statement ok\nX") == .statement(sql: "X", .success))
  }

  @Test func queries() throws {
    #expect(
      try only("query ITR rowsort label-1\nSELECT\n  *\n----\n1\na b\n1.500\n")
        == .query(
          LogicTestQuery(
            sql: "SELECT\n  *", types: [.integer, .text, .real], sort: .rows, label: "label-1",
            expected: .values(["1", "a b", "1.500"]))))
    #expect(
      try only("query I\nX\n----\n")
        == .query(LogicTestQuery(sql: "X", types: [.integer], expected: .values([]))))
    #expect(
      try only("query I valuesort x\nX\n")
        == .query(LogicTestQuery(sql: "X", types: [.integer], sort: .values, label: "x", expected: nil)))
    #expect(
      try only("query I nosort\nX\n----\n30 values hashing to 3C13DEE48D9356AE19AF2515E05E6B54\n")
        == .query(
          LogicTestQuery(
            sql: "X", types: [.integer], sort: LogicTestSort.none,
            expected: .digest(count: 30, "3c13dee48d9356ae19af2515e05e6b54"))))
    #expect(
      try only("query IT\nX\n----\n1\ta b\n2\t(empty)\n")
        == .query(LogicTestQuery(sql: "X", types: [.integer, .text], expected: .values(["1", "a b", "2", "(empty)"]))))
  }

  @Test func otherRecords() throws {
    #expect(try only("hash-threshold 8") == .hashThreshold(8))
    #expect(try only("control sortmode rowsort") == .defaultSort(.rows))
    #expect(try only("sleep 20ms") == .pause(.milliseconds(20)))
    #expect(try only("sleep 2s") == .pause(.seconds(2)))
    #expect(try only("halt\n\nthis is not read") == .halt)
    guard case .ignored = try only("system ok\nrm -rf nothing\n") else { return #expect(Bool(false)) }
    guard case .ignored = try only("subtest names what follows") else { return #expect(Bool(false)) }
  }

  @Test func conditionsAreStackedAndEndWithTheirRecord() throws {
    let records = try parse(
      "# a comment\nskipif MySQL # why not\nonlyif sqlite\nstatement ok\nX\n\n\nonlyif a\nhalt\n\nstatement ok\nY\n")
    #expect(records.map(\.conditions) == [[.skipIf("mysql"), .onlyIf("sqlite")], [.onlyIf("a")], []])
    #expect(records.map(\.location.line) == [4, 9, 11])
    #expect(LogicTestCondition.skipIf("a").holds(for: ["b"]))
    #expect(!LogicTestCondition.skipIf("a").holds(for: ["a"]))
    #expect(LogicTestCondition.onlyIf("a").holds(for: ["a"]))
    #expect(!LogicTestCondition.onlyIf("a").holds(for: ["b"]))
  }

  @Test func filesInclude() throws {
    let files = [
      "a/main.slt": "onlyif sqlite\ninclude b/part.slt\n\nstatement ok\nX\n",
      "a/b/part.slt": "statement ok\nY\n\ninclude /other.slt\n", "/other.slt": "skipif x\nstatement ok\nZ",
      "self.slt": "include self.slt",
    ]
    func read(_ name: String) throws -> [UInt8] { Array(try #require(files[name]).utf8) }
    let file = try LogicTestFile(name: "a/main.slt", read: read)
    #expect(file.records.map { "\($0.location)" } == ["a/b/part.slt:1", "/other.slt:2", "a/main.slt:4"])
    #expect(file.records.map(\.conditions) == [[.onlyIf("sqlite")], [.onlyIf("sqlite"), .skipIf("x")], []])
    #expect(throws: LogicTestSyntaxError.self) { try LogicTestFile(name: "self.slt", read: read) }
  }

  @Test(arguments: [
    ("select 1", 1), ("statement", 1), ("\nstatement maybe\nX", 2), ("statement ok twice\nX", 1), ("statement ok", 1),
    ("statement ok\n\nX", 1), ("statement count\nX", 1), ("statement count -1\nX", 1), ("statement count x\nX", 1),
    ("statement count 99999999999999999999\nX", 1), ("statement ok\nX\n----\n1", 1),
    ("statement error a\nX\n----\nb", 1),
    ("statement error", 1), ("query", 1), ("query X\nX\n----\n1", 1), ("query I sorted\nX\n----\n", 1),
    ("query I nosort label more\nX\n----\n", 1), ("query I\nX", 1), ("query I\nX\n\n", 1), ("query I\n----\n1", 1),
    ("query I\nX\n----\n3 values hashing to 12", 1), ("query I\nX\n----\nx values hashing to 12", 1),
    ("query IT\nX\n----\n1\ta\n2", 1), ("query é\nX\n----\n", 1), ("hash-threshold", 1), ("hash-threshold x", 1),
    ("hash-threshold -1", 1), ("halt now", 1), ("skipif", 1), ("skipif a b\nstatement ok\nX", 1), ("onlyif sqlite", 1),
    ("\n\nskipif sqlite\n\n", 4), ("include", 1), ("include x", 1), ("sleep", 1), ("sleep 1h", 1), ("sleep -1", 1),
    ("sleep 99999999999999999999s", 1), ("sleep 61s", 1), ("control", 1), ("control sortmode x", 1),
    ("control substitution on", 1), ("foreach x 1 2", 1), ("----", 1),
  ])
  func malformedRecordsAreErrorsWithTheirLine(text: String, line: Int) throws {
    let error = try #require(throws: LogicTestSyntaxError.self) { try parse(text) }
    if text != "include x" {
      // Where the body was read first, the place is still that of the record, or the line at which the file ends.
      #expect((line...line + text.split(separator: "\n").count).contains(error.location.line), "\(error)")
      #expect(error.location.file == "f.slt")
    }
    #expect(!error.message.isEmpty)
  }

  @Test func textThatIsNotUTF8IsAnError() {
    let bytes = Array("statement ok\nSELECT '".utf8) + [0xFF, 0x27, 0x0A]
    #expect(throws: LogicTestSyntaxError.self) { try LogicTestParser.records(of: bytes, file: "f.slt") }
  }

  /// Every cut and every changed byte of a file parses or is refused.
  @Test func noInputTraps() {
    let whole = Array(
      """
      hash-threshold 8
      skipif a
      statement count 1
      X

      query IT rowsort l
      SELECT
      ----
      1\ta

      query I
      Y
      ----
      3 values hashing to 3c13dee48d9356ae19af2515e05e6b54

      sleep 1ms
      include q
      halt
      """.utf8)
    for index in whole.indices {
      _ = try? LogicTestParser.records(of: Array(whole[..<index]), file: "f")
      for byte in [0x00, 0x09, 0x0A, 0x0D, 0x20, 0x2D, 0x39, 0xC3, 0xFF] as [UInt8] {
        var changed = whole
        changed[index] = byte
        _ = try? LogicTestParser.records(of: changed, file: "f")
      }
    }
  }
}
