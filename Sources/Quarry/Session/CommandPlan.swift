/// How the statements of a command reach the engine.
enum CommandPlan {
  /// One statement, on its own.
  case alone
  /// One after another, in a transaction or a savepoint.
  case group
  /// All in one batch of the driver.
  case batch([SQLFragment])

  /// The largest batch that saves round trips, in bytes. Larger ones run statement by statement if possible.
  private static let bytesOfBatch = 4 << 20

  /// Decides for a new machine, and leaves it unchanged.
  ///
  /// - Parameter batches: Whether the session can pass a batch to the driver.
  init<Machine: SQLCommandMachine>(
    _ machine: inout Machine, _ context: SQLGenerationContext, batches: Bool, _ state: SessionState,
    _ status: TransactionStatus
  ) throws(DatabaseError) {
    let capabilities = context.capabilities
    guard machine.isAtomicGroup else {
      self = .alone
      return
    }
    // The statements of a group may find out what is worth keeping.
    context.schema.beginCommand(inOwnTransaction: state.depth == 0 && status == .idle)
    let isForced = capabilities.transactions != .interactive
    guard isForced || (batches && capabilities.atomicBatches) else {
      self = .group
      return
    }
    guard let statements = try machine.independentStatements() else {
      if isForced { throw DatabaseError.dependentStatements }
      self = .group
      return
    }
    if !isForced, !Self.isShort(statements, capabilities.limits) {
      self = .group
      return
    }
    if state.isReadOnly { throw DatabaseError.writeInReadBody() }
    self = .batch(statements)
  }
}

extension CommandPlan {
  /// Whether statements fit into a batch that saves round trips.
  static func isShort(_ statements: [SQLFragment], _ limits: EngineLimits) -> Bool {
    statements.count <= limits.batchStatements && statements.byteCount <= bytesOfBatch
  }
}

extension SQLCommandMachine {
  /// Passes the answers of a batch of all its statements to the machine.
  ///
  /// - Throws: ``DatabaseError`` with code `.engineInternal` if there are fewer answers than statements.
  mutating func lead(through answers: [BatchedAnswer]) throws -> Output {
    try lead(through: answers.map { CollectedAnswer($0) })
  }
}

extension SessionState {
  /// Throws for a batch that must not reach the driver, with the position of the invalid statement.
  func require(
    batch statements: [SQLFragment], _ capabilities: DriverCapabilities, _ status: TransactionStatus,
    _ failure: @autoclosure () -> DatabaseError?
  ) throws(DatabaseError) {
    try requireUsable(status, failure())
    try requireOwnTransaction(status)
    let most = capabilities.limits.batchStatements
    guard statements.count <= most else {
      throw DatabaseError(
        .unsupportedFeature,
        "the batch has \(statements.count) statements, and this driver applies at most \(most) together",
        missing: .longBatches)
    }
    for (index, statement) in statements.enumerated() {
      do throws(DatabaseError) {
        try statement.requireCarriable(capabilities)
      } catch {
        var error = error
        error.statementIndex = index
        throw error
      }
    }
  }
}

extension [SQLFragment] {
  fileprivate var byteCount: Int {
    reduce(0) { sum, fragment in
      fragment.values.reduce(sum + fragment.sql.utf8.count) { sum, value in
        switch value {
        case .text(let text): sum + text.utf8.count
        case .blob(let blob): sum + blob.count
        case .null, .integer, .real: sum + 8
        }
      }
    }
  }
}

extension DatabaseError {
  /// Adds the number of the statement to the error of a command with several statements.
  func ofCommand(_ status: TransactionStatus, statement index: Int? = nil) -> DatabaseError {
    var error = noting(status)
    error.statementIndex = statementIndex ?? index
    return error
  }

  static var dependentStatements: DatabaseError {
    DatabaseError(
      .unsupportedFeature,
      "the command needs several statements on this engine, some of which depend on the results of others; its driver "
        + "can't hold a transaction open for them", missing: .interactiveTransactions)
  }
}
