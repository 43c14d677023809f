extension SQLStepMachine where Row == Never, Output == Void {
  /// Runs steps one after the other, without an output.
  static func sequence(_ steps: [SQLStep<Never>], isAtomicGroup: Bool? = nil) -> Self {
    var rest = steps.dropFirst()
    return SQLStepMachine(
      isAtomicGroup: isAtomicGroup ?? (steps.count > 1), first: steps.first, source: { _ in rest.popFirst() }
    ) { _ in }
  }

  /// Runs one statement, without an output.
  static func single(_ statement: SQLFragment) -> Self {
    SQLStepMachine(isAtomicGroup: false, first: SQLStep(statement)) { _ in }
  }
}
