#if Command
import Foundation
import Quarry
import QuarrySQLiteEngine

/// Opens what a loss of power has left, as a program does after the machine has started again.
struct PowerLossCheck {
  let target: FaultTarget
  let configuration: PowerLossConfiguration
  let digests: [UInt64]
  let folder: FaultFolder
  /// Whether the engine promises nothing for what is left.
  var mayBeDamaged = false

  func check(_ content: [String: Data], _ state: Expectation, _ place: String, _ tally: inout PowerLossRun.Tally) {
    do {
      try folder.reset(to: content)
    } catch {
      tally.defects.append("\(place): \(error)")
      tally.corrupt += 1
      return
    }
    checkMain(state, place, &tally)
    for (copy, expected) in state.copies.sorted(by: { $0.key < $1.key }) {
      checkCopy(copy, expected.lasts, expected.isRequired, place, &tally)
    }
  }

  private func checkMain(_ state: Expectation, _ place: String, _ tally: inout PowerLossRun.Tally) {
    var keys = [target.encryption]
    if state.isRekeyed {
      keys = [target.otherEncryption]
    } else if state.isRekeying {
      keys.append(target.otherEncryption)
    }
    switch read("main.db", keys) {
    case .success(let (last, digest)):
      if !digests.indices.contains(last) || digests[last] != digest {
        guard !mayBeDamaged else {
          tally.damaged += 1
          return
        }
        tally.half += 1
        tally.defects.append("\(place): not the content of \(last) transactions")
      } else if last > state.acknowledged + 1 {
        tally.half += 1
        tally.defects.append("\(place): \(last) transactions, of which \(state.acknowledged) were reported")
      } else if last < state.acknowledged {
        guard configuration.keepsCommits else {
          tally.takenBack += 1
          return
        }
        tally.lost += 1
        tally.defects.append("\(place): \(last) transactions are left of the \(state.acknowledged) that were reported")
      }
    case .failure(let error):
      guard !mayBeDamaged else {
        tally.damaged += 1
        return
      }
      tally.corrupt += 1
      tally.defects.append("\(place): \(error)")
    }
  }

  private func checkCopy(
    _ copy: Int, _ lasts: Set<Int>, _ isRequired: Bool, _ place: String, _ tally: inout PowerLossRun.Tally
  ) {
    let name = PowerLossWorkload.copyNames[copy]
    guard folder.names.contains(name) else {
      if isRequired {
        tally.wrongCopies += 1
        tally.defects.append("\(place): \(name) was reported as done and is not there")
      }
      return
    }
    let keys = [target.encryption, target.otherEncryption, nil]
    switch read(name, [keys[copy]]) {
    case .success(let (last, digest)):
      if !lasts.contains(last) || digests[last] != digest {
        tally.wrongCopies += 1
        tally.defects.append("\(place): \(name) has the content of \(last) transactions instead of \(lasts.sorted())")
      }
    case .failure(let error):
      tally.wrongCopies += 1
      tally.defects.append("\(place): \(name): \(error)")
    }
  }

  /// Opens a database with the first key that fits and reads all of it.
  private func read(_ name: String, _ keys: [SQLCipherEncryption?]) -> Result<(Int, UInt64), any Error> {
    var failure: any Error = FaultRunError("\(name) has no key")
    for key in keys {
      do {
        var settings = SQLiteConnectionSettings()
        settings.journalMode = nil
        let context = try SQLContext(
          path: folder.file(name), mode: .readWrite, library: target.location, encryption: key, settings: settings)
        defer { context.close() }
        let verdict = try FaultContent.value(context, "PRAGMA integrity_check")
        guard verdict == .text("ok") else { throw FaultRunError("\(name) is damaged: \(String(describing: verdict))") }
        let (last, digest) = try FaultContent.digest(context)
        return .success((last, digest))
      } catch {
        failure = error
      }
    }
    return .failure(failure)
  }
}
#endif
