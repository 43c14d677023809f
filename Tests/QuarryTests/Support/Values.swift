import Quarry

/// Whole rows of plain values, read from SQL text.
struct Values: SQLFetchable {
  var fragment: SQLFragment
  var isReadOnly = true

  init(_ fragment: SQLFragment, isReadOnly: Bool = true) {
    self.fragment = fragment
    self.isReadOnly = isReadOnly
  }

  func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment { fragment }

  func decode(_ row: inout SQLRowDecoder) throws -> SQLValue { try row.decode(SQLValue.self, coding: nil) }
}

/// A statement that runs for a very long time unless it is interrupted.
let endless: SQLFragment = """
  WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c
  """
