/// The records of a file, including those of included files.
public struct LogicTestFile: Sendable {
  /// The name of the file.
  public var name: String
  /// The records.
  public var records: [LogicTestRecord]

  /// Creates a file from its records.
  public init(name: String, records: [LogicTestRecord]) {
    self.name = name
    self.records = records
  }

  /// The largest depth of included files.
  private static let maximumDepth = 16

  /// Reads a file and its included files.
  ///
  /// - Parameters:
  ///   - name: The path of the file. A relative included path begins at the folder of its file.
  ///   - read: Returns the bytes of a file.
  /// - Throws: ``LogicTestSyntaxError``, or the error of `read`.
  public init(name: String, read: (String) throws -> [UInt8]) throws {
    self.name = name
    records = try Self.records(name, depth: 0, read)
  }

  private static func records(
    _ name: String, depth: Int, _ read: (String) throws -> [UInt8]
  ) throws -> [LogicTestRecord] {
    guard depth < maximumDepth else {
      throw LogicTestSyntaxError(
        LogicTestLocation(file: name, line: 1), "the file is included more than \(maximumDepth) files deep")
    }
    return try LogicTestParser.records(of: read(name), file: name) { path in
      try records(resolved(path, beside: name), depth: depth + 1, read)
    }
  }

  private static func resolved(_ path: String, beside name: String) -> String {
    guard !path.hasPrefix("/"), let slash = name.lastIndex(of: "/") else { return path }
    return name[...slash] + path
  }
}
