/// What a round gave. It keeps the result alive, and the work of checking it out of the measured time.
struct Outcome {
  let checksum: () -> Checksum

  init(_ items: [Item]) {
    checksum = { .of(items) }
  }

  init(_ results: [[Item]]) {
    checksum = { .of(results) }
  }

  init(_ words: [Words]) {
    checksum = { .of(words) }
  }

  init<Pairs: Sequence>(pairs: Pairs, _ split: @escaping (Pairs.Element) -> (Child, Parent)) {
    checksum = { .ofUnordered(pairs.lazy.map(split)) }
  }
}

enum BenchmarkError: Error, CustomStringConvertible {
  case usage(String)
  case sqlite(code: Int32, message: String)
  case missingRow(Int64)
  case unsupported(Workload)
  case wrongResult(Workload, CandidateKind, String)
  case child(String)

  var description: String {
    switch self {
    case .usage(let message): message
    case .sqlite(let code, let message): "SQLite error \(code): \(message)"
    case .missingRow(let key): "the row with key \(key) was not found, or is another row"
    case .unsupported(let workload): "\(workload.rawValue) is not a workload of this candidate"
    case .wrongResult(let workload, let kind, let why): "\(workload.rawValue) by \(kind.title): \(why)"
    case .child(let why): "the process that measures memory failed: \(why)"
    }
  }
}

/// The row of a lookup; throws when there was none.
func found(_ item: Item?, _ key: Int64) throws -> Item {
  guard let item else { throw BenchmarkError.missingRow(key) }
  return item
}
