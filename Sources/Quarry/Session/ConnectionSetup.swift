/// The statements that prepare a new connection, in order.
///
/// ```swift
/// while let statement = setup.statement {
///   setup.finish(try firstValue(of: statement))
/// }
/// ```
struct ConnectionSetup: Sendable {
  private enum Step {
    case ask
    case allowWrites
    case run(Int)
    case refuseWrites
    case done
  }

  private let statements: [SQLFragment]
  private var step: Step
  /// Whether the connection rejected writes, as readers do, before its TEMP tables and views were created.
  private var refusesWrites = false

  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the connection wouldn't keep the settings.
  init(
    _ statements: [SQLFragment], for role: ConnectionRole, _ capabilities: DriverCapabilities, driver: String
  ) throws(DatabaseError) {
    if !statements.isEmpty, capabilities.lacks(.connectionState) {
      throw DatabaseError(
        .unsupportedFeature,
        "the driver \"\(driver)\" has no lasting connections, so it would lose the settings of connectionSQL; leave it empty, "
          + "and configure the server instead", missing: .connectionState)
    }
    self.statements = statements
    step = statements.isEmpty ? .done : role == .reader ? .ask : .run(0)
  }

  /// The next statement; `nil` when all have run.
  var statement: SQLFragment? {
    switch step {
    case .ask: "PRAGMA query_only"
    case .allowWrites: "PRAGMA query_only = 0"
    case .run(let index): statements[index]
    case .refuseWrites: "PRAGMA query_only = 1"
    case .done: nil
    }
  }

  /// Reports that the statement succeeded.
  ///
  /// - Parameter first: The first value of its first row.
  mutating func finish(_ first: SQLValue?) {
    switch step {
    case .ask:
      refusesWrites = first == .integer(1)
      step = refusesWrites ? .allowWrites : .run(0)
    case .allowWrites: step = .run(0)
    case .run(let index):
      step = index + 1 < statements.count ? .run(index + 1) : refusesWrites ? .refuseWrites : .done
    case .refuseWrites, .done: step = .done
    }
  }

  /// Returns the error for opening the connection.
  func failure(_ error: any Error) -> any Error {
    guard var error = error as? DatabaseError else { return error }
    if case .run(let index) = step { error.statementIndex = index }
    error.message = "connectionSQL couldn't prepare a connection: \(error.message)"
    return error
  }
}
