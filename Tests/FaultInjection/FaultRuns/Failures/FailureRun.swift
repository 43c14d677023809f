#if Command
import CFaultInjection
import Foundation
import Quarry
import QuarrySQLiteEngine

/// Runs one script with the n-th call failing, for each wanted n, and looks at what is left each time.
struct FailureRun {
  let target: FaultTarget
  let script: FaultScript
  let mode: FailureMode

  private let folder: FaultFolder
  private let template: [String: Data]
  private let digests: [UInt64]

  init(target: FaultTarget, script: FaultScript, mode: FailureMode) throws {
    self.target = target
    self.script = script
    self.mode = mode
    folder = try FaultFolder()
    digests = try FaultContent.digests(target, count: 12)
    let run = ScriptRun(target: target, folder: folder)
    run.open(script.journal)
    guard let context = run.context else { throw FaultRunError("the template cannot be made: \(run.errors)") }
    try FaultContent.create(context)
    run.close()
    template = try folder.contents()
  }

  /// What a run with one failure gave.
  struct Outcome {
    /// How many calls failed; none when the script has fewer calls than wanted.
    var failures: Int
    /// Whether the call is one that must not fail.
    var isPassedOver: Bool
    /// The steps that reported an error, and the error's code.
    var errors: [String]
    var defects: [String]
  }

  /// How many calls the script makes that can fail, told by running it without a failure, twice: what the first use of a
  /// library keeps for good is no leak.
  func callCount() async throws -> Int {
    var calls = 0
    for _ in 0..<2 {
      try folder.reset(to: template)
      let run = ScriptRun(target: target, folder: folder)
      mode.arm(0)
      await script.body(run)
      calls = mode.disarm().calls
      guard run.errors.isEmpty, run.defects.isEmpty else {
        throw FaultRunError("\(script.name) fails by itself: \(run.errors) \(run.defects)")
      }
    }
    return calls
  }

  /// Runs the script with a failure.
  ///
  /// - Parameters:
  ///   - number: which call fails, from 1.
  ///   - blocks: how many allocations of the library stay when nothing fails.
  func play(_ number: Int, blocks: Int64) async throws -> Outcome {
    try folder.reset(to: template)
    let run = ScriptRun(target: target, folder: folder)
    mode.arm(number)
    await script.body(run)
    let (_, failures) = mode.disarm()
    let isPassedOver = failures == 0 && fault_memory_passed_over() > 0
    run.close()
    var defects = run.defects
    check(run, failures, &defects)
    if !mode.keepsContent { defects.removeAll() }
    for (step, error) in run.errors where !(error is DatabaseError) && mode.keepsContent {
      defects.append("\(step): an error of another type: \(type(of: error)): \(error)")
    }
    if fault_files_open() != 0 { defects.append("\(fault_files_open()) files are still open") }
    let left = fault_memory_outstanding() - blocks
    if left > 0 { defects.append("\(left) allocations are not freed") }
    if mode.keepsContent { checkFiles(run, &defects) }
    return Outcome(
      failures: failures, isPassedOver: isPassedOver,
      errors: run.errors.map { "\($0.step): \(($0.error as? DatabaseError)?.description ?? "\($0.error)")" },
      defects: defects)
  }

  /// The code of an error and of those that it was caused by.
  private static func codes(of error: DatabaseError) -> [DatabaseError.Code] {
    [error.code] + ((error.underlying as? DatabaseError).map(codes) ?? [])
  }

  /// Looks at the errors that were reported.
  private func check(_ run: ScriptRun, _ failures: Int, _ defects: inout [String]) {
    if failures == 0, let first = run.errors.first { defects.append("an error without a failure: \(first)") }
    for (index, (step, error)) in run.errors.enumerated() {
      guard let error = error as? DatabaseError else { continue }
      var expected = mode.expectedCodes
      // What SQLCipher cannot read of the first page it takes for that of another key.
      if target.encryption != nil, expected.contains(.inputOutput) { expected.formUnion([.wrongKey, .notADatabase]) }
      // SQLCipher 3 does not say why it did not change a key, only the file does.
      if step == "rekey" { expected.insert(.inputOutput) }
      // What follows from the first error: a connection that was given up or keeps a lock, an index that was not made.
      if index > 0 { expected.formUnion([.transactionState, .connectionClosed, .locked, .noSuchObject]) }
      // And SQLCipher reads what it could not write as damage, as long as the disk stays full.
      if index > 0, target.encryption != nil, mode.name == "full-on" {
        expected.formUnion([.corrupt, .statementFailed])
      }
      let isFirst = index == 0 || mode.persists
      if isFirst, !Self.codes(of: error).contains(where: expected.contains) {
        defects.append("\(step): \(error.code) instead of \(mode.expectedCodes): \(error.message)")
      }
    }
  }

  /// Opens what is left without failures: whole, with every transaction that was reported, and no half of one.
  private func checkFiles(_ run: ScriptRun, _ defects: inout [String]) {
    let known = ["main.db", "copy.db", "other.db", "new.db", "other-key.db", "clear.db"]
    for name in folder.names
    where !known.contains(where: { [$0, $0 + "-wal", $0 + "-shm", $0 + "-journal"].contains(name) }) {
      defects.append("the file \(name) was left behind")
    }
    for name in run.copies.keys.sorted() {
      guard let copy = run.copies[name] else { continue }
      check(name, [copy.encryption], copy.last...copy.last, &defects)
    }
    // A copy that was not reported is not there, or is whole.
    for (name, encryption) in [
      ("copy.db", run.target.encryption), ("other-key.db", run.target.otherEncryption), ("clear.db", nil),
    ] where run.copies[name] == nil && folder.names.contains(name) {
      check(name, [encryption], 0...digests.count - 1, &defects)
    }
    // An error of the commit itself leaves open whether it was done; a failed change of the key, which key it is.
    let keys = run.encryption == nil ? [nil] : [run.encryption, target.encryption, target.otherEncryption]
    check("main.db", keys, run.acknowledged...digests.count - 1, &defects)
  }

  /// Checks one database with the first key that fits.
  private func check(
    _ name: String, _ keys: [SQLCipherEncryption?], _ lasts: ClosedRange<Int>, _ defects: inout [String]
  ) {
    var failure: (any Error)?
    for key in keys {
      do {
        let context = try SQLContext(path: folder.file(name), library: target.location, encryption: key)
        defer { context.close() }
        let verdict = try FaultContent.value(context, "PRAGMA integrity_check")
        if verdict != .text("ok") { defects.append("\(name) is damaged: \(String(describing: verdict))") }
        let (last, digest) = try FaultContent.digest(context)
        if !lasts.contains(last) { defects.append("\(name) has \(last) transactions instead of \(lasts)") }
        if !digests.indices.contains(last) || digests[last] != digest {
          defects.append("\(name) does not have the content of \(last) transactions")
        }
        return
      } catch {
        if failure == nil { failure = error }
        guard (error as? DatabaseError)?.code == .wrongKey || (error as? DatabaseError)?.code == .notADatabase else {
          break
        }
      }
    }
    defects.append("\(name) cannot be used: \(failure.map { "\($0)" } ?? "")")
  }
}
#endif
