/// What became of a command on its caller's thread.
enum NonblockingCommand<Machine: SQLCommandMachine> {
  case done(Machine.Output)
  /// There are statements for the connection's thread. What came before them took effect.
  case goesOn(RestOfCommand<Machine>)
  /// It had no effect, and runs on the connection's thread; with a new machine if the machine was asked for a statement.
  case elsewhere(wasAsked: Bool)
}

extension SQLSession {
  /// Runs a command without blocking the thread, as far as it is one short statement.
  ///
  /// - Parameter machine: The command's machine at its beginning, where the caller's copy stays.
  func runFirst<Machine: SQLCommandMachine>(of machine: Machine) throws -> NonblockingCommand<Machine> {
    var machine = machine
    guard !machine.isAtomicGroup else { return .elsewhere(wasAsked: false) }
    guard let first = try machine.next() else { return .done(try machine.output()) }
    var hasRun = false
    let ran: Void? = try runNonblocking(first.sql) {
      hasRun = true
      try run(first, of: &machine)
    }
    // The statement was asked for once, and a copy of a machine may share its state with the original.
    guard ran != nil else { return hasRun ? .elsewhere(wasAsked: true) : .goesOn(RestOfCommand(machine, first)) }
    guard let next = try machine.next() else { return .done(try machine.output()) }
    return .goesOn(RestOfCommand(machine, next))
  }

  fileprivate func run<Machine: SQLCommandMachine>(_ fragment: SQLFragment, of machine: inout Machine) throws {
    let result = try run(fragment) { batch in
      try batch.forEachRow { row in try machine.receive(&row) }
      return true
    }
    try machine.finish(result)
  }
}

/// The statements of a command that are left to run.
///
/// Sendable although machines don't have to be: the caller made the machine, passes it to the connection's thread once,
/// and waits.
final class RestOfCommand<Machine: SQLCommandMachine>: @unchecked Sendable {
  private var machine: Machine
  private var next: SQLFragment?

  init(_ machine: Machine, _ next: SQLFragment) {
    self.machine = machine
    self.next = next
  }

  /// Runs the statements.
  func run(on session: SQLSession) throws -> Machine.Output {
    while let fragment = next {
      try session.run(fragment, of: &machine)
      next = try machine.next()
    }
    return try machine.output()
  }
}
