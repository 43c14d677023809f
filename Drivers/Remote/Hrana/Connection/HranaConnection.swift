public import Quarry

/// A connection: one stream of the protocol at a time, opened when it's needed.
///
/// A statement outside a transaction opens, uses and closes a stream in one call. A transaction holds a stream open.
/// Settings of the connection are repeated on each new stream.
public final class HranaConnection: DriverConnection {
  /// A stream that the server holds open.
  struct Stream {
    var baton: String
    /// The address of the stream. If `nil`, the server's.
    var base: String?
    var lastUse: ContinuousClock.Instant
  }

  /// Facts from the text of a first statement.
  final class KnownText {
    let sql: String
    let byteCount: Int
    let part: SQLScript.Statement
    let shape: HranaStatementShape
    let parameterNames: [String?]
    /// The parts of its calls, once they were needed.
    var template: HranaTemplate?

    init(_ sql: String, _ part: SQLScript.Statement) {
      self.sql = sql
      byteCount = sql.utf8.count
      self.part = part
      shape = HranaStatementShape(part.sql)
      parameterNames = SQLNamedParameters(ofText: part.sql).names
    }

    /// Whether the text has nothing but the statement and its end.
    var isWhole: Bool { part.offset == 0 && part.sql.utf8.count == byteCount }
  }

  let server: HranaServer
  let role: ConnectionRole
  let version: HranaVersion
  let interrupts = HranaInterrupt()
  /// The capabilities of the server.
  public let capabilities: DriverCapabilities
  var stream: Stream? {
    didSet { hasStream = stream != nil }
  }
  private(set) var hasStream = false
  /// Whether a transaction is open, according to the last response.
  public var transactionStatus: TransactionStatus = .idle
  /// Whether BEGIN hasn't been sent yet, because it takes no lock before the first statement.
  var beginIsPending = false
  /// Whether a savepoint began the transaction, so that its release commits.
  var beganBySavepoint = false
  /// Whether the stream has state that a new one wouldn't have.
  var isPinned = false
  /// The settings to make on each new stream, in order.
  var settings: [(name: String, sql: String)] = []
  /// The rowid of the last insert, which isn't known to a new stream.
  private var lastInsertedRowID: Int64 = 0
  /// Texts that were already analyzed, because programs send the same ones repeatedly.
  private var knownTexts: [String: KnownText] = [:]
  /// The last of them, which is mostly the next one.
  private var lastText: KnownText?
  /// The cursor whose rows are still arriving inside the transaction.
  weak var openCursor: HranaCursor?
  var isClosed = false
  /// The changes that reads must see.
  var required: RequiredChanges?

  package init(server: HranaServer, role: ConnectionRole, version: HranaVersion, capabilities: DriverCapabilities) {
    self.server = server
    self.role = role
    self.version = version
    self.capabilities = capabilities
  }

  /// A handle that ends the transfer of the running statement.
  public var interruptHandle: any InterruptHandle { interrupts }

  /// Prepares the first statement. The server is asked only if the kind of the statement isn't certain.
  ///
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`, `.syntax` if the text contains a zero byte,
  ///   `.unsupportedFeature` if it attaches a database, or what the server reports.
  public nonisolated(nonsending) func prepare(
    _ sql: String
  ) async throws(DatabaseError) -> PreparedStatement<HranaStatement>? {
    guard !isClosed else { throw DatabaseError(.connectionClosed, "The connection was closed", sql: sql) }
    guard let text = try read(sql) else { return nil }
    let part = text.part
    let shape = text.shape
    let byteCount = part.offset + part.sql.utf8.count
    let given =
      part.offset == 0 ? nil : (sql: String(decoding: sql.utf8.prefix(byteCount), as: UTF8.self), offset: part.offset)
    if shape.kind == .attach {
      throw DatabaseError(
        .unsupportedFeature, "Databases can't be attached over HTTP; open the other one by itself", sql: part.sql,
        missing: .attach)
    }
    let statement: HranaStatement
    if let isReadOnly = shape.isReadOnly {
      statement = HranaStatement(
        connection: self, sql: part.sql, given: given, shape: shape, parameterNames: text.parameterNames,
        isReadOnly: isReadOnly, template: text.template)
    } else {
      let description: HranaDescription
      do throws(DatabaseError) { description = try await describe(part.sql) } catch {
        throw completed(error).counted(from: given)
      }
      statement = HranaStatement(
        connection: self, sql: part.sql, given: given, shape: shape, parameterNames: description.parameters,
        isReadOnly: description.isReadOnly, template: nil)
      statement.columns = description.columns
    }
    return PreparedStatement(statement: statement, byteCount: byteCount)
  }

  /// The facts from the text of a first statement, or `nil` if there is none.
  func read(_ sql: String) throws(DatabaseError) -> KnownText? {
    if let known = known(sql) {
      // Not for texts that are used once.
      if known.template == nil, known.shape.mayRunInPlace, server.calls.inPlace != nil {
        known.template = HranaTemplate(known.part.sql, names: known.parameterNames)
      }
      return known
    }
    guard let part = SQLScript(sql).first(where: { _ in true }) else { return nil }
    // Where a text ends at a zero byte, and where it goes on, is read in more than one way.
    if let zero = part.sql.utf8.firstIndex(of: 0) {
      throw completed(
        DatabaseError(
          .syntax, "unrecognized token: a zero byte", engineCode: .error, sql: part.sql,
          offset: part.offset + part.sql.utf8.distance(from: part.sql.startIndex, to: zero)))
    }
    let text = KnownText(sql, part)
    if text.byteCount <= 4_096, sql.utf8.allSatisfy({ $0 < 0x80 }) {
      if knownTexts.count >= 64 { knownTexts = [:] }
      knownTexts[sql] = text
    }
    return text
  }

  private func known(_ sql: String) -> KnownText? {
    // Strings are equal by their characters, of which some have several forms: of ASCII and as long means the same bytes.
    if let lastText, lastText.byteCount == sql.utf8.count, lastText.sql == sql { return lastText }
    guard let known = knownTexts[sql], known.byteCount == sql.utf8.count else { return nil }
    lastText = known
    return known
  }

  /// The counts of a statement, with the rowid of the connection's last insert on any stream.
  func settled(_ effect: StatementResult, _ shape: HranaStatementShape) -> StatementResult {
    // An upsert that inserted nothing leaves the 0 of a new stream.
    let isTold = shape.inserts && effect.affectedRows > 0 && (effect.lastInsertedRowID != 0 || !shape.isUpsert)
    if isTold { lastInsertedRowID = effect.lastInsertedRowID }
    return StatementResult(affectedRows: effect.affectedRows, lastInsertedRowID: lastInsertedRowID)
  }

  /// Asks the server about a statement.
  nonisolated(nonsending) func describe(_ sql: String) async throws(DatabaseError) -> HranaDescription {
    switch try await exchange([.describe(sql)], .reading).first {
    case .ok(.describe(let description))?: return description
    case .error(let error)?: throw error.databaseError(sql: sql, mayWrite: false)
    default: throw DatabaseError(.protocolViolation, "The server described nothing", sql: sql)
    }
  }

  /// The error with the state of the transaction.
  func completed(_ error: DatabaseError) -> DatabaseError {
    guard error.isTransactionOpen == nil, transactionStatus != .unknown else { return error }
    var error = error
    error.isTransactionOpen = transactionStatus == .active
    return error
  }

  /// Closes the stream. An open transaction is rolled back.
  public nonisolated(nonsending) func close() async {
    guard !isClosed else { return }
    isClosed = true
    openCursor?.close()
    transactionStatus = .idle
    beginIsPending = false
    guard let stream = stream.take() else { return }
    await server.end(baton: stream.baton, base: stream.base)
  }
}
