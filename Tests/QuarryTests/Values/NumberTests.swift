import Testing
import TestSupport

@testable import Quarry

@Suite struct NumberTests {
  private func checkWidth<Number: FixedWidthInteger & SQLValueConvertible>(_ type: Number.Type) throws {
    let low = max(Int64(clamping: Number.min), .min)
    let high = Int64(clamping: Number.max)
    for value in [low, high, 0, 1] {
      #expect(try Rows.readBothWays(Number.self, .integer(value)) == Number(exactly: value))
    }
    if low > .min { #expect(Rows.refuses(Number.self, .integer(low - 1)), "\(type)") }
    if high < .max { #expect(Rows.refuses(Number.self, .integer(high + 1)), "\(type)") }
    #expect(try Number(exactly: high)?.sqlValue() == .integer(high))
    #expect(try Number(exactly: low)?.sqlValue() == .integer(low))
    if UInt64(clamping: Number.max) > UInt64(Int64.max) {
      #expect(throws: SQLConversionError.self) { try Number.max.sqlValue() }
    }
    #expect(try Rows.readBothWays(Number.self, .real(7)) == 7)
    for value: SQLValue in [.real(7.5), .real(1e19), .real(.nan), .real(.infinity), "7", .blob([7]), .null] {
      #expect(Rows.refuses(Number.self, value), "\(type) \(value)")
    }
    #expect(try Rows.readBothWays(Number?.self, .null) == nil)
    #expect(try Number?.none.sqlValue() == .null)
    #expect(Number.columnType == .integer && !Number.isNullable)
    #expect(Optional<Number>.isNullable)
  }

  @Test func integersOutOfRangeAreRefusedBothWays() throws {
    try checkWidth(Int.self)
    try checkWidth(Int8.self)
    try checkWidth(Int16.self)
    try checkWidth(Int32.self)
    try checkWidth(Int64.self)
    try checkWidth(UInt.self)
    try checkWidth(UInt8.self)
    try checkWidth(UInt16.self)
    try checkWidth(UInt32.self)
    try checkWidth(UInt64.self)
  }

  @Test func doublesKeepTheirBits() throws {
    let values: [Double] = [
      0, -0.0, 1.5, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.1, .pi, -1e-300,
    ]
    for value in values {
      let stored = try value.sqlValue()
      #expect(stored.isIdentical(to: .real(value)))
      #expect(try Double(sqlValue: stored).bitPattern == value.bitPattern)
      #expect(try Rows.read(Double.self, stored).bitPattern == value.bitPattern)
    }
    #expect(!SQLValue.real(0).isIdentical(to: .real(-0.0)))
    #expect(try Double.nan.sqlValue() == .null)
    #expect(try SQLValue.real(.nan).sqlValue() == .null)
    #expect(try Rows.readBothWays(Double.self, .integer(1 << 53)) == 9_007_199_254_740_992)
    for value: SQLValue in [.integer((1 << 53) + 1), .integer(.max), "1.5", .blob([]), .null] {
      #expect(Rows.refuses(Double.self, value), "\(value)")
    }
  }

  @Test func floatsAreRefusedBeyondTheirRange() throws {
    for value: Float in [0, -0.0, 0.1, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, -.infinity] {
      let stored = try value.sqlValue()
      #expect(stored.isIdentical(to: .real(Double(value))))
      #expect(try Rows.readBothWays(Float.self, stored).bitPattern == value.bitPattern)
    }
    #expect(try Float.nan.sqlValue() == .null)
    #expect(try Rows.readBothWays(Float.self, .real(0.1)) == 0.1)
    for value: SQLValue in [.real(1e39), .real(-1e300), .null, "1"] { #expect(Rows.refuses(Float.self, value)) }
  }

  @Test func booleansAreIntegers() throws {
    #expect(try true.sqlValue() == 1)
    #expect(try false.sqlValue() == 0)
    #expect(try Rows.readBothWays(Bool.self, 0) == false)
    #expect(try Rows.readBothWays(Bool.self, -3) == true)
    #expect(try Rows.readBothWays(Bool.self, 1.0) == true)
    for value: SQLValue in [.real(0.5), "true", .null] { #expect(Rows.refuses(Bool.self, value)) }
  }
}
