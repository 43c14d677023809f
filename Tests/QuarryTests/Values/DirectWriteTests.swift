import Foundation
import Testing

@testable public import Quarry

/// A wide integer of the program, which stores itself as text.
extension UInt128: SQLValueConvertible {
  public init(sqlValue: SQLValue) throws {
    guard case .text(let digits) = sqlValue, let number = UInt128(digits) else {
      throw SQLConversionError(wanted: "UInt128", found: "something else")
    }
    self = number
  }
  public func sqlValue() throws -> SQLValue { .text(String(self)) }
}

/// What a type writes to a parameter is what its value is, bit by bit.
@Suite("Values that are written directly")
struct DirectWriteTests {
  private func check<Value: SQLValueConvertible>(
    _ values: [Value], sourceLocation: SourceLocation = #_sourceLocation
  ) throws where Value.Unwrapped == Value {
    let coded = SQLValueCoding<Value>(columnType: .text, encode: { _ in .text("coded") }, decode: Value.init(sqlValue:))
    let failing = SQLValueCoding<Value>(
      columnType: .text, encode: { _ in throw SQLConversionError(wanted: "a value", found: "another") },
      decode: Value.init(sqlValue:))
    for value in values {
      for coding in [nil, coded, failing] {
        try same(value, coding, sourceLocation)
        try same(Value?.some(value), coding, sourceLocation)
        try same(Value?.none, coding, sourceLocation)
      }
    }
  }

  private func same<Value: SQLValueConvertible>(
    _ value: Value, _ coding: SQLValueCoding<Value.Unwrapped>?, _ sourceLocation: SourceLocation
  ) throws {
    let wanted = Result { try value.sqlValue(coding: coding) }
    let bound = BoundValues([.text("before"), 7, .blob([9])])
    let written = Result { try value.write(to: BoundValues.Cell(.passUnretained(bound), 1), coding: coding) }
    withExtendedLifetime(bound) {
      switch (wanted, written) {
      case (.success(let wanted), .success):
        #expect(bound.values == [.text("before"), wanted, .blob([9])], sourceLocation: sourceLocation)
        if case .real(let real) = wanted, case .real(let stored) = bound.values[1] {
          #expect(real.bitPattern == stored.bitPattern, sourceLocation: sourceLocation)
        }
      case (.failure(let wanted), .failure(let thrown)):
        #expect("\(wanted)" == "\(thrown)", sourceLocation: sourceLocation)
        #expect(bound.values == [.text("before"), 7, .blob([9])], sourceLocation: sourceLocation)
      default: Issue.record("\(value): \(wanted), but written: \(written)", sourceLocation: sourceLocation)
      }
    }
  }

  @Test("Integers of every width, also beyond 64 signed bits") func integers() throws {
    try check([0, 1, -1, .max, .min] as [Int])
    try check([0, 1, -1, .max, .min] as [Int64])
    try check([0, -1, .max, .min] as [Int32])
    try check([0, -1, .max, .min] as [Int16])
    try check([0, -1, .max, .min] as [Int8])
    try check([0, 1, .max] as [UInt8])
    try check([0, 1, UInt64(Int64.max), UInt64(Int64.max) + 1, .max] as [UInt64])
    try check([0, 1, .max] as [UInt])
    try check([0, 5, .max] as [UInt128])
    try check([true, false])
  }

  @Test("Reals, with what is no number") func reals() throws {
    try check(
      [0, -0.0, 1.5, .infinity, -.infinity, .nan, .signalingNaN, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
        as [Double])
    try check([0, -0.0, .nan, .infinity, .greatestFiniteMagnitude] as [Float])
  }

  @Test("Texts of every size and kind") func texts() throws {
    let long = String(repeating: "ä", count: 5_000)
    var texts = ["", "a", "a\0b", "fifteen bytes..", "sixteen bytes...", "e\u{301}", "\u{FEFF}x", "👩‍👩‍👧", long]
    texts += [NSString(string: "bridged ü").description, String(Substring(long).dropFirst(3))]
    try check(texts)
    try check(texts.map { Substring($0) })
  }

  @Test("Bytes of every size and kind") func bytes() throws {
    let long = Data((0..<70_000).map { UInt8(truncatingIfNeeded: $0) })
    try check([Data(), Data([1]), Data(repeating: 0, count: 14), Data(repeating: 5, count: 15), long, long[10..<40]])
    try check([[], [0], [UInt8](long)])
    try check([[1, 2, 3][1...], [][...]] as [ArraySlice<UInt8>])
  }
}
