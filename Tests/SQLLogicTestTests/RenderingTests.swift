import Quarry
import Testing

@testable import QuarrySQLLogicTest

@Suite struct RenderingTests {
  private func text(_ value: SQLValue, _ type: LogicTestValueType) -> String {
    let batch = SQLRowBatch()
    batch.removeAllRows(columnCount: 1)
    batch.append(value)
    batch.endRow()
    return ValueText.of(batch.cell(row: 0, column: 0), as: type)
  }

  @Test func valuesInEveryType() {
    for type in LogicTestValueType.allCases { #expect(text(.null, type) == "NULL") }
    #expect(text(.text(""), .text) == "(empty)")
    #expect(text(.blob([]), .text) == "(empty)")
    #expect(text(.text("a\tb\né~ "), .text) == "a@b@@@~ ")
    #expect(text(.blob([0, 0x41, 0x7F, 0xFF]), .text) == "@A@@")
    #expect(text(.integer(.min), .text) == "-9223372036854775808")
    #expect(text(.integer(.min), .integer) == "-9223372036854775808")
    #expect(text(.integer(-3), .real) == "-3.000")
    #expect(text(.text("abc"), .integer) == "0")
    #expect(text(.text(" -12x"), .integer) == "-12")
    #expect(text(.text("99999999999999999999"), .integer) == "9223372036854775807")
    #expect(text(.text("-9223372036854775808"), .integer) == "-9223372036854775808")
    #expect(text(.text("-9223372036854775809"), .integer) == "-9223372036854775808")
    #expect(text(.real(2.9), .integer) == "2")
    #expect(text(.real(-2.9), .integer) == "-2")
    #expect(text(.real(1e300), .integer) == "9223372036854775807")
    #expect(text(.real(-.infinity), .integer) == "-9223372036854775808")
    for (number, expected) in [
      ("1.5e2x", "150.000"), ("abc", "0.000"), (".5", "0.500"), ("-.5e1", "-5.000"), ("5.", "5.000"),
      ("5.e1", "50.000"),
      ("1e", "1.000"), ("1e+", "1.000"), ("+", "0.000"), (".", "0.000"), ("", "0.000"), ("-7e-1", "-0.700"),
    ] { #expect(text(.text(number), .real) == expected, "\(number)") }
  }

  @Test(arguments: [
    (0.0, "0.000"), (-0.0, "0.000"), (1.0, "1.000"), (0.0005, "0.001"), (0.00049999, "0.000"), (0.0625, "0.063"),
    (-1.0005, "-1.000"), (2.675, "2.675"), (1e-300, "0.000"), (.leastNonzeroMagnitude, "0.000"), (0.9995, "1.000"),
    (999.9996, "1000.000"),
    (123456789.125, "123456789.125"), (9_999_999_999_999.0, "9999999999999.000"),
    (-9223372036854775808.0, "-9223372036854776000.000"), (-18446744073709551616.0, "-18446744073709550000.000"),
    (1e20, "100000000000000000000.000"), (12345678901234.5, "12345678901234.500"), (.infinity, "Inf"),
  ])
  func realsHaveThreePlaces(real: Double, expected: String) { #expect(RealText.fixed(real) == expected) }

  @Test(arguments: [
    (0.0, "0.0"), (1.0, "1.0"), (-1.5, "-1.5"), (0.1, "0.1"), (100.0, "100.0"), (1e15, "1.0e+15"),
    (1e14, "100000000000000.0"),
    (1.5e300, "1.5e+300"), (0.0001, "0.0001"), (0.00001, "1.0e-05"), (1.0 / 3, "0.333333333333333"),
    (2.0 / 3, "0.666666666666667"), (0.1 + 0.2, "0.3"), (9.999999999999999e22, "1.0e+23"), (123456.789, "123456.789"),
    (999999999999999.9, "1.0e+15"),
  ])
  func realsAsText(real: Double, expected: String) { #expect(RealText.general(real) == expected) }

  @Test func sums() {
    #expect(ResultDigest([]).line == "0 values hashing to d41d8cd98f00b204e9800998ecf8427e")
    #expect(ResultDigest(["1", "10", "2"]).line == "3 values hashing to \(RunnerTests.sum)")
    #expect(ResultDigest(["a", "b"]) != ResultDigest(["b", "a"]))
    #expect(ResultDigest(["ab"]) != ResultDigest(["a", "b"]))
  }
}
