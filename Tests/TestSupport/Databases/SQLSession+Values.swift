package import Quarry

extension SQLSession {
  /// All rows of a text as plain values.
  package func values(_ fragment: SQLFragment) throws -> [[SQLValue]] { try fetchAll(fragment.rows()).map(\.values) }

  /// The single value of a text.
  package func value(_ fragment: SQLFragment) throws -> SQLValue? { try values(fragment).first?.first }
}

/// Whether two lists of rows are equal in class and bits.
package func isIdentical(_ left: [[SQLValue]], _ right: [[SQLValue]]) -> Bool {
  left.count == right.count
    && zip(left, right).allSatisfy { left, right in
      left.count == right.count && zip(left, right).allSatisfy { $0.isIdentical(to: $1) }
    }
}
