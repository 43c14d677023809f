/// Deletes the stored rows of records, found by their primary keys.
///
/// Many records are split into statements that fit the engine's limits. All records are deleted together, or none.
/// The number of affected rows is the number of records that existed.
public struct SQLDeleteRecords<Record: SQLEncodable>: SQLCommand {
  /// More keys in one statement gain nothing.
  private static var keyLimit: Int { 64 }

  private let records: SQLRecordList<Record>
  /// The schema of the table. If `nil`, the one that the record's type names.
  var schema: String?

  /// Creates a delete of one record.
  public init(_ record: Record) { records = .one(record) }

  /// Creates a delete of any number of records.
  public init(_ records: [Record]) { self.records = .many(records) }

  /// Renders the delete.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the command isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func machine(
    for context: SQLGenerationContext
  ) throws(DatabaseError) -> SQLStepMachine<Never, SQLChangeResult> {
    let count = records.count
    let width = max(table.primaryKeyColumns.count, 1)
    let size = max(1, min(Self.keyLimit, context.capabilities.limits.parameters / width))
    var index = 0
    let source: SQLStep<Never>.Source = { (_) throws(DatabaseError) -> SQLStep<Never>? in
      guard index < count else { return nil }
      let end = min(index + size, count)
      defer { index = end }
      return SQLStep(try statement(index..<end), changesRows: true)
    }
    let first = count > 0 ? SQLStep<Never>(try statement(0..<min(size, count)), changesRows: true) : nil
    index = min(size, count)
    return SQLStepMachine(isAtomicGroup: count > size, first: first, source: source) { $0.result }
  }

  private func statement(_ range: Range<Int>) throws(DatabaseError) -> SQLFragment {
    let table = table
    let key = table.primaryKeyColumns
    var text = SQLFragment(raw: "DELETE FROM \(table.target) WHERE ")
    if range.count > 1, key.count == 1 { text.append(raw: SQLIdentifier.quote(key[0].name) + " IN (") }
    for index in range {
      let condition = try Record.keyCondition(try records.columnValues(index), for: "deleting")
      if range.count == 1 {
        text.append(condition)
      } else if key.count == 1 {
        text.append(SQLFragment(raw: index > range.lowerBound ? ", ?" : "?", values: condition.values))
      } else {
        if index > range.lowerBound { text.append(raw: " OR ") }
        text.append(condition.parenthesized)
      }
    }
    if range.count > 1, key.count == 1 { text.append(raw: ")") }
    return text
  }
}
