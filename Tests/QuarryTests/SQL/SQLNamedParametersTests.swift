import Testing

@testable import Quarry

/// Values that are given by name and handed on by position.
@Suite struct SQLNamedParametersTests {
  @Test func valuesComeInTheOrderOfTheParameters() throws {
    let fragment = try SQLFragment(
      raw: "SELECT :b, @a, $c, :b, '@x :y', \"?\", [:z], `$w` /* :q */ -- :r", named: [":b": 1, "a": 2, "$c": 3])
    #expect(fragment.values == [1, 2, 3])
    #expect(fragment.sql.hasPrefix("SELECT :b, @a, $c"))
    #expect(try SQLFragment(raw: "SELECT 1", named: [:]).values.isEmpty)
  }

  @Test func parametersAreNumberedAsTheEngineDoes() {
    #expect(SQLNamedParameters(ofText: "?,?,?3,:a,@b,$c,:a,?2").names == [nil, "?2", "?3", ":a", "@b", "$c"])
    #expect(SQLNamedParameters(ofText: "?5, ?").names == [nil, nil, nil, nil, "?5", nil])
    #expect(SQLNamedParameters(ofText: ":a, ?, ?1").names == [":a", nil])
    #expect(SQLNamedParameters(ofText: "?99999999999999999999 ?0").names.isEmpty)
    #expect(SQLNamedParameters(ofText: ":A, :a").names == [":A", ":a"])
    #expect(SQLNamedParameters(ofText: ":\u{e9}, :e\u{301}, :\u{e9}").names.count == 2)
  }

  @Test func numberedParametersAreNames() throws {
    #expect(try SQLFragment(raw: "SELECT ?2, ?1", named: ["1": 10, "?2": 20]).values == [10, 20])
  }

  @Test(arguments: [
    ("SELECT :a, :b", ["a": 1] as [String: SQLValue], DatabaseError.Code.missingParameter),
    ("SELECT :a, ?", ["a": 1], .missingParameter), ("SELECT ?2", ["2": 1], .missingParameter),
    ("SELECT :a", ["a": 1, "b": 2], .extraParameter), ("SELECT :a", ["A": 1], .missingParameter),
    ("SELECT 1", ["a": 1], .extraParameter),
  ])
  func mismatchesAreRefused(sql: String, values: [String: SQLValue], code: DatabaseError.Code) {
    let error = #expect(throws: DatabaseError.self) { try SQLFragment(raw: sql, named: values) }
    #expect(error?.code == code)
    #expect(error?.sql == sql)
  }

  @Test func anUnknownNameListsTheKnownOnes() {
    let error = #expect(throws: DatabaseError.self) {
      try SQLFragment(raw: "SELECT :from, @to", named: ["from": 1, "to": 2, "till": 3])
    }
    #expect(error?.message.contains("till") == true)
    #expect(error?.message.contains(":from, @to") == true)
  }

  @Test func descriptionsHideValues() {
    let fragment: SQLFragment = "SELECT \("secret"), \(42)"
    #expect(fragment.description == "SELECT ?, ? [text, integer]")
    #expect(!String(reflecting: fragment.rows()).contains("secret"))
  }
}
