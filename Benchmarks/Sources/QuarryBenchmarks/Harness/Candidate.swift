/// Who is measured. The raw value names the candidate in `--candidates` and in the JSON file.
enum CandidateKind: String, CaseIterable, Codable, Sendable {
  /// The C API called from Swift, with prepared statements that are kept.
  case raw
  /// GRDB's record API and query interface.
  case grdb
  /// Quarry's synchronous context.
  case context
  /// Quarry's asynchronous database.
  case database

  var title: String {
    switch self {
    case .raw: "raw C API"
    case .grdb: "GRDB"
    case .context: "Quarry context"
    case .database: "Quarry database"
    }
  }
}

/// One way to do the work of every workload.
///
/// A method makes the whole round: the harness reads the clock around one call, so that nothing is called through
/// this protocol once per operation. A candidate opens its connections in `open` and may warm them there; the
/// harness opens it anew for each round of a workload that writes. Candidates are confined to the harness's task.
protocol Candidate: AnyObject {
  var kind: CandidateKind { get }

  /// The workloads that this candidate has an interface for.
  var workloads: Set<Workload> { get }

  /// Opens the database file at `path` in WAL mode with `synchronous=NORMAL` and a page cache of 64 MiB.
  func open(_ path: String) async throws

  /// Closes what `open` opened.
  func close() async throws

  /// W1: inserts all records in one transaction.
  func insertAll(_ items: [Item]) async throws

  /// W2: fetches all rows of `item`.
  func fetchAll() async throws -> Outcome

  /// W3a: looks the rows up by key inside one read.
  func lookUpInOneRead(_ keys: [Int64]) async throws -> Outcome

  /// W3b: looks the rows up by key, one synchronous read each.
  func lookUpEach(_ keys: [Int64]) throws -> Outcome

  /// W3c: looks the rows up by key, one asynchronous read each.
  func lookUpEachAsync(_ keys: [Int64]) async throws -> Outcome

  /// W4a: inserts the records, one synchronous transaction each.
  func insertEach(_ items: ArraySlice<Item>) throws

  /// W4b: inserts the records, one asynchronous transaction each, one after the other.
  func insertEachAsync(_ items: ArraySlice<Item>) async throws

  /// W4c: inserts the records, one transaction each, asked for by `tasks` tasks at once.
  func insertEachConcurrently(_ items: ArraySlice<Item>, tasks: Int) async throws

  /// W5: builds and runs the query once for each condition.
  func query(_ conditions: [Condition]) async throws -> Outcome

  /// W6: fetches all pairs of child and parent.
  func join() async throws -> Outcome

  /// W7: one writer and `plan.readers` readers at full speed until the time is over.
  func mixed(_ plan: MixedPlan) async throws -> MixedCounts

  /// W7 without threads, for counting: inserts each record, and looks the next four keys up after it.
  ///
  /// A candidate with a connection for each reader keeps them open until `close`, and reads one row with each.
  func mixedByTurns(_ items: ArraySlice<Item>, _ keys: [Int64]) async throws -> Outcome

  /// W8: fetches all rows of `words`.
  func fetchTexts() async throws -> Outcome
}
