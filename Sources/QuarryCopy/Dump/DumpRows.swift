internal import Quarry

/// The rows of one block as INSERT statements.
struct DumpRows {
  /// The length of the values of one statement from which a new one begins, in bytes.
  private static let statementBytes = 16 * 1024

  let table: TableRows
  /// The texts for real numbers that the engine would misread.
  var reals: [UInt64: String] = [:]

  init(_ table: TableRows) { self.table = table }

  /// Asks the engine which real numbers of a block it would misread, and finds other texts for them.
  mutating func check(_ block: RowBlock, _ executor: some SQLExecutor) async throws {
    var unknown: [Double] = []
    for case .real(let number) in block.values where !RealText.isPlain(number) && reals[number.bitPattern] == nil {
      reals[number.bitPattern] = RealText.plain(number)
      unknown.append(number)
    }
    for start in stride(from: 0, to: unknown.count, by: 100) {
      let part = unknown[start..<min(start + 100, unknown.count)]
      let query = SQLFragment(raw: "SELECT " + part.map(RealText.plain).joined(separator: ", "))
      let found = try await executor.rows(of: query, columns: part.count).first ?? []
      for (number, value) in zip(part, found) where value != .real(number) || number.sign == .minus && number == 0 {
        reals[number.bitPattern] = RealText.exact(number)
      }
    }
  }

  /// The statements.
  func text(of block: RowBlock) -> String {
    let head = "INSERT INTO \(SQLIdentifier.quote(table.table)) (\(table.columns.joined(separator: ", "))) VALUES\n"
    var result = ""
    var length = 0
    for row in 0..<block.rowCount {
      result += length == 0 ? head : ",\n"
      let before = result.utf8.count
      result += "("
      for column in 0..<block.columnCount {
        if column > 0 { result += ", " }
        let index = row * block.columnCount + column
        append(block.values[index], isInvalidText: block.invalidTexts.contains(index), to: &result)
      }
      result += ")"
      length += result.utf8.count - before
      if length >= Self.statementBytes || row == block.rowCount - 1 {
        result += ";\n"
        length = 0
      }
    }
    return result
  }

  private func append(_ value: SQLValue, isInvalidText: Bool, to result: inout String) {
    switch value {
    case .real(let number): result += reals[number.bitPattern] ?? RealText.plain(number)
    // SQL text ends at a NUL, and bytes mean different texts in different encodings.
    case .text(let text) where text.utf8.contains(0):
      let parts = text.unicodeScalars.split(separator: "\0", omittingEmptySubsequences: false)
      result += "(" + parts.map { SQLIdentifier.quoteText(String($0)) }.joined(separator: " || char(0) || ") + ")"
    case .blob where isInvalidText: result += "CAST(" + SQLLiteral.text(of: value) + " AS TEXT)"
    default: result += SQLLiteral.text(of: value)
    }
  }
}
