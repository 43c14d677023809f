import Synchronization

/// A command whose machine is made before it waits for a connection. A command that can't be rendered then fails
/// immediately, without a connection.
///
/// Sendable although machines don't have to be: only the first connection that asks for the machine receives it.
final class ReadyCommand<Base: SQLCommand>: SQLCommand, @unchecked Sendable {
  private let base: Base
  private let machine: Base.Machine
  private let schema: KnownSchema
  private let isTaken = Atomic(false)

  init(_ base: Base, _ machine: Base.Machine, for context: SQLGenerationContext) {
    self.base = base
    self.machine = machine
    schema = context.schema
  }

  /// Whether the command can share a transaction with others, as far as that is known before it runs.
  var canGroup: Bool { !machine.isAtomicGroup }

  func machine(for context: SQLGenerationContext) throws(DatabaseError) -> Base.Machine {
    // What is known of a schema belongs to its connection; another attempt needs a machine at its beginning.
    guard context.schema === schema, !isTaken.exchange(true, ordering: .acquiringAndReleasing) else {
      return try base.machine(for: context)
    }
    return machine
  }
}
