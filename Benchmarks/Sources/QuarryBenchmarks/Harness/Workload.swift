/// What is measured. The raw value is the identifier that `--only` takes and the report prints.
enum Workload: String, CaseIterable, Codable, Sendable {
  case insertAll = "W1"
  case fetchAll = "W2"
  case lookUpInOneRead = "W3a"
  case lookUpEach = "W3b"
  case lookUpEachAsync = "W3c"
  case insertEach = "W4a"
  case insertEachAsync = "W4b"
  case insertEachConcurrently = "W4c"
  case query = "W5"
  case join = "W6"
  case mixed = "W7"
  case fetchTexts = "W8"

  /// One line for the table.
  var title: String {
    switch self {
    case .insertAll: "insert records, one transaction"
    case .fetchAll: "fetch all into structs"
    case .lookUpInOneRead: "lookups by key, one read"
    case .lookUpEach: "lookups, a synchronous read each"
    case .lookUpEachAsync: "lookups, an asynchronous read each"
    case .insertEach: "single-row transactions, sync"
    case .insertEachAsync: "single-row transactions, async"
    case .insertEachConcurrently: "the same from 64 tasks at once"
    case .query: "filter, order, limit 10, built"
    case .join: "inner join, pairs of structs"
    case .mixed: "1 writer and 4 readers"
    case .fetchTexts: "fetch rows of four texts"
    }
  }

  /// Whether a round changes the file, and so needs a fresh one.
  var writes: Bool {
    switch self {
    case .insertAll, .insertEach, .insertEachAsync, .insertEachConcurrently, .mixed: true
    default: false
    }
  }

  /// How many operations one round makes; what the time is divided by. Nil where the clock decides (W7).
  func operations(_ data: Dataset) -> Int? {
    switch self {
    case .insertAll, .fetchAll: data.items.count
    case .lookUpInOneRead, .lookUpEach, .lookUpEachAsync: data.keys.count
    case .insertEach, .insertEachAsync, .insertEachConcurrently: data.transactions
    case .query: data.conditions.count
    case .join: data.children.count
    case .fetchTexts: data.words.count
    case .mixed: nil
    }
  }
}
