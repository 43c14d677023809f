import Quarry

/// A statement that changes the calls and results that it forwards.
final class MutantStatement<Base: DriverStatement>: ForwardingStatement {
  let base: Base
  private let hooks: MutantHooks
  private let memory: MutantMemory
  private let inner = SQLRowBatch()
  private var values: [SQLValue] = []
  private var hasAnswered = false
  let sql: String

  init(base: Base, sql: String, hooks: MutantHooks, memory: MutantMemory) {
    self.base = base
    self.sql = sql
    self.hooks = hooks
    self.memory = memory
  }

  var columns: [ColumnDescription] {
    if let answer = hooks.answer { return answer.columns }
    var columns = base.columns
    if hooks.remembersColumns {
      columns = memory.columns[sql] ?? columns
      memory.columns[sql] = columns
    }
    return hooks.columns?(columns) ?? columns
  }

  var parameterNames: [String?] {
    guard hooks.answer == nil else { return [] }
    return hooks.parameterNames?(base.parameterNames) ?? base.parameterNames
  }

  var effects: StatementEffects? {
    if hooks.announcesAtOnce, !base.isReadOnly { memory.seemsOver = true }
    guard let change = hooks.effects else { return base.effects }
    return change(base.effects, sql)
  }

  var isReadOnly: Bool { hooks.isReadOnly?(base.isReadOnly) ?? base.isReadOnly }

  func start(_ values: [SQLValue]) throws(DatabaseError) {
    hasAnswered = false
    self.values = values
    guard hooks.answer == nil else { return }
    if let bind = hooks.bind {
      let before = memory.values[sql] ?? []
      self.values = values.enumerated().map { bind($1, $0 < before.count ? before[$0] : nil) }
      memory.values[sql] = self.values
    }
    if let binds = hooks.binds { self.values = binds(self.values) }
    try base.start(self.values)
  }

  nonisolated(nonsending) func step(
    into batch: SQLRowBatch, limit: Int
  ) async throws(DatabaseError) -> StepResult {
    hooks.beforeStep?(sql)
    if let answer = hooks.answer {
      fill(batch, with: answer.rows, columnCount: answer.columns.count)
      return .done(StatementResult(affectedRows: 0, lastInsertedRowID: 0))
    }
    do {
      let result = try await stepKnowing(into: batch, limit: limit)
      guard case .done(let counts) = result else { return result }
      if hooks.repeatsInserts, sql.hasPrefix("INSERT") {
        base.reset()
        try base.start(values)
        _ = try await base.step(into: inner, limit: limit)
      }
      var changed = hooks.result?(counts, memory.lastResult) ?? counts
      if sql.hasPrefix("INSERT") { memory.hasFailedInsert = false }
      if memory.hasFailedInsert { changed = hooks.resultAfterFailure?(changed) ?? changed }
      changed = hooks.resultOfText?(changed, sql) ?? changed
      memory.lastResult = counts
      return .done(changed)
    } catch {
      if sql.hasPrefix("INSERT") { memory.hasFailedInsert = true }
      guard let failure = hooks.failure else { throw error }
      if let changed = failure(error, sql, values) { throw changed }
      batch.removeAllRows(columnCount: columns.count)
      return .done(memory.lastResult)
    }
  }

  /// Steps, and treats an unknown outcome as the mutation does.
  private nonisolated(nonsending) func stepKnowing(
    into batch: SQLRowBatch, limit: Int
  ) async throws(DatabaseError) -> StepResult {
    do {
      return try await stepBase(into: batch, limit: limit)
    } catch  where error.outcome == .unknown {
      if hooks.repeats?(error) == true {
        base.reset()
        try base.start(values)
        return try await stepBase(into: batch, limit: limit)
      }
      guard let unknownOutcome = hooks.unknownOutcome else { throw error }
      if let changed = unknownOutcome(error) { throw changed }
      batch.removeAllRows(columnCount: columns.count)
      return .done(memory.lastResult)
    }
  }

  private nonisolated(nonsending) func stepBase(
    into batch: SQLRowBatch, limit: Int
  ) async throws(DatabaseError) -> StepResult {
    guard hooks.changesRows else { return try await base.step(into: batch, limit: limit) }
    inner.removeAllRows(columnCount: base.columns.count)
    let result = try await base.step(into: inner, limit: limit)
    var isLast = false
    if case .done = result { isLast = true }
    var rows: [[SQLValue]] = []
    do {
      for row in 0..<inner.rowCount {
        rows.append(try (0..<inner.columnCount).map { try inner.cell(row: row, column: $0).value() })
      }
    } catch {
      throw DatabaseError(.encoding, "\(error)")
    }
    if let read = hooks.read { rows = rows.map { $0.map(read) } }
    rows = hooks.rows?(rows, isLast, columns) ?? rows
    if hooks.repeatsOldRows, sql.hasPrefix("SELECT") { rows = withOldRows(rows) }
    fill(batch, with: rows, columnCount: columns.count)
    return result
  }

  /// Returns the rows, or in every third execution those of an earlier one.
  private func withOldRows(_ rows: [[SQLValue]]) -> [[SQLValue]] {
    let old = memory.oldRows[sql] ?? []
    memory.oldRows[sql] = Array((old + [rows]).suffix(3))
    memory.executions += 1
    return memory.executions % 3 == 0 ? old.first ?? rows : rows
  }

  private func fill(_ batch: SQLRowBatch, with rows: [[SQLValue]], columnCount: Int) {
    batch.removeAllRows(columnCount: columnCount)
    for row in rows {
      for value in row.prefix(columnCount) {
        switch value {
        case .null: batch.appendNull()
        case .integer(let integer): batch.append(integer: integer)
        case .real(let real): batch.append(real: real)
        case .text(let text): batch.append(text: text)
        case .blob(let bytes): bytes.withUnsafeBufferPointer { batch.append(blob: $0) }
        }
      }
      batch.endRow()
    }
  }

  func reset() {
    if !hooks.leaksStatements { base.reset() }
  }

  func finalize() {
    if hooks.leaksStatements { memory.leaked.append(base) } else { base.finalize() }
  }
}
