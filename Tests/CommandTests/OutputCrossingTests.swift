#if Command
import Foundation
import Quarry
import Testing

@testable import QuarryCommandKit

/// Every format with every storage class and values that look like something else.
@Suite struct OutputCrossingTests {
  /// Texts that pretend to be something else.
  private static let texts = [
    "", "NULL", "null", "x'00ff'", "'x'", "CAST(x'ff' AS TEXT)", "1", "-1", "+1", "1.5", ".5", "1e5", "Inf", "-Inf",
    "NaN",
    "0x10", " a", "a ", "a,b", "a\"b", "a'b", "a\nb", "a\r\nb", "a\u{0}b", "\u{1B}[31m", "\u{FFFD}", "…",
    "{\"blob\": \"00\"}",
    "{\"invalidText\": \"00\"}", "ok", "(1 row)", "東京", "e\u{301}", "\u{202E}x", "infinity", "9223372036854775807",
  ]

  /// Each value as SQL, and what stands for it where nothing is lost.
  private static let values: [(sql: String, value: String)] =
    texts.map { text in
      let hex = CellText.hexadecimal(Array(text.utf8))
      return ("CAST(x'\(hex)' AS TEXT)", "text:\(hex)")
    }
    + [
      ("NULL", "null"), ("0", "integer:0"), ("1", "integer:1"),
      ("-9223372036854775808", "integer:-9223372036854775808"),
      ("9223372036854775807", "integer:9223372036854775807"), ("1.0", "real:1.0"), ("1.5", "real:1.5"),
      ("-0.0", "real:-0.0"),
      ("9e999", "real:inf"), ("-9e999", "real:-inf"), ("1e300", "real:1e+300"), ("5e-324", "real:5e-324"),
      ("x''", "blob:"),
      ("x'00ff'", "blob:00ff"), ("CAST('NULL' AS BLOB)", "blob:4e554c4c"), ("CAST('1' AS BLOB)", "blob:31"),
      ("CAST(x'ff' AS TEXT)", "invalid:ff"), ("CAST(x'efbfbdff' AS TEXT)", "invalid:efbfbdff"),
      ("CAST(x'eda0' AS TEXT)", "invalid:eda0"), ("CAST(x'2cff0a' AS TEXT)", "invalid:2cff0a"),
    ]

  @Test func jsonTellsEveryValueApart() async throws {
    for (sql, wanted) in Self.values {
      let run = await CommandRun("sql", "memory:", "--format", "json", "SELECT \(sql) AS v")
      #expect(run.code == 0, "\(sql)")
      let start = try #require(run.output.range(of: "{\"v\":")?.upperBound)
      let rest = run.output[start...]
      let end = try #require(rest.range(of: "}\n")?.lowerBound)
      #expect(Self.decodedJSON(String(rest[..<end])) == wanted, "\(sql): \(run.output)")
    }
  }

  private static func decodedJSON(_ text: String) -> String {
    guard let first = text.first else { return "nothing" }
    if first == "{" || first == "\"" {
      let object = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
      if let text = object as? String { return "text:" + CellText.hexadecimal(Array(text.utf8)) }
      guard let object = object as? [String: String], object.count == 1 else { return "something else" }
      if let blob = object["blob"] { return "blob:" + blob }
      return "invalid:" + (object["invalidText"] ?? "?")
    }
    return decodedNumber(text)
  }

  private static func decodedNumber(_ text: String) -> String {
    if text == "null" { return "null" }
    if let integer = Int64(text) { return "integer:\(integer)" }
    switch text {
    case "9e999", "Inf": return "real:inf"
    case "-9e999", "-Inf": return "real:-inf"
    default: return Double(text).map { "real:\($0)" } ?? "unknown:" + text
    }
  }

  @Test func csvTellsEveryValueApart() async throws {
    for (sql, wanted) in Self.values {
      let run = await CommandRun("sql", "memory:", "--format", "csv", "SELECT \(sql) AS v, 1 AS w")
      #expect(run.code == 0, "\(sql)")
      let body = String(
        decoding: Array(run.output.utf8).dropFirst("v,w\r\n".utf8.count).dropLast(",1\r\n".utf8.count), as: UTF8.self)
      #expect(Self.decodedCSV(body) == wanted, "\(sql): \(run.output)")
    }
  }

  private static func decodedCSV(_ field: String) -> String {
    if field.isEmpty { return "null" }
    if field.utf8.first == UInt8(ascii: "\"") {
      let text = field.dropFirst().dropLast().replacing("\"\"", with: "\"")
      return "text:" + CellText.hexadecimal(Array(text.utf8))
    }
    if field.hasPrefix("x'") { return "blob:" + field.dropFirst(2).dropLast() }
    if field.hasPrefix("CAST(x'") { return "invalid:" + field.dropFirst(7).dropLast(10) }
    let number = decodedNumber(field)
    return number.hasPrefix("unknown") || field == "null" ? "text:" + CellText.hexadecimal(Array(field.utf8)) : number
  }

  /// A table is for people: a blob, a text that is not UTF-8, NULL and an empty text can be taken for nothing else.
  @Test func tablesShowWhatIsNoPlainText() async {
    var seen: [String: String] = [:]
    for (sql, wanted) in Self.values where !wanted.hasPrefix("integer") && !wanted.hasPrefix("real") {
      let run = await CommandRun("sql", "memory:", "SELECT \(sql) AS v")
      #expect(run.code == 0)
      let cell = run.output.split(separator: "\n").dropFirst(2).first.map(String.init) ?? ""
      #expect(seen.updateValue(wanted, forKey: cell) == nil, "\(cell) is \(wanted) and \(seen[cell] ?? "")")
      if wanted.hasPrefix("blob:") { #expect(cell == "x'\(wanted.dropFirst(5))'") }
      if wanted.hasPrefix("invalid:") { #expect(cell == "CAST(x'\(wanted.dropFirst(8))' AS TEXT)") }
    }
  }

  @Test(arguments: ["table", "json", "csv"])
  func widthCutsOnATerminalOnly(format: String) async {
    let sql = "SELECT hex(zeroblob(400)) AS h, 1 AS n"
    let long = String(repeating: "00", count: 400)
    #expect(await CommandRun("sql", "memory:", "--format", format, sql).output.contains(long))
    let cut = await CommandRun("sql", "memory:", "--format", format, sql, width: 60)
    #expect(cut.output.contains(long) == (format != "table"))
    if format == "table" {
      #expect(cut.output.contains("…"))
      #expect(cut.output.split(separator: "\n").allSatisfy { DisplayWidth.of($0) <= 60 })
    }
  }

  @Test func theHelpSaysHowValuesAreWritten() async {
    let help = await CommandRun("sql", "--help").output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for word in ["x'00ff'", "CAST(x'ff' AS TEXT)", "{\"blob\": \"00ff\"}", "{\"invalidText\": \"ff\"}", "9e999"] {
      #expect(help.contains(word), "\(word)")
    }
  }
}
#endif
