import Foundation
import Testing
import TestSupport

@testable import Quarry

private enum Suit: String, SQLValueConvertible, Codable { case clubs, hearts }
private enum Level: Int8, SQLValueConvertible { case low = -1, high = 1 }
private struct Flags: OptionSet, SQLValueConvertible, Hashable {
  var rawValue: UInt32
}
private enum Day: RawRepresentable, SQLValueConvertible, Equatable {
  case of(Date)
  var rawValue: Date {
    switch self {
    case .of(let date): date
    }
  }
  init?(rawValue: Date) { self = .of(rawValue) }
}
private struct Address: SQLJSONConvertible, Equatable {
  var street: String
  var city: String?
  var since: Date?
}
private struct Loud: Error, CustomStringConvertible { var description: String { "secret" } }

@Suite struct CodedValueTests {
  @Test func rawValuesAreStored() throws {
    #expect(try Suit.hearts.sqlValue() == "hearts")
    #expect(Suit.columnType == .text && Level.columnType == .integer && Day.columnType == .text)
    #expect(try Rows.readBothWays(Suit.self, "clubs") == .clubs)
    #expect(try Rows.readBothWays(Suit?.self, .null) == nil)
    #expect(try Rows.readBothWays(Level.self, -1) == .low)
    #expect(try Rows.readBothWays(Flags.self, 5) == Flags(rawValue: 5))
    #expect(try Rows.readBothWays(Day.self, "2024-01-01").sqlValue() == "2024-01-01T00:00:00.000Z")
    let others: [SQLValue] = ["spades", "Hearts", 1, .null, .blob([])]
    for other in others { #expect(Rows.refuses(Suit.self, other)) }
    for other: SQLValue in [0, 255, "low"] { #expect(Rows.refuses(Level.self, other)) }
    #expect(Rows.refuses(Flags.self, -1))
  }

  @Test func unknownRawValuesAreNamedByTheirTypeOnly() {
    #expect {
      try Suit(sqlValue: "s3cret")
    } throws: { error in
      let text = "\(error)"
      return text.contains("Suit") && !text.contains("s3cret")
    }
  }

  @Test func jsonTextIsDeterministic() throws {
    let value = SQLJSON(["b": 1, "a": 2, "c": 3])
    #expect(try value.sqlValue().isIdentical(to: #"{"a":2,"b":1,"c":3}"#))
    let address = Address(
      street: "a/b \"ß\"\u{0}", city: nil, since: Date(timeIntervalSinceReferenceDate: -0.5))
    let stored = try address.sqlValue()
    #expect(
      stored.isIdentical(to: .text(#"{"since":"2000-12-31T23:59:59.500Z","street":"a/b \"ß\"\u0000"}"#)), "\(stored)")
    #expect(try Rows.readBothWays(Address.self, stored) == address)
    #expect(try Rows.readBothWays(Address?.self, .null) == nil)
    #expect(try Rows.readBothWays(SQLJSON<[Int?]>.self, "[1, null ,3]").value == [1, nil, 3])
    #expect(try SQLJSON(7).sqlValue() == "7")
    #expect(try Rows.readBothWays(SQLJSON<String>.self, #""x""#).value == "x")
    #expect(try JSONDecoder().decode(SQLJSON<[Int]>.self, from: Data("[1]".utf8)).value == [1])
    #expect(try JSONEncoder().encode(SQLJSON([1])) == Data("[1]".utf8))
  }

  @Test func theJSONCodingWorksForTypesWithAFormOfTheirOwn() throws {
    let column = SQLColumn<[UInt8]>("a", coding: .json)
    #expect(column.definition.type == .text)
    #expect(try [UInt8]([1, 2]).sqlValue(coding: column.coding) == "[1,2]")
    #expect(try Rows.read([UInt8].self, "[1,2]", coding: column.coding) == [1, 2])
    #expect(try Suit.clubs.sqlValue(coding: .json) == #""clubs""#)
    #expect(try Rows.read(Suit?.self, #""hearts""#, coding: .json) == .hearts)
  }

  @Test func badJSONIsRefusedWithoutShowingIt() {
    let texts = [
      "", "{", "s3cret", #"{"street":1}"#, #"{"city":"s3cret"}"#, #"{"street":null}"#, "[]",
      #"{"street":"a","since":"s3cret"}"#, #"{"street":"a","since":5}"#,
    ]
    for text in texts {
      #expect(Rows.refuses(Address.self, .text(text)))
      #expect {
        try Address(sqlValue: .text(text))
      } throws: { error in
        !"\(error)".contains("s3cret")
      }
    }
    for value: SQLValue in [1, 1.5, .blob(Array("{}".utf8)), .null] {
      #expect(Rows.refuses(SQLJSON<[String: Int]>.self, value))
    }
    #expect(throws: SQLConversionError.self) { try SQLJSON(Double.nan).sqlValue() }
    #expect(throws: SQLConversionError.self) { try SQLJSON([Date.distantFuture + 1e12]).sqlValue() }
  }

  @Test func optionalsOfOptionalsAreFlat() throws {
    #expect(try Int??.some(.none).sqlValue() == .null)
    #expect(try Rows.read(Int??.self, 5) == 5)
    #expect(Optional<Int?>.isNullable)
    #expect(try SQLValue?.none.sqlValue() == .null)
  }
}
