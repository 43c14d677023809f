import Foundation
import Testing

@testable import Quarry

@Suite struct SQLFragmentTests {
  @Test func interpolationBindsAndNeverSplices() {
    let name = "O'Hara'; DROP TABLE t; --"
    let age: Int? = nil
    let fragment: SQLFragment = "SELECT * FROM t WHERE a = \(name) AND b IS \(age) AND c > \(1.5) AND d = \(Data([1]))"
    #expect(fragment.sql == "SELECT * FROM t WHERE a = ? AND b IS ? AND c > ? AND d = ?")
    #expect(fragment.values == [.text(name), .null, 1.5, .blob([1])])
    #expect(fragment.conversionError == nil)
    let text: SQLFragment = "\("SELECT 1")"
    #expect(text.sql == "?" && text.values == ["SELECT 1"])
  }

  @Test func identifiersAreQuoted() {
    #expect(SQLIdentifier.quote("order") == "\"order\"")
    #expect(SQLIdentifier.quote("a\"b") == "\"a\"\"b\"")
    #expect(SQLIdentifier.quote("ß") == "\"ß\"")
    #expect(SQLIdentifier.quote("") == "\"\"")
    #expect(SQLIdentifier.quote("\"") == "\"\"\"\"")
    #expect(SQLIdentifier.quoteText("it's") == "'it''s'")
    // A combining character after the quote makes one grapheme of both; the quote is doubled all the same.
    #expect(Array(SQLIdentifier.quote("a\"\u{301}b").utf8) == Array("\"a\"\"\u{301}b\"".utf8))
    let column = SQLColumn<Int>("group")
    let fragment: SQLFragment = "SELECT \(column), \(identifier: "x\"y") FROM \(raw: "t")"
    #expect(fragment.sql == "SELECT \"group\", \"x\"\"y\" FROM t")
    #expect(fragment.values.isEmpty)
    #expect(SQLIdentifier.areEqual("Ab", "aB") && !SQLIdentifier.areEqual("Ä", "ä"))
    #expect(!SQLIdentifier.areEqual("a", "ab") && !SQLIdentifier.areEqual("é", "e\u{301}"))
  }

  @Test func listsBindEachElement() {
    let some: SQLFragment = "a IN \(list: [1, 2, 3])"
    #expect(some.sql == "a IN (?, ?, ?)" && some.values == [1, 2, 3])
    let none: SQLFragment = "a IN \(list: [Int]())"
    #expect(none.sql == "a IN ()" && none.values.isEmpty)
  }

  @Test func fragmentsNestWithTheirValues() {
    let condition: SQLFragment = "a = \(1) OR b = \(2)"
    let fragment: SQLFragment = "SELECT \(0) WHERE \(condition.parenthesized) AND c = \(3)"
    #expect(fragment.sql == "SELECT ? WHERE (a = ? OR b = ?) AND c = ?")
    #expect(fragment.values == [0, 1, 2, 3])
  }

  /// A value that was given alone is in no list, and nobody can tell.
  @Test func aValueAlone() {
    let alone = SQLFragment(raw: "a = ?", value: "x")
    let listed = SQLFragment(raw: "a = ?", values: ["x"])
    #expect(alone.values == ["x"] && alone.listingValues.values == ["x"])
    #expect(alone == listed && alone.hashValue == listed.hashValue && alone.description == listed.description)
    #expect(alone.parenthesized.values == ["x"])
    var first = alone
    first.append(raw: " AND b = ")
    first.append(value: 2)
    #expect(first.values == ["x", 2])
    var second = SQLFragment(raw: "b = ? AND ", values: [1])
    second.append(alone)
    #expect(second.values == [1, "x"])
    #expect(SQLFragment(raw: "a = ?", value: .null).values == [.null])
  }

  @Test func conversionErrorsWaitForTheUse() {
    let fragment: SQLFragment = "a = \(UInt64.max) AND b = \(Decimal.nan) AND c = \(5)"
    #expect(fragment.sql == "a = ? AND b = ? AND c = ?")
    #expect(fragment.values == [.null, .null, 5])
    #expect(fragment.conversionError?.found.contains("UInt64") == true)
    let outer: SQLFragment = "SELECT \(fragment.parenthesized) AND \(list: [Date.distantFuture + 1e12])"
    #expect(outer.conversionError == fragment.conversionError)
    let list: SQLFragment = "a IN \(list: [UInt64.max])"
    #expect(list.conversionError != nil)
    #expect(!"\(String(describing: outer.conversionError))".contains("18446744073709551615"))
  }
}
