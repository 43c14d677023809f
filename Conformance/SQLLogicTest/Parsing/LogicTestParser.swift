/// Parses the records of a sqllogictest file.
///
/// It supports all of SQLite's own format, and the common parts of later dialects: `statement count`, messages of
/// errors, `query error`, `include`, `sleep`, `control sortmode`, and results with one row per line and tabs between
/// columns. An unknown record is an error with its line. It is never skipped.
public struct LogicTestParser {
  private var lines: LogicTestLines
  private let file: String
  private let include: (String) throws -> [LogicTestRecord]
  private var conditions: [LogicTestCondition] = []
  private var records: [LogicTestRecord] = []

  /// Parses the records of a file.
  ///
  /// - Parameters:
  ///   - bytes: The content, in UTF-8.
  ///   - file: The name of the file, for locations.
  ///   - include: Parses the records of an included file.
  /// - Throws: ``LogicTestSyntaxError`` with the line, or the error of `include`.
  public static func records(
    of bytes: [UInt8], file: String,
    include: (String) throws -> [LogicTestRecord] = { name in
      throw LogicTestSyntaxError(LogicTestLocation(file: name, line: 1), "other files can't be included here")
    }
  ) throws -> [LogicTestRecord] {
    try withoutActuallyEscaping(include) { include in
      var parser = LogicTestParser(lines: LogicTestLines(bytes), file: file, include: include)
      try parser.parse()
      return parser.records
    }
  }

  private init(lines: LogicTestLines, file: String, include: @escaping (String) throws -> [LogicTestRecord]) {
    self.lines = lines
    self.file = file
    self.include = include
  }

  private var location: LogicTestLocation { LogicTestLocation(file: file, line: lines.number) }

  private func failure(_ message: String, at place: LogicTestLocation? = nil) -> LogicTestSyntaxError {
    LogicTestSyntaxError(place ?? location, message)
  }

  private mutating func parse() throws {
    while let line = lines.next() {
      if line.isBlankLine || line.first == UInt8(ascii: "#") { continue }
      let text = try string(line)
      let words = text.split { $0 == " " || $0 == "\t" }
      guard let first = words.first else { continue }
      switch first {
      case "skipif": conditions.append(.skipIf(try engineName(words)))
      case "onlyif": conditions.append(.onlyIf(try engineName(words)))
      default:
        let isEnd = first == "halt" && conditions.isEmpty
        try record(String(first), text, words.dropFirst().map(String.init))
        conditions.removeAll()
        // Text after the end of a file wasn't meant to be read.
        if isEnd { return }
      }
    }
    if !conditions.isEmpty { throw failure("skipif or onlyif without a record after it") }
  }

  private func engineName(_ words: [Substring]) throws -> String {
    guard words.count >= 2, words.count == 2 || words[2].hasPrefix("#") else {
      throw failure("\(words[0]) takes the name of one engine, as in: \(words[0]) sqlite")
    }
    return words[1].lowercased()
  }

  private mutating func record(_ word: String, _ header: String, _ arguments: [String]) throws {
    let place = location
    switch word {
    case "statement": append(try statement(header, arguments, place), at: place)
    case "query": append(try query(header, arguments, place), at: place)
    case "halt":
      try expect(arguments.isEmpty, "halt must be alone on its line")
      append(.halt, at: place)
    case "hash-threshold":
      guard arguments.count == 1, let number = Int(arguments[0]), number >= 0 else {
        throw failure("hash-threshold takes a number, as in: hash-threshold 8")
      }
      append(.hashThreshold(number), at: place)
    case "control":
      guard arguments.count == 2, arguments[0] == "sortmode", let sort = LogicTestSort(rawValue: arguments[1]) else {
        throw failure("the only supported control is: control sortmode nosort, rowsort or valuesort")
      }
      append(.defaultSort(sort), at: place)
    case "sleep":
      guard arguments.count == 1, let duration = Self.duration(arguments[0]), duration <= .seconds(60) else {
        throw failure("sleep takes a time up to a minute, as in: sleep 100ms, sleep 2s")
      }
      append(.pause(duration), at: place)
    case "include":
      try expect(arguments.count == 1, "include takes the path of one file")
      for var record in try include(arguments[0]) {
        record.conditions = conditions + record.conditions
        records.append(record)
      }
    case "subtest": append(.ignored(reason: "subtest only names what follows"), at: place)
    case "system":
      _ = try body(stopsAtSeparator: false)
      append(.ignored(reason: "commands of the operating system are not run"), at: place)
    default:
      throw failure(
        """
        there is no record \(word): known are statement, query, halt, hash-threshold, skipif, onlyif, include, sleep, \
        control, subtest and system
        """)
    }
  }

  private mutating func append(_ kind: LogicTestRecord.Kind, at place: LogicTestLocation) {
    records.append(LogicTestRecord(location: place, conditions: conditions, kind: kind))
  }

  private func expect(_ isRight: Bool, _ message: String) throws {
    guard isRight else { throw failure(message) }
  }

  // MARK: Statements and queries

  private mutating func statement(
    _ header: String, _ arguments: [String], _ place: LogicTestLocation
  ) throws -> LogicTestRecord.Kind {
    switch arguments.first {
    case "ok":
      try expect(arguments.count == 1, "nothing can follow statement ok")
      return .statement(sql: try onlySQL(place), .success)
    case "count":
      guard arguments.count == 2, let number = Int64(arguments[1]), number >= 0 else {
        throw failure("statement count takes a number of rows, as in: statement count 3")
      }
      return .statement(sql: try onlySQL(place), .count(number))
    case "error":
      let (sql, message) = try failing(header, place)
      return .statement(sql: sql, .failure(message))
    default: throw failure("a statement is one of: statement ok, statement error, statement count N")
    }
  }

  private mutating func query(
    _ header: String, _ arguments: [String], _ place: LogicTestLocation
  ) throws -> LogicTestRecord.Kind {
    if arguments.first == "error" {
      let (sql, message) = try failing(header, place)
      return .statement(sql: sql, .failure(message))
    }
    guard let letters = arguments.first else {
      throw failure("a query names the types of its columns, as in: query TI")
    }
    try expect(arguments.count <= 3, "a query has types, a sort mode and a label, and nothing more")
    let types = try letters.map { letter in
      guard let type = LogicTestValueType(rawValue: letter) else {
        throw failure("\(letter) isn't a column type: use T, I or R")
      }
      return type
    }
    var sort: LogicTestSort?
    if arguments.count > 1 {
      sort = LogicTestSort(rawValue: arguments[1])
      try expect(sort != nil, "\(arguments[1]) isn't a sort mode: use nosort, rowsort or valuesort")
    }
    let label = arguments.count > 2 ? arguments[2] : nil
    let (sql, result) = try body(stopsAtSeparator: true)
    try expect(!sql.isEmpty, "the query has no SQL", place)
    guard result != nil || label != nil else {
      throw failure(
        "the query has neither ---- with an expected result nor a label: nothing can be compared", at: place)
    }
    return .query(
      LogicTestQuery(
        sql: sql, types: types, sort: sort, label: label,
        expected: try result.map { try expected($0, columns: types.count, place) }))
  }

  private func expect(_ isRight: Bool, _ message: String, _ place: LogicTestLocation) throws {
    guard isRight else { throw failure(message, at: place) }
  }

  private func expected(
    _ lines: [String], columns: Int, _ place: LogicTestLocation
  ) throws -> LogicTestQuery.Expected {
    if lines.count == 1, let digest = try digest(lines[0], place) { return digest }
    guard columns > 1, lines.contains(where: { $0.contains("\t") }) else { return .values(lines) }
    // A row a line: no value holds a tab, since it would be written as @.
    return .values(
      try lines.flatMap { line in
        let values = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        try expect(
          values.count == columns, "a row of the result has \(values.count) values for \(columns) columns", place)
        return values
      })
  }

  private func digest(_ line: String, _ place: LogicTestLocation) throws -> LogicTestQuery.Expected? {
    let words = line.split(separator: " ")
    guard words.count == 5, words[1...3].elementsEqual(["values", "hashing", "to"]) else { return nil }
    let sum = words[4].lowercased()
    guard let count = Int(words[0]), count >= 0, sum.utf8.count == 32, sum.allSatisfy(\.isHexDigit) else {
      throw failure("an MD5 sum has 32 hexadecimal digits, and a number of values before it", at: place)
    }
    return .digest(count: count, sum)
  }

  /// Parses a statement that must fail, and the message on the first line or below `----`.
  private mutating func failing(_ header: String, _ place: LogicTestLocation) throws -> (String, String?) {
    let words = header.split(maxSplits: 2) { $0 == " " || $0 == "\t" }
    let (sql, lines) = try body(stopsAtSeparator: true)
    try expect(!sql.isEmpty, "the statement has no SQL", place)
    if words.count > 2 {
      try expect(
        lines == nil, "the message of an error can be on the first line or below ----, but not in both places", place)
      return (sql, String(words[2]))
    }
    guard let lines, !lines.isEmpty else { return (sql, nil) }
    return (sql, lines.joined(separator: "\n"))
  }

  private mutating func onlySQL(_ place: LogicTestLocation) throws -> String {
    let (sql, result) = try body(stopsAtSeparator: true)
    try expect(!sql.isEmpty, "the statement has no SQL", place)
    try expect(
      result == nil, "---- belongs to queries and to errors: the rows of this statement are not compared", place)
    return sql
  }

  /// Parses the lines up to an empty one, and those after `----`.
  private mutating func body(stopsAtSeparator: Bool) throws -> (sql: String, result: [String]?) {
    var sql: [UInt8] = []
    var result: [String]?
    while let line = lines.next(), !line.isBlankLine {
      if result != nil {
        result?.append(try string(line))
      } else if stopsAtSeparator && line.isSeparator {
        result = []
      } else {
        if !sql.isEmpty { sql.append(UInt8(ascii: "\n")) }
        sql.append(contentsOf: line)
      }
    }
    return (try string(sql[...]), result)
  }

  private func string(_ bytes: ArraySlice<UInt8>) throws -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw failure("the text isn't UTF-8") }
    return text
  }

  private static func duration(_ text: String) -> Duration? {
    for (suffix, unit) in [("ms", Duration.milliseconds(1)), ("s", .seconds(1)), ("", .seconds(1))] {
      guard text.hasSuffix(suffix) else { continue }
      guard let number = Int(text.dropLast(suffix.count)), (0...60_000).contains(number) else { return nil }
      return unit * number
    }
    return nil
  }
}
