#if Command
internal import Quarry
internal import QuarryCopy

extension Shell {
  /// Inserts the rows of a CSV file into a table.
  mutating func importRows(of path: String, into table: String) async throws {
    forgetNames()
    let work = ImportWork(file: try InputFile(path), table: table, connection: connection)
    let rows = try await Interruption.cancelling(isEnabled: isInteractive) { try await work.run() }
    console.print(console.styled("ok, \(Grouped.text(rows, "row")) imported", .dim))
  }
}

/// One import: all rows, or none where the driver can hold a transaction.
private struct ImportWork: Sendable {
  let file: InputFile
  let table: String
  let connection: ShellConnection

  /// Runs it.
  ///
  /// - Returns: How many rows were inserted.
  func run() async throws -> Int {
    guard connection.capabilities.holdsTransactions else { return try await insertAll() }
    try await connection.run("SAVEPOINT quarry_import")
    do {
      let rows = try await insertAll()
      try await connection.run("RELEASE quarry_import")
      return rows
    } catch {
      // Also after the work was cancelled.
      let connection = connection
      await Task {
        _ = try? await connection.runToItsEnd("ROLLBACK TO quarry_import")
        _ = try? await connection.runToItsEnd("RELEASE quarry_import")
      }.value
      throw error
    }
  }

  private func insertAll() async throws -> Int {
    var reader = CSVReader()
    var columns: [String]?
    var pending: [CSVReader.Record] = []
    var count = 0
    var isAtEnd = false
    while !isAtEnd {
      try Task.checkCancellation()
      let part = try file.read()
      isAtEnd = part.isEmpty
      for row in try reader.take(part) {
        guard let names = columns else {
          columns = try await prepareTable(row.fields)
          continue
        }
        guard row.fields.count == names.count else {
          throw CommandError(
            "line \(row.line) of the file has \(Grouped.text(row.fields.count, "field")), and the first line "
              + "\(names.count)\(kept(count))")
        }
        pending.append(row)
      }
      guard let names = columns else { continue }
      let size = connection.capabilities.rowsPerStatement(columns: names.count)
      while pending.count >= size || (isAtEnd && !pending.isEmpty) {
        let rows = pending.prefix(size)
        try await insert(rows, names, before: count)
        count += rows.count
        pending.removeFirst(rows.count)
      }
    }
    guard columns != nil else { throw CommandError("the file is empty; its first line must name the columns") }
    return count
  }

  /// What became of the rows before the one that failed.
  private func kept(_ count: Int) -> String {
    if connection.capabilities.holdsTransactions { return "; no row was imported" }
    return count == 0 ? "" : "; the \(Grouped.text(count, "row")) above it stay in the table"
  }

  /// The columns of the file, all of which the table has; creates it where there is none.
  private func prepareTable(_ header: [CSVReader.Field]) async throws -> [String] {
    let names = try header.map { field in
      guard let name = String(validating: field.bytes, as: UTF8.self), !name.isEmpty else {
        throw CommandError("the first line of the file must name the columns; one of its names is empty or not UTF-8")
      }
      return name
    }
    let information = "PRAGMA table_info(\(SQLIdentifier.quote(table)))"
    let known = try await connection.rows(of: information).compactMap { $0.count > 1 ? $0[1].text : nil }
    if known.isEmpty {
      let columns = names.map { SQLIdentifier.quote($0) }.joined(separator: ", ")
      try await connection.run("CREATE TABLE \(SQLIdentifier.quote(table)) (\(columns))")
      return names
    }
    for name in names where !known.contains(where: { SQLIdentifier.areEqual($0, name) }) {
      throw CommandError(
        "the table \(ShellName.quoted(table)) has no column \(ShellName.quoted(name))"
          + ShellName.hint(for: name, among: known), exit: .usage)
    }
    return names
  }

  /// Inserts rows with one statement. If it fails inside of a transaction, the first row that cannot be inserted is looked
  /// for, since the engine doesn't name it.
  private func insert(_ rows: ArraySlice<CSVReader.Record>, _ names: [String], before count: Int) async throws {
    do {
      try await insert(rows, names)
    } catch var error as DatabaseError {
      if rows.count > 1, error.code != .interrupted, await connection.isInTransaction {
        for index in rows.indices { try await insert(rows[index...index], names, before: count) }
      }
      let lines = (first: rows.first?.line ?? 0, last: rows.last?.line ?? 0)
      let place = lines.first == lines.last ? "line \(lines.first)" : "lines \(lines.first) to \(lines.last)"
      error.message = "\(place) of the file: \(error.message)\(kept(count))"
      throw error
    }
  }

  private func insert(_ rows: ArraySlice<CSVReader.Record>, _ names: [String]) async throws {
    let cells = rows.map { $0.fields.map(ImportedCell.init) }
    let tuples = cells.map { "(" + $0.map(\.parameter).joined(separator: ", ") + ")" }
    let columns = names.map { SQLIdentifier.quote($0) }.joined(separator: ", ")
    let sql = "INSERT INTO \(SQLIdentifier.quote(table)) (\(columns)) VALUES \(tuples.joined(separator: ", "))"
    try await connection.run(sql, cells.flatMap { $0.map(\.value) })
  }
}

/// A field as a value: the other way round of ``CellText/csv(_:)-(CellText.Content)``.
private struct ImportedCell {
  var value: SQLValue
  /// The parameter for it in the statement.
  var parameter = "?"

  init(_ field: CSVReader.Field) {
    guard let text = String(validating: field.bytes, as: UTF8.self) else {
      value = .blob(field.bytes)
      parameter = "CAST(? AS TEXT)"
      return
    }
    value = .text(text)
    guard !field.isQuoted else { return }
    if text.isEmpty {
      value = .null
    } else if let integer = Int64(text), String(integer) == text {
      value = .integer(integer)
    } else if let real = Self.real(text) {
      value = .real(real)
    } else if let bytes = Self.blob(text) {
      value = .blob(bytes)
    } else if text.hasPrefix("CAST("), text.hasSuffix(" AS TEXT)"), let bytes = Self.blob(text.dropFirst(5).dropLast(9))
    {
      value = .blob(bytes)
      parameter = "CAST(? AS TEXT)"
    }
  }

  /// A number that is written as this program writes it; others, such as 007, stay texts.
  private static func real(_ text: String) -> Double? {
    if text == "Inf" { return .infinity }
    if text == "-Inf" { return -.infinity }
    guard let number = Double(text), number.isFinite, CellText.real(number) == text else { return nil }
    return number
  }

  private static func blob(_ text: some StringProtocol) -> [UInt8]? {
    guard text.hasPrefix("x'"), text.hasSuffix("'"), text.utf8.count % 2 == 1 else { return nil }
    let digits = Array(text.utf8.dropFirst(2).dropLast())
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}
#endif
