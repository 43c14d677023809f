import Synchronization

/// A command whose machine was made before a connection was waited for, so that what cannot be rendered is refused at
/// once and nobody else waits for it.
///
/// Sendable although machines need not be: the machine is given to the first connection that asks for it, and to nobody else.
final class ReadyCommand<Base: SQLCommand>: SQLCommand, @unchecked Sendable {
  private let base: Base
  private let machine: Base.Machine
  private let schema: KnownSchema
  private let isTaken = Atomic(false)

  init(_ base: Base, for context: SQLGenerationContext) throws(DatabaseError) {
    self.base = base
    schema = context.schema
    machine = try base.machine(for: context)
  }

  func machine(for context: SQLGenerationContext) throws(DatabaseError) -> Base.Machine {
    // What is known of a schema belongs to its connection; another attempt needs a machine at its beginning.
    guard context.schema === schema, !isTaken.exchange(true, ordering: .acquiringAndReleasing) else {
      return try base.machine(for: context)
    }
    return machine
  }
}
