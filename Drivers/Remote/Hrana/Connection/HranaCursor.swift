internal import CQuarryWire
import Quarry

/// The rows of one statement as they arrive. The server's data is read only as fast as the rows are read.
final class HranaCursor {
  /// The next part of the response.
  enum Event {
    case columns([ColumnDescription])
    /// A row, which was added to the batch.
    case row
    case done(StatementResult)
    case failed(HranaServerError)
  }

  private let body: HTTPBodyStream
  private let interrupts: HranaInterrupt
  /// The number of interruptions of the connection before the statement.
  private let interruptCount: UInt64
  private let maximumLineBytes: Int
  private let check: (String?) throws(DatabaseError) -> Void
  private var buffer: [UInt8] = []
  private var start = 0
  private var scanned = 0
  private var isFirst = true
  /// The number of columns, once it is known.
  private var columnCount: Int?
  /// The step with the wanted rows. The steps before it only prepare for it.
  private let firstStep: Int
  private var isSkipping = false
  private var isComplete = false
  /// The stream after the cursor, from the first line.
  private(set) var baton: String?
  private(set) var baseURL: String?
  /// Whether the connection has taken the stream while rows were still to be delivered.
  var isDetached = false
  /// Whether the last row or an error has arrived.
  private(set) var isDone = false

  init(
    _ body: HTTPBodyStream, interrupts: HranaInterrupt, maximumLineBytes: Int, firstStep: Int = 0,
    check: @escaping (String?) throws(DatabaseError) -> Void
  ) {
    self.firstStep = firstStep
    self.body = body
    self.maximumLineBytes = maximumLineBytes
    self.interrupts = interrupts
    interruptCount = interrupts.countBefore
    self.check = check
  }

  /// The next part, until the statement is done.
  ///
  /// - Parameter batch: Takes the row, if it is one. It must be empty and as wide as the columns say.
  /// - Throws: `.protocolViolation` if the response ends before the statement does.
  nonisolated(nonsending) func next(into batch: SQLRowBatch) async throws(DatabaseError) -> Event {
    while true {
      guard let line = try await line() else {
        throw malformed(HranaMalformed("it ends before the statement does"))
      }
      guard !line.isEmpty else { continue }
      var heads: (baton: String?, baseURL: String?)?
      do throws(HranaMalformed) {
        switch try read(line, into: isSkipping ? nil : batch) {
        case .head(let baton, let baseURL): heads = (baton, baseURL)
        case .begin(let step, let columns):
          isSkipping = step < firstStep
          if isSkipping { continue }
          columnCount = columns.count
          return .columns(columns)
        case .row where isSkipping, .end where isSkipping: continue
        case .row:
          batch.endRow()
          return .row
        case .end(let effect):
          guard columnCount != nil else { throw HranaMalformed("a step ends that did not begin") }
          isDone = true
          return .done(effect)
        case .stepError(let error), .error(let error):
          isDone = true
          return .failed(error)
        case .other: continue
        }
      } catch {
        throw malformed(error)
      }
      if let heads { try take(heads) }
    }
  }

  /// Reads a line. The cells of a row are added to the batch if there is one.
  private func read(_ line: Range<Int>, into batch: SQLRowBatch?) throws(HranaMalformed) -> HranaCursorLine {
    let reader = HranaReader(buffer, in: line)
    guard let batch else {
      var row = HranaUnwantedRow()
      return try HranaCursorLine(reader, isFirst: isFirst, row: &row)
    }
    var row = HranaBatchRow(of: batch)
    let event = try HranaCursorLine(reader, isFirst: isFirst, row: &row)
    if case .row = event, row.count != columnCount { throw HranaMalformed.rowOfAnotherWidth }
    return event
  }

  /// Reads the first line, which names the stream and its address.
  private func take(_ head: (baton: String?, baseURL: String?)) throws(DatabaseError) {
    isFirst = false
    do throws(DatabaseError) { try check(head.baseURL) } catch {
      close()
      throw error
    }
    baton = head.baton
    baseURL = head.baseURL
  }

  /// Waits for the first line, which names the stream.
  nonisolated(nonsending) func readHead() async throws(DatabaseError) {
    guard isFirst, let line = try await line() else { return }
    let head: (String?, String?)
    do throws(HranaMalformed) {
      guard case .head(let baton, let baseURL) = try read(line, into: nil) else {
        throw HranaMalformed("it does not begin with a baton")
      }
      head = (baton, baseURL)
    } catch {
      throw malformed(error)
    }
    try take(head)
  }

  /// Reads the rest of the response, so that the connection can be used again.
  ///
  /// - Throws: An error if the response is incomplete although its rows aren't, if it ends with an error of the whole
  ///   batch, or if it has unexpected parts.
  nonisolated(nonsending) func finish() async throws(DatabaseError) {
    isDone = true
    while let line = try await line() {
      guard !line.isEmpty else { continue }
      let event: HranaCursorLine
      do throws(HranaMalformed) {
        event = try read(line, into: nil)
      } catch {
        throw malformed(error)
      }
      switch event {
      case .error(let error), .stepError(let error): throw error.databaseError(sql: nil, mayWrite: false)
      case .begin, .row, .end: throw malformed(HranaMalformed("it goes on behind the end of the statement"))
      case .head, .other: continue
      }
    }
  }

  /// Reads the whole rest into memory, so that the stream can be used for something else.
  nonisolated(nonsending) func buffer(maximumBytes: Int) async throws(DatabaseError) {
    while !isComplete {
      guard buffer.count - start <= maximumBytes else {
        close()
        throw DatabaseError(.tooBig, "More rows are open inside the transaction than may be kept in memory")
      }
      try await more()
    }
  }

  /// Ends the transfer.
  func close() {
    isDone = true
    isComplete = true
    buffer = []
    start = 0
    body.close()
  }

  // MARK: Lines

  /// The position of the next line in the buffer.
  private nonisolated(nonsending) func line() async throws(DatabaseError) -> Range<Int>? {
    while true {
      let from = max(start, scanned)
      let end = buffer.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return 0 }
        return from + quarry_wire_find(base + from, bytes.count - from, UInt8(ascii: "\n"))
      }
      if end < buffer.count {
        let line = start..<end
        start = end + 1
        scanned = start
        return line
      }
      scanned = buffer.count
      if isComplete {
        guard start < buffer.count else { return nil }
        let line = start..<buffer.count
        start = buffer.count
        return line
      }
      guard buffer.count - start <= maximumLineBytes else {
        close()
        throw DatabaseError(.tooBig, "A row is larger than \(maximumLineBytes) bytes, which is more than is taken")
      }
      try await more()
    }
  }

  private nonisolated(nonsending) func more() async throws(DatabaseError) {
    if start > 0 {
      buffer.removeFirst(start)
      scanned -= start
      start = 0
    }
    let body = body
    interrupts.set { body.close() }
    // It may have come just before.
    if interrupts.count != interruptCount { body.close() }
    defer { interrupts.set(nil) }
    do throws(HTTPError) {
      guard let piece = try await body.next() else {
        isComplete = true
        return
      }
      if buffer.isEmpty { buffer = piece } else { buffer += piece }
    } catch {
      isDone = true
      throw CallFailure(error, effect: .reads).error
    }
  }

  private func malformed(_ error: HranaMalformed) -> DatabaseError {
    close()
    return HranaServer.unreadable(error, .reads).error
  }
}
