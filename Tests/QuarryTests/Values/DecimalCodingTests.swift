import Foundation
import Quarry
import Testing

/// Decimal numbers as integers of units.
@Suite("Amounts in units")
struct DecimalCodingTests {
  private func amount(_ text: String) throws -> Decimal { try #require(Decimal(string: text)) }

  @Test(
    arguments: [
      ("0", 2, 0), ("1.5", 2, 150), ("-1.5", 2, -150), ("0.01", 2, 1), ("-0.01", 2, -1), ("12", 0, 12),
      ("0.000000000000000001", 18, 1), ("9.223372036854775807", 18, Int64.max),
      ("-9.223372036854775807", 18, -Int64.max),
      ("92233720368547758.07", 2, Int64.max), ("100", 2, 10000), ("1e3", 2, 100_000),
    ] as [(String, Int, Int64)])
  func unitsAreExact(_ text: String, _ digits: Int, _ units: Int64) throws {
    let coding = SQLValueCoding<Decimal>.scaled(digits)
    #expect(try coding.encode(amount(text)) == .integer(units))
    #expect(try coding.decode(.integer(units)) == amount(text))
    #expect(try coding.decode(.integer(units)).hashValue == amount(text).hashValue)
  }

  @Test(arguments: [
    ("1.005", 2), ("0.1", 0), ("92233720368547758.08", 2), ("-92233720368547758.08", 2), ("1e20", 0), ("10", 18),
    ("1e-19", 18), ("1e100", 2), ("1", 19), ("1", -1),
  ])
  func whatDoesNotFitIsRefused(_ text: String, _ digits: Int) throws {
    let value = try amount(text)
    #expect(throws: SQLConversionError.self) { try SQLValueCoding<Decimal>.scaled(digits).encode(value) }
  }

  @Test func notANumberIsRefused() {
    #expect(throws: SQLConversionError.self) { try SQLValueCoding<Decimal>.scaled(2).encode(.nan) }
    #expect(throws: SQLConversionError.self) {
      try SQLValueCoding<Decimal>.scaled(2, rounding: .towardZero).encode(.nan)
    }
  }

  @Test(arguments: [SQLValue.real(1.5), .text("150"), .blob([1]), .integer(.min), .real(9.3e18)])
  func whatIsNoNumberOfUnitsIsRefused(_ value: SQLValue) {
    #expect(throws: SQLConversionError.self) { try SQLValueCoding<Decimal>.scaled(2).decode(value) }
  }

  /// Each rule as Swift rounds reals of the same value.
  @Test(arguments: [
    FloatingPointRoundingRule.up, .down, .towardZero, .awayFromZero, .toNearestOrEven, .toNearestOrAwayFromZero,
  ])
  func roundingFollowsTheRule(_ rule: FloatingPointRoundingRule) throws {
    let coding = SQLValueCoding<Decimal>.scaled(2, rounding: rule)
    for thousandths in -40...40 {
      // Eighths of a unit are exact in binary.
      let value = Decimal(thousandths) / 800
      let wanted = (Double(thousandths) / 8).rounded(rule)
      #expect(try coding.encode(value) == .integer(Int64(wanted)), "\(value)")
    }
    #expect(try coding.encode(amount("0.0050000000001")) == .integer(rule == .down || rule == .towardZero ? 0 : 1))
  }

  @Test func aDefaultIsTheNumberItself() {
    #expect(SQLColumn<Decimal>("a", defaultValue: 1, coding: .scaled(2)).definition.defaultValue == 100)
    #expect(SQLColumn<Decimal>("a", defaultValue: 12.35, coding: .scaled(2)).definition.defaultValue == 1235)
    #expect(SQLColumn<Decimal>("a", defaultValue: -1, coding: .scaled(0)).definition.defaultValue == -1)
    #expect(SQLColumn<Decimal>("a", defaultValue: 1.005, coding: .scaled(2)).definition.defaultValue == 1.005)
    #expect(SQLColumn<Int>("a", defaultValue: 7).definition.defaultValue == 7)
  }

  @Test func formsAreThoseOfTheValues() {
    #expect(SQLValueCoding<Decimal>.scaled(2).storedForm == .scaledInteger(2))
    #expect(SQLValueCoding<Decimal>.scaled(2).storedForm != .scaledInteger(3))
    #expect(SQLColumn<Decimal>("a").storedForm == .decimalText)
    #expect(SQLColumn<Decimal?>("a", coding: .scaled(2)).storedForm == .scaledInteger(2))
    #expect(!SQLStoredForm.decimalText.preserved.contains(.order) && !SQLStoredForm.json.preserved.contains(.order))
  }
}
