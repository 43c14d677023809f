extension ConformanceArea {
  /// The smallest number of assertions in a complete run of the area, on any driver that it applies to.
  ///
  /// A run with fewer assertions is vacuous, because it proves less than it seems to. The numbers are about half of
  /// those of the local driver with the fewest. Drivers with fewer capabilities run shorter halves.
  public var minimumAssertions: Int {
    switch self {
    case .life: 90
    case .values: 2100
    case .parameters: 140
    case .statements: 1000
    case .errors: 1500
    case .transactions: 200
    case .constraints: 230
    case .predicates: 4000
    case .joins: 120
    case .ordering: 150
    case .aggregates: 130
    case .upserts: 100
    case .definition: 220
    case .json: 200
    case .fullText: 120
    case .dates: 270
    case .concurrency: 200
    case .encryption: 3
    case .security: 2000
    case .suite: 840
    case .gates: 1000
    case .drift: 440
    case .codings: 8000
    case .remote: 2600
    case .distributed: 40
    case .observation: 150
    case .relations: 90
    }
  }
}
