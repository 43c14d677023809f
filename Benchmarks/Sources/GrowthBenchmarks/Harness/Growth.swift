/// How the cost of one thing grows with a size, for several candidates.
struct Growth {
  /// The name of the picture's file, and what `--only` takes.
  let name: String
  let title: String
  /// What the size is.
  let axis: String
  /// What the time is divided by: "row", "query".
  let unit: String
  let sizes: [Int]
  let candidates: [GrowingCandidate]
}

/// One way to do it.
struct GrowingCandidate {
  /// What the legend says; "raw" is what all ratios are to.
  let name: String
  /// The largest size that this candidate is asked for, where larger ones would take too long.
  var most = Int.max
  /// Makes what a pass at a size runs; what it opens and prepares is not measured.
  let pass: (Int) async throws -> Pass
}

/// What is measured: a run, by how many units its time is divided.
struct Pass {
  let units: Int
  /// What has to be done before each run, outside of the measured time.
  var prepare: () async throws -> Void = {}
  let run: () async throws -> Void
}

/// What was measured.
struct GrowthReport: Codable {
  struct Series: Codable {
    let name: String
    /// Nanoseconds of CPU time for each unit, by size.
    var nanoseconds: [Int: Double]
    /// Medians of the ratios to raw within a round, by size.
    var ratios: [Int: Double]
  }

  let name: String
  let title: String
  let axis: String
  let unit: String
  let sizes: [Int]
  var series: [Series]
}
