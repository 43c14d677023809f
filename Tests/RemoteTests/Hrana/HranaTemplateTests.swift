import Quarry
import Testing

@testable import QuarryRemote

/// The parts of calls that are kept say what whole ones say.
@Suite("Hrana: templates of statements") struct HranaTemplateTests {
  static let values: [SQLValue] = [
    .null, .integer(0), .integer(.min), .integer(.max), .real(-0.0), .real(1e300), .real(.nan),
    .real(.leastNonzeroMagnitude),
    .text(""),
    .text("a\0\"\\\u{1F600}\n"), .text(String(repeating: "x", count: 5_000)), .blob([]), .blob([0, 0xff, 1]),
  ]

  @Test func requestsAreTheSame() throws {
    let names: [[String?]] = [
      [], [nil], [nil, nil], ["?1"], [":a"], [":a", "@b"], [":a", nil], ["?2", nil, "$c"], [":\"\n\"", ":ä"],
    ]
    for names in names {
      let sql = "SELECT \(names.map { $0 ?? "?" }.joined(separator: ", ")), '\"\\', '\u{1F600}'"
      let template = try #require(HranaTemplate(sql, names: names))
      for start in HranaTemplateTests.values.indices {
        let values = names.indices.map { HranaTemplateTests.values[(start + 3 * $0) % HranaTemplateTests.values.count] }
        let call = HranaStatementCall(sql, names: names, values: values)
        let expected = try HranaRequest.body(baton: nil, HranaTemplate.requests(call))
        #expect(try template.body(values) == expected, "\(names) \(values)")
      }
    }
  }

  static func body(_ result: String, before: String = "", after: String = "", type: String = "execute")
    -> String
  {
    #"{\#(before)"baton":null,"base_url":null,"results":[{"type":"ok","response":{"type":"\#(type)","result":{\#(result)}}},"#
      + #"{"type":"ok","response":{"type":"close"}}]\#(after)}"#
  }

  private static let columns = #""cols":[{"name":"a","decltype":"INT"},{"name":"ä\n","decltype":null}]"#
  private static let rows = #""rows":[[{"type":"integer","value":"1"},{"type":"text","value":"x\"y"}]]"#
  private static let counts = #""affected_row_count":2,"last_insert_rowid":"7","replication_index":"12""#

  static let bodies: [String] = [
    body("\(columns),\(rows),\(counts)"),
    body("\(columns),\(rows),\(counts),\"query_duration_ms\":0.5"),
    body("\(columns),\"rows\":[],\(counts)"),
    body(
      "\(columns),\"rows\":[[{\"type\":\"null\"},{\"type\":\"float\",\"value\":1.5}],[{\"type\":\"blob\",\"base64\":\"AA\"},{\"type\":\"null\"}]],\(counts)"
    ),
    body("\(columns),\(rows),\"affected_row_count\":0"),
    body("\(columns),\(rows)"),
    body("\(columns),\(counts),\(rows)"),
    body("\(counts),\(columns),\(rows)"),
    body("\(rows),\(columns),\(counts)"),
    body("\(columns),\(rows),\(rows),\(counts)"),
    body("\(columns),\(rows),\(counts),\"rows\":[]"),
    body("\(columns),\(rows),\"cols\":[],\(counts)"),
    body("\(columns),\(rows),\"rows\":[[{\"type\":\"null\"},{\"type\":\"null\"}]],\(counts)"),
    body("\(columns),\(rows),\(counts),\"replication_index\":\"3\""),
    body("\(columns),\"other\":{\"rows\":[]},\(rows),\(counts)"),
    body("\(columns),\(rows),\(counts)", before: #""x":[{"a":1}],"#),
    body("\(columns),\(rows),\(counts)", after: #","x":null"#),
    body("\(columns),\(rows),\(counts)", after: #","baton":"b""#),
    body("\(columns),\(rows),\(counts)", after: #","base_url":"http://x""#),
    body("\(columns),\(rows),\(counts)", after: #","results":[]"#),
    body("\(columns),\(rows),\(counts)", type: "batch"),
    body(
      "\(columns),\(rows),\(counts)}},{\"type\":\"ok\",\"response\":{\"type\":\"execute\",\"result\":{\(columns),\(rows),\(counts)"
    ),
    body("\(columns),\(rows),\(counts)},\"result\":{\(columns),\"rows\":[],\(counts)"),
    body("\(columns),\(rows),\(counts)},\"type\":\"batch\",\"x\":{"),
    body("\(columns),\(rows),\(counts)}},{\"type\":\"error\",\"error\":{\"message\":\"m\"},\"x\":{\"y\":{"),
    #"{"baton":null,"results":[{"type":"error","error":{"message":"m"}},{"type":"ok","response":{"type":"close"}}]}"#,
    "", "{}", "null",
  ]

  /// What a response says to whoever has not seen another one.
  private func said(_ result: HranaStatementResult?) -> String {
    guard let result else { return "nothing" }
    let batch = SQLRowBatch()
    batch.removeAllRows(columnCount: result.columns.count)
    if !result.columns.isEmpty { result.rows.copy(0..<result.rows.rowCount, into: batch) }
    let cells = (0..<batch.rowCount).map { row in
      (0..<batch.columnCount).map { column in "\((try? batch.cell(row: row, column: column).value()) as Any)" }
    }
    return "\(result.columns) \(result.rows.rowCount) \(cells) \(result.effect) \(result.number as Any)"
  }

  private func template() throws -> HranaTemplate { try #require(HranaTemplate("SELECT 1", names: [])) }

  @Test func everyResponseAfterEveryOther() throws {
    for first in HranaTemplateTests.bodies {
      for second in HranaTemplateTests.bodies {
        let template = try template()
        _ = template.result(of: Array(first.utf8))
        let known = template.result(of: Array(second.utf8))
        let new = try self.template().result(of: Array(second.utf8))
        #expect(said(known) == said(new), "\(second) after \(first)")
        // Again, after what was read last.
        #expect(said(template.result(of: Array(second.utf8))) == said(new), "\(second) twice")
      }
    }
    #expect(said(try template().result(of: Array(HranaTemplateTests.bodies[0].utf8))).contains("x\\\"y"))
  }

  /// Every byte of a response is another one, is missing, or is there twice.
  @Test(arguments: [0, 1, 3]) func everyChangedByte(_ number: Int) throws {
    let body = Array(HranaTemplateTests.bodies[number].utf8)
    for index in body.indices {
      var changes: [[UInt8]] =
        Array(#""{}[],:0-e\nx"#.utf8).map { [$0] } + [[], [body[index], body[index]], [0], [0xc3]]
      changes.append([body[index] ^ 1])
      for change in changes {
        let changed = Array(body[..<index]) + change + Array(body[(index + 1)...])
        let template = try template()
        #expect(said(template.result(of: body)) != "nothing")
        let known = template.result(of: changed)
        let new = try self.template().result(of: changed)
        #expect(said(known) == said(new), "\(String(decoding: changed, as: UTF8.self))")
      }
    }
  }

  @Test func largePartsAreNotKept() throws {
    let name = String(repeating: "n", count: 9_000)
    let text = HranaTemplateTests.body(
      "\"cols\":[{\"name\":\"\(name)\",\"decltype\":null}],\"rows\":[[{\"type\":\"null\"}]],\(HranaTemplateTests.counts)"
    )
    let template = try template()
    for _ in 0..<3 { #expect(template.result(of: Array(text.utf8))?.rows.rowCount == 1) }
  }
}
