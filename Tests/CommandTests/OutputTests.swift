#if Command
import QuarryWire
import Testing

@testable import Quarry
@testable import QuarryCommandKit
@testable import QuarryCopy

@Suite struct OutputTests {
  @Test(arguments: [("abc", 3), ("é", 1), ("e\u{301}", 1), ("東京", 4), ("서울", 4), ("👍", 2), ("", 0), ("a\u{200B}b", 3)])
  func widthsOfTexts(text: String, width: Int) {
    // A blank without width counts as one column less than its number of characters.
    let expected = text == "a\u{200B}b" ? 2 : width
    #expect(DisplayWidth.of(text) == expected)
  }

  @Test func cuttingKeepsTheWidth() {
    #expect(DisplayWidth.cut("東京都", to: 5) == "東京…")
    #expect(DisplayWidth.cut("abc", to: 3) == "abc")
    #expect(DisplayWidth.cut("abcd", to: 3) == "ab…")
    #expect(DisplayWidth.cut("abcd", to: 0) == "")
  }

  @Test func numbersForPeople() {
    #expect(Grouped.text(0) == "0")
    #expect(Grouped.text(999) == "999")
    #expect(Grouped.text(1000) == "1,000")
    #expect(Grouped.text(-1_234_567) == "-1,234,567")
    #expect(Grouped.text(Int.min) == "-9,223,372,036,854,775,808")
    #expect(Fixed.text(1.25, places: 1) == "1.3")
    #expect(Fixed.text(0.04, places: 1) == "0.0")
    #expect(Fixed.text(-0.04, places: 1) == "0.0")
    #expect(Fixed.text(12, places: 0) == "12")
    #expect(Fixed.text(0.005, places: 2) == "0.01")
  }

  @Test func jsonTextIsExact() {
    #expect(JSONValue.integer(.min).text() == "-9223372036854775808")
    #expect(JSONValue.double(0.1).text() == "0.1")
    #expect(JSONValue.double(-0.0).text() == "-0.0")
    #expect(JSONValue.double(.infinity).text() == "9e999")
    #expect(JSONValue.string("\u{0}\n\"").text() == "\"\\u0000\\n\\\"\"")
    #expect(JSONValue.object([("b", 1), ("a", .array([]))]).text(pretty: false) == "{\"b\":1,\"a\":[]}")
  }

  @Test func repeatedNamesGetNumbers() {
    #expect(JSONResultWriter.unique(["a", "a", "a:1", "a"]) == ["a", "a:1", "a:1:1", "a:2"])
  }

  @Test func colourRespectsItsVariable() {
    #expect(Console.allowsColour(nil, term: "xterm"))
    #expect(Console.allowsColour("", term: "xterm"))
    #expect(!Console.allowsColour("1", term: "xterm"))
    #expect(!Console.allowsColour(nil, term: "dumb"))
  }

  @Test func hashesTellClassesAndBitsApart() {
    let values: [SQLValue] = [
      .null, .integer(0), .integer(1), .real(0), .real(-0.0), .real(1), .text(""), .text("1"), .text("é"),
      .text("e\u{301}"), .blob([]), .blob([0x31]), .blob([0]), .text("\u{0}"), .text("12345678"), .text("123456789"),
    ]
    var seen: Set<ContentHash> = []
    for value in values {
      var hash = ContentHash()
      hash.combine(value)
      #expect(seen.insert(hash).inserted, "\(value)")
    }
  }

  @Test func cellsAndValuesHaveTheSameHash() {
    let values: [SQLValue] = [
      .null, .integer(-5), .real(2.5), .text("año nuevo, 東京"), .blob([1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ]
    let batch = SQLRowBatch()
    batch.removeAllRows(columnCount: values.count)
    for value in values { batch.append(value) }
    batch.endRow()
    var cells = ContentDigest(isOrdered: false)
    cells.append(batch)
    var row = ContentDigest(isOrdered: false)
    row.append(row: values)
    #expect(cells == row)
  }

  @Test func orderCountsOnlyWhereItShould() {
    var first = ContentDigest(isOrdered: false)
    var second = ContentDigest(isOrdered: false)
    var firstOrdered = ContentDigest(isOrdered: true)
    var secondOrdered = ContentDigest(isOrdered: true)
    for value in [1, 2, 3] as [Int64] {
      first.append(row: [.integer(value)])
      firstOrdered.append(row: [.integer(value)])
    }
    for value in [3, 1, 2] as [Int64] {
      second.append(row: [.integer(value)])
      secondOrdered.append(row: [.integer(value)])
    }
    #expect(first == second)
    #expect(firstOrdered != secondOrdered)
  }

  @Test func progressIsDrawnOnATerminalOnly() async {
    let quiet = await CommandRun("tour", "memory:", "--rows", "300")
    #expect(quiet.error.isEmpty)
    let drawn = await CommandRun("tour", "memory:", "--rows", "300", width: 120)
    #expect(drawn.error.contains("Loading memory"))
    #expect(drawn.error.hasSuffix("\r\u{1B}[K"))
  }
}
#endif
