public import Quarry

/// An assertion that failed.
public struct CaseFailure: Sendable, Hashable, Codable {
  /// The number of the assertion within the case, from 1.
  public var step: Int
  /// What should have been true.
  public var message: String
  /// The SQL text; `nil` if there was none.
  public var sql: String?
  /// The expected result.
  public var expected: String?
  /// The actual result.
  public var actual: String?
  /// The position of the assertion in the suite's source.
  public var source: String
}

extension SQLValue {
  /// The value with its storage class and, for reals, its bits.
  public var exactDescription: String {
    switch self {
    case .null: "null"
    case .integer(let value): "integer \(value)"
    case .real(let value): "real \(value) (0x\(String(value.bitPattern, radix: 16)))"
    case .text(let value): "text \(Self.shortened(value.debugDescription))"
    case .blob(let bytes): "blob of \(bytes.count): \(SQLValue.blob(Array(bytes.prefix(64))).description)"
    }
  }

  private static func shortened(_ text: String) -> String {
    text.utf8.count <= 200 ? text : "\(text.prefix(150))… (\(text.utf8.count) bytes)"
  }
}

extension [[SQLValue]] {
  /// The rows with storage classes, at most 20 of them.
  var exactDescription: String {
    let rows = prefix(20).map { "(" + $0.map(\.exactDescription).joined(separator: ", ") + ")" }
    return "\(count) rows: " + rows.joined(separator: ", ") + (count > 20 ? ", …" : "")
  }

  /// Whether two lists of rows are equal in storage class and bits.
  func isIdentical(to other: [[SQLValue]]) -> Bool {
    count == other.count
      && zip(self, other).allSatisfy { left, right in
        left.count == right.count && zip(left, right).allSatisfy { $0.isIdentical(to: $1) }
      }
  }
}
