import Quarry

extension Mutation {
  /// Drivers and observations that lose changes or invent them.
  static let observation: [Mutation] = [
    Mutation("no-first-value", "the first value comes only with a change", "OBS-01") { $0.observation = .noFirstValue },
    Mutation("unseen-writes", "statements do not tell what they have written", "OBS-02") {
      $0.effects = { effects, _ in StatementEffects(reads: effects?.reads ?? .everything, writes: .nothing) }
    },
    Mutation("unseen-reads", "statements do not tell what they have read", "OBS-02") {
      $0.effects = { effects, _ in StatementEffects(reads: .nothing, writes: effects?.writes ?? .everything) }
    },
    Mutation("late-commits", "a transaction is announced before it is committed", "OBS-02") { $0.delaysCommits = true },
    Mutation("early-news", "what a statement has written is announced before the transaction ends", "OBS-03") {
      $0.announcesAtOnce = true
    },
    Mutation(
      "untold-effects", "what statements read and write isn't reported, so that everything is fetched again", "OBS-04"
    ) {
      $0.effects = { _, _ in nil }
    },
    Mutation("unseen-truncation", "a DELETE without a condition is not seen, as by the update hook", "OBS-05") {
      $0.effects = { effects, sql in
        guard sql.hasPrefix("DELETE"), !sql.contains("WHERE") else { return effects }
        return StatementEffects(reads: effects?.reads ?? .everything, writes: .nothing)
      }
    },
    Mutation("unseen-triggers", "only the table that a statement names is seen to change", "OBS-05") {
      $0.effects = { effects, sql in
        guard var changed = effects, !changed.writes.isEmpty, let table = changedTable(sql) else { return effects }
        changed.writes = .table(table)
        return changed
      }
    },
    Mutation("torn-snapshots", "each query of a transaction sees another state", "OBS-07") {
      $0.renewsSnapshots = true
    },
    Mutation("old-rows", "a query gives rows of some time ago now and then", "OBS-08") { $0.repeatsOldRows = true },
    Mutation("queued-values", "values are fetched and kept before they are asked for", "OBS-10") {
      $0.observation = .queue
    },
    Mutation("repeated-values", "every value comes twice", "OBS-11") { $0.observation = .repeats },
    Mutation("leaking-observations", "observations go on when they were canceled", "OBS-12") {
      $0.observation = .leaks
    },
    Mutation("deaf", "commits of other processes are not seen", "OBS-15") { $0.ignoresOthers = true },
  ]

  /// Returns the table that a statement changes.
  private static func changedTable(_ sql: String) -> String? {
    let words = sql.split(separator: " ").map(String.init)
    guard let index = words.firstIndex(where: { ["INTO", "UPDATE", "FROM"].contains($0) }), index + 1 < words.count
    else {
      return nil
    }
    return words[index] == "UPDATE" && words[index + 1] == "OR" ? nil : words[index + 1]
  }
}
