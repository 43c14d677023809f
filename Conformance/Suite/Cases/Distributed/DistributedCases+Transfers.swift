import Quarry

extension DistributedCases {
  /// Money that is moved while everything fails.
  static let transfers: [ConformanceCase] = [
    ConformanceCase(
      "DIST-08",
      "bank transfer test: total is constant under faults for 60 s, history checked for serializability as declared",
      .driver(.dist), "https://jepsen.io/consistency/models/serializable",
      "While nodes fail, every reader MUST see one total, and the transfers MUST have taken effect one after another.",
      timeLimit: .seconds(180)
    ) { test in
      let cluster = try await test.cluster(with: .stepDown, .stopNodes)
      let bank = Bank(test, cluster)
      try await bank.open()
      let time = try await bank.play(for: test.endurance)
      try await cluster.heal()
      try await bank.audit()
      test.measure("played for \(time.components.seconds) s: \(bank.summary)")
    }
  ]
}
