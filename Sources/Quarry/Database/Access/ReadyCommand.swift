/// A command whose machine was made before a connection was waited for, so that what cannot be rendered is refused at
/// once and nobody else waits for it.
///
/// It is for one run: its machine is used up.
///
/// Sendable although machines need not be: one task makes it and hands it to one connection, which alone uses it from then
/// on.
struct ReadyCommand<Base: SQLCommand>: SQLCommand, @unchecked Sendable {
  private let base: Base
  private let machine: Base.Machine
  private let schema: KnownSchema

  init(_ base: Base, for context: SQLGenerationContext) throws(DatabaseError) {
    self.base = base
    schema = context.schema
    machine = try base.machine(for: context)
  }

  func machine(for context: SQLGenerationContext) throws(DatabaseError) -> Base.Machine {
    // What is known of a schema belongs to its connection.
    context.schema === schema ? machine : try base.machine(for: context)
  }
}
