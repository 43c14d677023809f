public import Quarry

extension HranaConnection {
  /// Runs queries and changes one after another inside the open transaction, in one round trip. A delayed BEGIN goes with
  /// them.
  ///
  /// A query that fails, or that has more rows than fit one answer, has changed nothing: it is left to run on its own,
  /// with everything behind it.
  ///
  /// - Throws: ``DatabaseError`` of a change, with its position in `statementIndex`, or of the failed call.
  public nonisolated(nonsending) func executeSequence(
    _ statements: [SQLFragment]
  ) async throws(DatabaseError) -> [BatchedAnswer] {
    guard !isClosed, transactionStatus == .active, version == .v3 else { return [] }
    var shapes: [HranaStatementShape] = []
    var steps: [HranaStep] = []
    for statement in statements {
      guard let (shape, call) = sequenceCall(statement) else { break }
      // A step runs where all before it have, and the transaction is still open.
      let isOpen = HranaCondition.not(.isAutocommit)
      steps.append(HranaStep(call, if: steps.isEmpty ? isOpen : .and([.ok(steps.count - 1), isOpen])))
      shapes.append(shape)
    }
    guard steps.count > 1 else { return [] }
    let onlyReads = shapes.allSatisfy { $0.kind == .query }
    let result: HranaResult?
    if beginIsPending, onlyReads {
      result = try await beginning(with: .batch(steps))
    } else {
      if beginIsPending { try await sendBegin() }
      result = try await exchange([.batch(steps)], onlyReads ? .reading : .writing).last
    }
    switch result {
    case .ok(.batch(let results))?: return try await answers(results, shapes, statements)
    case .error(let error)?:
      if onlyReads { return [] }
      throw completed(error.databaseError(sql: nil, mayWrite: false))
    default: throw DatabaseError(.protocolViolation, "The server answered a batch with something else")
    }
  }

  /// A statement of which it is certain that it neither begins nor ends a transaction, nor sets the connection.
  private func sequenceCall(_ fragment: SQLFragment) -> (HranaStatementShape, HranaStatementCall)? {
    guard let text = try? read(fragment.sql), text.isWhole, text.parameterNames.count == fragment.values.count,
      text.shape.kind == .query || (text.shape.kind == .change && role == .writer && !text.shape.isTemporary)
    else { return nil }
    let isInfinite = fragment.values.contains { if case .real(let real) = $0 { real.isInfinite } else { false } }
    guard !isInfinite else { return nil }
    let call = HranaStatementCall(
      text.part.sql, names: text.parameterNames, values: fragment.values, readsReals: server.readsReals)
    return (text.shape, call)
  }

  private nonisolated(nonsending) func answers(
    _ results: [HranaResult?], _ shapes: [HranaStatementShape], _ statements: [SQLFragment]
  ) async throws(DatabaseError) -> [BatchedAnswer] {
    var answers: [BatchedAnswer] = []
    for (index, result) in results.enumerated() {
      switch result {
      case .ok(.execute(var result))?:
        result.effect = settled(result.effect, shapes[index])
        answers.append(result.batchedAnswer)
      case .error(let error)?:
        if shapes[index].kind == .query, transactionStatus == .active { return answers }
        let sql = statements[index].sql
        var known = await explain(error, sql: sql, mayWrite: shapes[index].kind != .query)
        known = failure(known, of: sql, statements[index].values, shapes[index])
        known.statementIndex = index
        throw known
      default: return answers
      }
    }
    return answers
  }
}
