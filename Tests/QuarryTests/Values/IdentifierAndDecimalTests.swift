import Foundation
import Testing
import TestSupport

@testable import Quarry

@Suite struct IdentifierAndDecimalTests {
  @Test func identifiersAreReadFromBothForms() throws {
    let text = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    let identifier = try #require(UUID(uuidString: text))
    let bytes: [UInt8] = [
      0xE6, 0x21, 0xE1, 0xF8, 0xC3, 0x6C, 0x49, 0x5A, 0x93, 0xFC, 0x0C, 0x24, 0x7A, 0x3E, 0x6E, 0x5F,
    ]
    #expect(try identifier.sqlValue().isIdentical(to: .text(text)))
    #expect(try identifier.sqlValue(coding: .text).isIdentical(to: .text(text)))
    #expect(try identifier.sqlValue(coding: .lowercaseText).isIdentical(to: .text(text.lowercased())))
    #expect(try identifier.sqlValue(coding: .blob).isIdentical(to: .blob(bytes)))
    for stored: SQLValue in [.text(text), .text(text.lowercased()), .blob(bytes)] {
      #expect(try Rows.readBothWays(UUID.self, stored) == identifier)
      for coding: SQLValueCoding<UUID> in [.text, .lowercaseText, .blob] {
        #expect(try Rows.read(UUID.self, stored, coding: coding) == identifier)
      }
    }
    #expect(SQLColumn<UUID>("a", coding: .blob).definition.type == .blob)
    let others: [SQLValue] = [
      "", .text(String(text.dropLast())), .text(text + "0"), .text("{" + text.dropFirst(2) + "}"), .blob([]),
      .blob(Array(bytes.dropLast())), .blob(bytes + [0]), 1, 1.5, .null, .text("G" + text.dropFirst()),
    ]
    for other in others { #expect(Rows.refuses(UUID.self, other), "\(other)") }
  }

  @Test(arguments: [
    "0", "1", "-1", "0.1", "-12.5", "340282366920938463463374607431768211455",
    "12345678901234567890.123456789012345678",
    "-340282366920938463463374607431768211455", "18446744073709551616", "9007199254740993", "0.30000000000000004",
    "0." + String(repeating: "0", count: 127) + "1", "34028236692093846346337460743176821145500000000",
    "1" + String(repeating: "0", count: 165), "1" + String(repeating: "0", count: 128),
    "340282366920938463463374607431768211455" + String(repeating: "0", count: 127),
  ])
  func decimalsKeepEveryDigit(text: String) throws {
    let decimal = try Rows.readBothWays(Decimal.self, .text(text))
    #expect(try decimal.sqlValue().isIdentical(to: .text(text)))
    #expect(decimal.description == text)
  }

  @Test func equalDecimalsAreStoredAsEqualText() throws {
    let forms = ["12.5", "12.50", "+12.5", "012.500", "125e-1", "1.25E+1", "0.000125e5"]
    for form in forms {
      #expect(try Decimal(sqlValue: .text(form)).sqlValue().isIdentical(to: "12.5"), "\(form)")
    }
    #expect(try Decimal(sqlValue: ".5") == Decimal(sign: .plus, exponent: -1, significand: 5))
    #expect(try Decimal(sqlValue: "5.") == 5)
    #expect(try Decimal(sqlValue: "-0").sqlValue().isIdentical(to: "0"))
    #expect(try (Decimal(1) / 3).sqlValue() == .text((Decimal(1) / 3).description))
    #expect(try Decimal(sqlValue: .integer(.max)).sqlValue() == "9223372036854775807")
    #expect(try Decimal(sqlValue: .integer(.min)).sqlValue() == "-9223372036854775808")
    for extreme in [Decimal.greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude] {
      #expect(try Decimal(sqlValue: extreme.sqlValue()) == extreme)
    }
  }

  @Test func randomDecimalsRoundTrip() throws {
    var generator = SeededGenerator(seed: 13)
    for _ in 0..<2000 {
      let significand = Decimal(UInt64.random(in: .min ... .max, using: &generator))
      let factor = Decimal(UInt64.random(in: 0...(1 << 60), using: &generator))
      let decimal = Decimal(
        sign: Bool.random(using: &generator) ? .plus : .minus,
        exponent: Int.random(in: -100...80, using: &generator), significand: significand * factor)
      let stored = try decimal.sqlValue()
      #expect(try Decimal(sqlValue: stored) == decimal)
      #expect(try Decimal(sqlValue: stored).sqlValue().isIdentical(to: stored))
    }
  }

  @Test func otherDecimalsAreRefused() throws {
    let others: [SQLValue] = [
      "", "-", ".", "1,5", "1.5.5", "1e", "e5", "0x10", "NaN", "inf", " 1", "1 ", "1_000", "١", .real(1.5), .blob([]),
      .null, "340282366920938463463374607431768211456", "1234567890123456789012345678901234567891", "1e166", "1e-129",
      "1e999999999999999999999999", .text("1." + String(repeating: "3", count: 40)),
    ]
    for other in others { #expect(Rows.refuses(Decimal.self, other), "\(other)") }
    #expect(throws: SQLConversionError.self) { try Decimal.nan.sqlValue() }
  }
}
