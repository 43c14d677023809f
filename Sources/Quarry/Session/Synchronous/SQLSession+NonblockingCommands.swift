/// What became of a command on its caller's thread.
enum NonblockingCommand<Machine: SQLCommandMachine> {
  case done(Machine.Output)
  /// The first statement took effect, and others follow, which run on the connection's thread.
  case goesOn(RestOfCommand<Machine>)
  /// It had no effect, and runs on the connection's thread; with a new machine if its statement was stopped.
  case elsewhere(wasStopped: Bool)
}

extension SQLSession {
  /// Runs a command without blocking the thread, as far as it is one short statement.
  ///
  /// - Parameter machine: The command's machine at its beginning, where the caller's copy stays.
  func runFirst<Machine: SQLCommandMachine>(of machine: Machine) throws -> NonblockingCommand<Machine> {
    var machine = machine
    guard !machine.isAtomicGroup, let first = try machine.next() else { return .elsewhere(wasStopped: false) }
    var hasRun = false
    let ran: Void? = try runNonblocking(first.sql) {
      hasRun = true
      try run(first, of: &machine)
    }
    guard ran != nil else { return .elsewhere(wasStopped: hasRun) }
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

/// The statements of a command after its first one.
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
