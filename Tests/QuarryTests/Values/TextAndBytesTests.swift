import Foundation
import Testing
import TestSupport

@testable import Quarry

@Suite struct TextAndBytesTests {
  @Test func textKeepsItsBytes() throws {
    for text in ["", "a\u{0}b", "\u{0}", "\u{e9}", "e\u{301}", "👩‍👩‍👧‍👦", "\u{FEFF}x", String(repeating: "ß", count: 5000)] {
      let stored = try text.sqlValue()
      for read in [try String(sqlValue: stored), try Rows.read(String.self, stored)] {
        #expect(Array(read.utf8) == Array(text.utf8))
      }
      #expect(try Array(Substring(sqlValue: stored).utf8) == Array(text.utf8))
    }
    #expect(!SQLValue.text("\u{e9}").isIdentical(to: .text("e\u{301}")))
    for value: SQLValue in [1, 1.5, .blob([97]), .null] { #expect(Rows.refuses(String.self, value)) }
  }

  @Test(arguments: [
    [0xC3], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x61, 0xFF],
  ])
  func textThatIsNotUTF8IsRefused(bytes: [UInt8]) {
    let batch = SQLRowBatch()
    batch.removeAllRows(columnCount: 1)
    bytes.withUnsafeBufferPointer { batch.append(text: $0) }
    batch.endRow()
    defer { withExtendedLifetime(batch) {} }
    let cell = batch.cell(row: 0, column: 0)
    #expect(throws: SQLConversionError.self) { try String.read(cell, coding: nil) }
    #expect(throws: SQLConversionError.self) { try String?.read(cell, coding: nil) }
    #expect(throws: SQLConversionError.self) { try SQLValue.read(cell, coding: nil) }
    #expect(throws: SQLConversionError.self) { try URL.read(cell, coding: nil) }
    #expect(throws: SQLConversionError.self) { try Date.read(cell, coding: nil) }
    #expect(throws: SQLConversionError.self) { try SQLJSON<String>.read(cell, coding: nil) }
  }

  @Test func bytesAreNotNull() throws {
    let blobs: [[UInt8]] = [[], [0], [0, 255, 0], Array(repeating: 7, count: 100_000)]
    for bytes in blobs {
      #expect(try bytes.sqlValue() == .blob(bytes))
      #expect(try Data(bytes).sqlValue() == .blob(bytes))
      #expect(try bytes[...].sqlValue() == .blob(bytes))
      #expect(try Rows.readBothWays([UInt8].self, .blob(bytes)) == bytes)
      #expect(try Rows.readBothWays(Data.self, .blob(bytes)) == Data(bytes))
      #expect(try Rows.readBothWays(ArraySlice<UInt8>.self, .blob(bytes)) == bytes[...])
    }
    let slice = Data([1, 2, 3, 4]).dropFirst(2)
    #expect(try slice.sqlValue() == .blob([3, 4]))
    for value: SQLValue in ["a", 1, 1.5, .null] {
      #expect(Rows.refuses(Data.self, value))
      #expect(Rows.refuses([UInt8].self, value))
    }
    #expect(try Rows.readBothWays(Data?.self, .null) == nil)
    #expect(try Rows.readBothWays(Data?.self, .blob([])) == Data())
    #expect(Data.columnType == .blob && ArraySlice<UInt8>.columnType == .blob)
  }

  @Test func urlsAreTextThatIsNotRepaired() throws {
    for text in ["https://example.org/a%20b?q=1#f", "mailto:a@b.c", "relative/path", "file:///tmp/x"] {
      let url = try Rows.readBothWays(URL.self, .text(text))
      #expect(url.absoluteString == text)
      #expect(try url.sqlValue().isIdentical(to: .text(text)))
    }
    let relative = try #require(URL(string: "c", relativeTo: URL(string: "https://a/b/")))
    #expect(try relative.sqlValue() == "https://a/b/c")
    for value: SQLValue in ["http://a b", "http://[", 1, .blob([]), .null] { #expect(Rows.refuses(URL.self, value)) }
  }
}
