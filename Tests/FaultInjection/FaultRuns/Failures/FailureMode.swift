#if Command
import CFaultInjection
import Quarry

/// What fails: an allocation, or a call to a file in one of several ways.
struct FailureMode: Sendable, Hashable {
  let name: String
  /// The kind of failing call to a file; nil for allocations.
  let fileKind: Int32?
  /// Whether everything fails from the n-th call on.
  let persists: Bool

  static let all: [FailureMode] = {
    let kinds: [(String, Int32?)] = [
      ("memory", nil), ("io", Int32(FAULT_INPUT_OUTPUT)), ("full", Int32(FAULT_FULL)), ("busy", Int32(FAULT_BUSY)),
      ("short-read", Int32(FAULT_SHORT_READ)), ("torn-write", Int32(FAULT_TORN_WRITE)),
      ("cannot-open", Int32(FAULT_CANNOT_OPEN)),
    ]
    return kinds.flatMap { name, kind in
      [
        FailureMode(name: name, fileKind: kind, persists: false),
        FailureMode(name: name + "-on", fileKind: kind, persists: true),
      ]
    }
  }()

  func arm(_ number: Int) {
    if let fileKind {
      fault_files_arm(fileKind, Int64(number), persists ? 1 : 0)
    } else {
      fault_memory_arm(Int64(number), persists ? 1 : 0)
    }
  }

  /// Ends the failing.
  ///
  /// - Returns: how many calls could have failed, and how many did.
  func disarm() -> (calls: Int, failures: Int) {
    let calls = fileKind == nil ? fault_memory_disarm() : fault_files_disarm()
    return (Int(calls), Int(fileKind == nil ? fault_memory_failures() : fault_files_failures()))
  }

  /// Whether what is left is whole: not where the file itself reads as something else, which no engine can know that has
  /// no sums over its pages.
  var keepsContent: Bool { fileKind != Int32(FAULT_SHORT_READ) }

  /// The codes that the first error after the failure may have.
  ///
  /// Where a second one stands, the engine itself has no other word for it; each is told in the documentation.
  var expectedCodes: Set<DatabaseError.Code> {
    switch name.hasSuffix("-on") ? String(name.dropLast(3)) : name {
    case "memory": [.outOfMemory]
    case "io", "torn-write": [.inputOutput, .cannotOpen]
    case "full": [.diskFull]
    case "busy": [.busy]
    // A page that ends early is read as zeros: it is a damaged file, or none.
    case "short-read": [.inputOutput, .corrupt, .notADatabase, .wrongKey]
    default: [.cannotOpen]
    }
  }
}
#endif
