import Quarry

extension Mutation {
  /// Drivers that withhold what they know about a change, or repeat it without permission.
  static let distributed: [Mutation] = [
    Mutation("repeats-unknown-changes", "a change whose leader went away is made again", "DIST-04") {
      $0.repeats = { _ in true }
    },
    Mutation("unknown-as-failed", "a change of which nobody knows is reported as failed", "DIST-04") {
      $0.unknownOutcome = { error in
        var error = error
        error.outcome = .notApplied
        error.code = .busy
        return error
      }
    },
    Mutation("unknown-as-done", "a change of which nobody knows is reported as done", "DIST-03") {
      $0.unknownOutcome = { _ in nil }
    },
    Mutation("split-batches", "the statements of a batch are sent one by one", "DIST-03") { $0.splitsBatches = true },
  ]
}
