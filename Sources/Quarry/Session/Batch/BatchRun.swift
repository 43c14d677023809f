/// Decides how a batch runs on one connection, without I/O.
///
/// ```swift
/// while let statement = try run.next() { try run.take(answer(to: statement)) }
/// let results = try run.results()
/// ```
struct BatchRun {
  /// How the statements reach the engine.
  enum Way {
    /// All in one batch of the driver.
    case together([SQLFragment])
    /// One after another, in a transaction or a savepoint.
    case transaction
    /// One after another, without a transaction: a single statement that reads needs none, and those of a
    /// pipeline are in one already.
    case alone
  }

  /// How the statements reach the engine.
  let way: Way
  /// Whether the batch only reads.
  let isReadOnly: Bool
  /// When the transaction takes its locks.
  var kind: TransactionKind { isReadOnly ? .deferred : .immediate }
  /// The statements of a pipeline, if all of them are known before the first one runs.
  let ahead: [SQLFragment]
  /// Whether the result of any entry is read.
  let wantsResults: Bool
  private let batch: DatabaseBatch
  private let works: [BatchWork]
  /// The entry of each statement, for a batch of the driver.
  private var owners: [Int] = []
  private var position = 0

  /// Renders the entries for a connection.
  ///
  /// - Parameter batches: Whether the session can pass a batch to the driver.
  /// - Throws: ``DatabaseError`` with the number of an entry that can't be rendered, or that the driver can't run in a
  ///   batch.
  init(
    _ batch: DatabaseBatch, _ context: SQLGenerationContext, batches: Bool, _ state: SessionState
  ) throws(DatabaseError) {
    self.batch = batch
    // An entry before it may have changed the schema, which may not stay.
    context.schema.beginCommand(inOwnTransaction: false)
    isReadOnly = batch.isReadOnly
    wantsResults = batch.entries.contains(where: \.isWanted)
    let capabilities = context.capabilities
    let isForced = capabilities.transactions != .interactive
    // In a body that reads, the engine says of each statement whether it does.
    let isRefusedOneByOne = state.isReadOnly && !isReadOnly
    let isAhead = isForced || (batches && capabilities.atomicBatches && !isRefusedOneByOne)
    var works: [BatchWork] = []
    var statements: [SQLFragment]? = isAhead ? [] : nil
    for (index, entry) in batch.entries.enumerated() {
      do throws(DatabaseError) {
        let work = try entry.work(for: context, isAhead: isAhead)
        works.append(work)
        guard statements != nil else { continue }
        if let own = work.statements {
          statements? += own
          owners += repeatElement(index, count: own.count)
        } else {
          if isForced { throw DatabaseError.dependentStatements }
          statements = nil
        }
      } catch {
        throw error.ofEntry(index)
      }
    }
    self.works = works
    guard batch.isAtomic else {
      way = .alone
      ahead = statements ?? []
      return
    }
    ahead = []
    if let statements, isForced || CommandPlan.isShort(statements, capabilities.limits) {
      way = statements.isEmpty ? .alone : .together(statements)
    } else {
      way = isReadOnly && works.count <= 1 && !works.contains(where: \.needsSnapshot) ? .alone : .transaction
    }
  }

  /// Whether an entry needs the rows of the statement that ``next()`` returned.
  var keepsRows: Bool {
    works.indices.contains(position) && (batch.entries[position].isWanted || works[position].statements == nil)
  }

  /// The next statement, or `nil` after the last one.
  mutating func next() throws(DatabaseError) -> SQLFragment? {
    while position < works.count {
      do throws(DatabaseError) {
        if let statement = try works[position].next() { return statement }
      } catch {
        throw error.ofEntry(position)
      }
      position += 1
    }
    return nil
  }

  /// Takes the answer to the statement.
  func take(_ answer: CollectedAnswer) throws {
    do { try works[position].take(answer) } catch let error as DatabaseError { throw error.ofEntry(position) }
  }

  /// Takes the driver's answers to all statements.
  func take(_ answers: [BatchedAnswer]) throws {
    guard !wantsResults || answers.count >= owners.count else {
      throw DatabaseError(
        .engineInternal, "the driver answered \(answers.count) of \(owners.count) statements of a batch",
        outcome: .applied)
    }
    for (owner, answer) in zip(owners, answers) { try works[owner].take(CollectedAnswer(answer)) }
  }

  /// Adds the number of the entry to the error of the statement that ``next()`` returned.
  func located(_ error: DatabaseError, _ status: TransactionStatus) -> DatabaseError {
    // Rows that a statement kept are undone with its transaction.
    (status == .active && batch.isAtomic ? error.undone : error).noting(status).ofEntry(position)
  }

  /// Adds the number of the entry to the error of a statement that ran ahead.
  func locatedAhead(_ error: DatabaseError, _ status: TransactionStatus) -> DatabaseError {
    let error = error.noting(status)
    guard let index = error.statementIndex, owners.indices.contains(index) else { return error }
    return error.ofEntry(owners[index])
  }

  /// Adds the number of the entry to the error of a driver's batch.
  func locatedTogether(_ error: DatabaseError, _ status: TransactionStatus) -> DatabaseError {
    let error = error.undone.noting(status)
    guard let index = error.statementIndex, owners.indices.contains(index) else { return error }
    return error.ofEntry(owners[index])
  }

  /// Returns the requested results, after everything was applied.
  ///
  /// - Throws: ``DatabaseError`` with outcome `.applied` for a result that can't be read.
  func results() throws -> BatchResults {
    var values: [(any AnyObject & Sendable)?] = []
    values.reserveCapacity(works.count)
    for (index, work) in works.enumerated() {
      do {
        values.append(batch.entries[index].isWanted ? try work.result() : nil)
      } catch {
        throw unreadable(error, index)
      }
    }
    return BatchResults(batch: batch.identity, values: values)
  }

  private func unreadable(_ error: any Error, _ index: Int) -> any Error {
    if isReadOnly { return (error as? DatabaseError)?.ofEntry(index) ?? error }
    var known =
      error as? DatabaseError
      ?? DatabaseError(.decoding, "a result couldn't be read (\(type(of: error)))", underlying: error)
    known.outcome = .applied
    known.message += "; the batch was applied, but its results are missing"
    return known.ofEntry(index)
  }
}

extension DatabaseError {
  /// The error of a statement whose changes are rolled back with all others.
  fileprivate var undone: DatabaseError {
    var error = self
    if error.outcome == .applied { error.outcome = .notApplied }
    return error
  }

  /// Returns the error with the number of a batch entry.
  fileprivate func ofEntry(_ index: Int) -> DatabaseError {
    var error = self
    error.statementIndex = index
    error.batchEntry = index + 1
    return error
  }
}
