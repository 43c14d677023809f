#if Command
import CFaultInjection
import Quarry
import QuarrySQLiteEngine

/// What runs while the power fails: transactions, checkpoints, copies, exports and a change of the key.
enum PowerLossWorkload {
  /// What the program says between the calls to files. The number goes with the record.
  enum Mark: Hashable {
    /// So many transactions were reported as done.
    case transaction(Int)
    /// A copy was begun, or reported as done: which one, and the transactions in it.
    case copyBegun(Int, last: Int)
    case copyDone(Int, last: Int)
    case rekeyBegun
    case rekeyDone

    var number: Int64 {
      switch self {
      case .transaction(let last): Int64(last)
      case .copyBegun(let copy, let last): Int64(10_000 + copy * 1000 + last)
      case .copyDone(let copy, let last): Int64(20_000 + copy * 1000 + last)
      case .rekeyBegun: 30_000
      case .rekeyDone: 31_000
      }
    }

    init(number: Int64) {
      let number = Int(number)
      switch number {
      case ..<10_000: self = .transaction(number)
      case ..<20_000: self = .copyBegun((number - 10_000) / 1000, last: number % 1000)
      case ..<30_000: self = .copyDone((number - 20_000) / 1000, last: number % 1000)
      case 30_000: self = .rekeyBegun
      default: self = .rekeyDone
      }
    }

    func say() { fault_record_mark(number) }
  }

  /// The files that copies go to.
  static let copyNames = ["copy.db", "other-key.db", "clear.db"]

  /// Runs everything. Nothing fails here: what a failure would leave is told from the record.
  static func run(_ run: ScriptRun, _ configuration: PowerLossConfiguration) throws {
    run.open(configuration.journal, synchronous: configuration.synchronous)
    guard let context = run.context else { throw FaultRunError("\(run.errors)") }
    let connection = context.engineConnection
    var last = 0
    func advance(_ count: Int) throws {
      for _ in 0..<count {
        last = try FaultContent.advance(context)
        Mark.transaction(last).say()
      }
    }
    func copy(_ number: Int, _ body: (String) throws -> Void) throws {
      Mark.copyBegun(number, last: last).say()
      try body(run.folder.file(copyNames[number]))
      Mark.copyDone(number, last: last).say()
    }
    try advance(3)
    if configuration.journal == .writeAheadLog { try connection.checkpoint(.passive) }
    try advance(2)
    try copy(0) { try connection.backUp(toFile: $0, encryption: run.encryption) }
    if configuration.journal == .writeAheadLog { try connection.checkpoint(.truncate) }
    try advance(1)
    try copy(0) { try connection.backUp(toFile: $0, encryption: run.encryption) }
    try context.execute("VACUUM")
    try advance(1)
    if let other = run.target.otherEncryption {
      try copy(1) { try connection.export(to: $0, encryption: other) }
      try copy(2) { try connection.export(to: $0, encryption: nil) }
      Mark.rekeyBegun.say()
      try connection.rekey(other.key)
      Mark.rekeyDone.say()
      try advance(1)
    }
    run.close()
  }
}
#endif
