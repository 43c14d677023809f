#if Command
internal import Quarry
internal import QuarryCopy

/// One step of a tour: an operation on every driver, whose results are compared.
struct TourStep: Sendable {
  /// The purpose of the step, in a few words.
  let title: String
  /// The form in which a connection runs it: natively, in an equivalent form, or not at all.
  let form: @Sendable (SQLGenerationContext) -> TourForm
  /// Runs the step and returns the digest of its result.
  let run: @Sendable (Database) async throws -> ContentDigest
}

/// The form in which an engine runs a step.
enum TourForm: Sendable, Hashable {
  /// The engine has every feature.
  case native
  /// An exactly equivalent form is used.
  case lowered
  /// Throws before anything is sent.
  case refused(String)

  /// The form of rendering, found by rendering under both policies.
  ///
  /// - Parameters:
  ///   - feature: The feature that the step needs and an engine may lack, for the error's reason.
  ///   - render: Renders for a connection.
  static func of(
    _ context: SQLGenerationContext, feature: SQLFeature?,
    _ render: (SQLGenerationContext) throws(DatabaseError) -> Void
  ) -> TourForm {
    let strict = SQLGenerationContext(capabilities: context.capabilities, policy: .strict)
    do throws(DatabaseError) {
      try render(strict)
      return .native
    } catch {}
    do throws(DatabaseError) {
      try render(context)
      return .lowered
    } catch {
      return .refused(reason(error, feature, context.engine))
    }
  }

  private static func reason(_ error: DatabaseError, _ feature: SQLFeature?, _ engine: DatabaseEngine) -> String {
    guard let feature, let reason = engine.reason(for: feature) else { return error.message }
    switch reason {
    case .needsVersion(let version): return "needs \(version)"
    case .needsOption(let option): return "needs \(option)"
    default: return "needs \(feature.id)"
    }
  }

  /// One word, or the reason why it isn't possible.
  var text: String {
    switch self {
    case .native: "native"
    case .lowered: "lowered"
    case .refused(let reason): "refused: \(reason)"
    }
  }

  /// The word for JSON.
  var word: String { if case .refused = self { "refused" } else { text } }
}

extension TourStep {
  /// A step that runs a query: its rows are decoded to their Swift types, and their cells compared.
  static func query<Query: SQLFetchable>(
    _ title: String, needs feature: SQLFeature? = nil, _ query: Query, markers: [Int] = []
  ) -> TourStep {
    TourStep(
      title: title,
      form: { context in
        TourForm.of(context, feature: feature) { (context) throws(DatabaseError) in
          _ = try query.statement(for: context)
        }
      },
      run: { database in
        let answers = try await database.fetchAll(AnswerQuery(base: query, markers: Set(markers)))
        return answers.first ?? ContentDigest(isOrdered: true)
      })
  }

  /// A step that runs a query over whole records, some of which may be missing because of a join.
  static func query<Records: SQLSourceQuery>(
    _ title: String, needs feature: SQLFeature? = nil, _ records: Records
  ) -> TourStep {
    var markers: [Int] = []
    var column = 0
    for (source, hasMarker) in zip(records.select.sources, records.markers) {
      if hasMarker { markers.append(column) }
      column += source.table.columns.count + (hasMarker ? 1 : 0)
    }
    return query(title, needs: feature, records, markers: markers)
  }

  /// A step that runs a command and then checks its effect.
  ///
  /// - Parameters:
  ///   - command: The command whose form is shown.
  ///   - run: Runs it, in a transaction if the driver supports it, and returns the digest of its result.
  static func command<Command: SQLCommand>(
    _ title: String, needs feature: SQLFeature? = nil, _ command: Command,
    _ run: @escaping @concurrent @Sendable (Command, any CapableExecutor) async throws -> ContentDigest
  ) -> TourStep {
    TourStep(
      title: title,
      form: { context in
        TourForm.of(context, feature: feature) { (context) throws(DatabaseError) in
          _ = try command.machine(for: context)
        }
      },
      run: { database in try await database.changing { executor in try await run(command, executor) } })
  }
}

/// A query whose rows are decoded as their own types, and then reduced to their digest.
private struct AnswerQuery<Base: SQLFetchable>: SQLFetchable {
  typealias Row = ContentDigest

  let base: Base
  /// The columns that show whether a record is present. They aren't values of the result: any form of "no" is the
  /// same.
  let markers: Set<Int>

  func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try base.statement(for: context)
  }

  func decode(_ row: inout SQLRowDecoder) throws -> ContentDigest {
    _ = try base.decode(&row)
    throw DatabaseError(.invalidQuery, "an answer is read in batches")
  }

  func decodeRows(_ batch: SQLRowBatch, into rows: inout [ContentDigest]) throws {
    var decoded: [Base.Row] = []
    decoded.reserveCapacity(batch.rowCount)
    try base.decodeRows(batch, into: &decoded)
    var digest = rows.popLast() ?? ContentDigest(isOrdered: true)
    for row in 0..<batch.rowCount {
      var one = ContentHash()
      for column in 0..<batch.columnCount {
        let cell = batch.cell(row: row, column: column)
        if markers.contains(column) {
          one.combine(SQLValue.integer((cell.integerIfPresent ?? 0) == 0 ? 0 : 1))
        } else {
          one.combine(cell)
        }
      }
      digest.append(row: one)
    }
    rows.append(digest)
  }
}

extension ContentDigest {
  /// Adds a record as its stored row.
  mutating func append<Record: SQLEncodable>(_ record: Record) throws {
    var writer = SQLRowWriter<Record>()
    record.encode(to: &writer)
    if let error = writer.error { throw error }
    append(row: writer.values.map { $0 ?? .null })
  }
}
#endif
