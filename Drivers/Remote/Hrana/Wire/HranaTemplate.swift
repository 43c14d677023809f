import Quarry
internal import QuarryWire

/// The parts of a statement's calls that don't differ from call to call, while the statement runs outside of
/// transactions: the request without its values, and the response without its rows.
///
/// A response that begins like an earlier one means the same up to its rows. It is compared with the earlier one, and
/// only its rows and counts are read.
final class HranaTemplate {
  /// A request whose values are all null.
  private let request: [UInt8]
  /// Where each value begins and ends in it.
  private let edges: [Int]
  /// The last response that was read as a whole.
  private var known: KnownAnswer?

  /// The size up to which the parts of a response are kept, in bytes.
  private static let maximumSize = 8_192

  private struct KnownAnswer {
    /// The bytes up to the rows.
    var beginning: [UInt8]
    /// The bytes after the result of the statement.
    var end: [UInt8]
    /// Where the reader is after the beginning.
    var place: JSONPlace
    var columns: [ColumnDescription]
  }

  /// Creates a template of a statement, or returns `nil` if its request can't be written.
  init?(_ sql: String, names: [String?]) {
    var writer = JSONWriter(capacity: 512)
    writer.edges = []
    let call = HranaStatementCall(sql, names: names, values: names.map { _ in .null })
    do throws(JSONError) {
      try HranaRequest.write(baton: nil, HranaTemplate.requests(call), to: &writer)
    } catch {
      return nil
    }
    request = writer.bytes
    edges = writer.edges ?? []
    guard edges.count == 2 * names.count else { return nil }
  }

  /// The requests of a call.
  static func requests(_ call: HranaStatementCall) -> [HranaRequest] { [.execute(call), .close] }

  /// The body of the request with some values, as many as the statement has parameters.
  func body(_ values: [SQLValue]) throws(JSONError) -> [UInt8] {
    var writer = JSONWriter(capacity: request.count + 32 * values.count)
    var start = 0
    for (index, value) in values.enumerated() {
      writer.piece(request[start..<edges[2 * index]])
      try writer.members(of: value)
      start = edges[2 * index + 1]
    }
    writer.piece(request[start...])
    return writer.bytes
  }

  /// Reads a response if it ends the stream and is a result, and no error.
  func result(of body: [UInt8]) -> HranaStatementResult? {
    if let result = knownResult(of: body) { return result }
    var reader = HranaReader(body)
    guard let answer = try? reader.answer(to: HranaTemplate.requests(HranaStatementCall(""))), answer.baton == nil,
      answer.baseURL == nil, case .ok(.execute(var result))? = answer.results.first, case .ok? = answer.results.last
    else { return nil }
    result.number = answer.number
    known = nil
    if let place = reader.rowsPlace, place.rows.offset <= HranaTemplate.maximumSize,
      body.count - place.end <= HranaTemplate.maximumSize
    {
      known = KnownAnswer(
        beginning: Array(body[..<place.rows.offset]), end: Array(body[place.end...]), place: place.rows,
        columns: place.columns)
    }
    return result
  }

  private func knownResult(of body: [UInt8]) -> HranaStatementResult? {
    guard let known, body.count > known.beginning.count + known.end.count,
      JSONPlace.isSame(body, from: 0, known.beginning),
      JSONPlace.isSame(body, from: body.count - known.end.count, known.end)
    else { return nil }
    var reader = HranaReader(body, at: known.place)
    guard var result = try? reader.statementResult(after: known.columns),
      reader.reader.offset == body.count - known.end.count
    else { return nil }
    result.number = reader.largestNumber
    return result
  }
}
