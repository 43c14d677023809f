/// Equal pieces of one workload, each with records and keys that no piece before it had where the workload writes.
struct Passes {
  let workload: Workload
  let data: Dataset
  private var made = 0
  private var outcomes: [Outcome] = []

  init(workload: Workload, data: Dataset) {
    self.workload = workload
    self.data = data
    outcomes.reserveCapacity(16)
  }

  /// How many operations a pass makes.
  var operations: Int {
    switch workload {
    case .insertAll: data.items.count / 4
    case .mixed: 5 * turns
    default: workload.operations(data) ?? 0
    }
  }

  /// How many records a pass of W7 inserts; it makes four lookups after each.
  private var turns: Int { data.transactions / 4 }

  /// The records that a pass inserts.
  private func items(ofPass pass: Int) -> ArraySlice<Item> {
    switch workload {
    case .mixed:
      (pass * turns..<(pass + 1) * turns).map { number in
        var item = data.items[number]
        item.id = Int64(data.items.count + 1 + number)
        return item
      }[...]
    default: data.items[pass * operations..<(pass + 1) * operations]
    }
  }

  mutating func next(_ candidate: any Candidate) async throws {
    let pass = made
    made += 1
    switch workload {
    case .insertAll: try await candidate.insertAll(Array(items(ofPass: pass)))
    case .fetchAll: outcomes.append(try await candidate.fetchAll())
    case .lookUpInOneRead: outcomes.append(try await candidate.lookUpInOneRead(data.keys))
    case .lookUpEach: outcomes.append(try candidate.lookUpEach(data.keys))
    case .lookUpEachAsync: outcomes.append(try await candidate.lookUpEachAsync(data.keys))
    case .insertEach: try candidate.insertEach(items(ofPass: pass))
    case .insertEachAsync: try await candidate.insertEachAsync(items(ofPass: pass))
    case .insertEachConcurrently: try await candidate.insertEachConcurrently(items(ofPass: pass), tasks: 64)
    case .query: outcomes.append(try await candidate.query(data.conditions))
    case .join: outcomes.append(try await candidate.join())
    case .mixed:
      outcomes.append(try await candidate.mixedByTurns(items(ofPass: pass), Array(data.keys.prefix(4 * turns))))
    case .fetchTexts: outcomes.append(try await candidate.fetchTexts())
    }
  }

  /// Throws unless every pass gave what the data say.
  func check(_ kind: CandidateKind, _ file: String) throws {
    let expected = Expected(data)
    let wanted: Checksum =
      switch workload {
      case .fetchAll: expected.all
      case .lookUpInOneRead, .lookUpEach, .lookUpEachAsync: expected.looked
      case .query: expected.queried
      case .join: expected.joined
      case .fetchTexts: expected.words
      case .mixed: .of(data.keys.prefix(4 * turns).map { data.items[Int($0) - 1] })
      case .insertAll, .insertEach, .insertEachAsync, .insertEachConcurrently:
        .of(data.items.prefix(made * operations))
      }
    for outcome in outcomes where outcome.checksum() != wanted {
      throw BenchmarkError.wrongResult(workload, kind, "the result differs from the data")
    }
    let right =
      if workload == .mixed {
        try Workspace.count(of: file) == data.items.count + made * turns
      } else if workload.writes {
        try Workspace.checksum(of: file) == wanted
      } else {
        outcomes.count == made
      }
    guard right else {
      throw BenchmarkError.wrongResult(workload, kind, "the rows in the file differ from the data")
    }
  }
}
