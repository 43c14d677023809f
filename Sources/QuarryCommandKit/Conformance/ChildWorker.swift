#if Command
internal import Foundation
internal import Quarry
internal import QuarryConformance

/// Runs cases in a child process, so that a crash of the engine costs one case.
///
/// The child reads identifiers, one per line, and responds to each with a line that begins with the character RS and
/// holds the result as JSON (RFC 7464). Its other output is ignored.
final class ChildWorker: CaseWorker {
  /// The output of the child while a case ran.
  private enum Event: Sendable {
    case result(CaseResult)
    case end(ChildProcess.End)
    case timeout
  }

  private let child: ChildProcess
  private let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation
  private let hasEnded = Protected(false)
  private let ran = Protected(0)

  /// Starts a child.
  ///
  /// - Parameters:
  ///   - executable: The path of `quarry`.
  ///   - url: The driver.
  ///   - seed: The seed of the run.
  ///   - manifest: The path of the manifest.
  ///   - timeLimit: The longest time for a case.
  ///   - endurance: The duration of cases that try for a time whether something ever happens.
  init(
    executable: String, url: String, seed: UInt64, manifest: String? = nil, timeLimit: Duration? = nil,
    endurance: Duration = .seconds(60)
  ) throws {
    var arguments = ["conformance-worker", url, "--seed", "\(seed)"]
    arguments += ["--endurance", "\(endurance.components.seconds)"]
    if let timeLimit { arguments += ["--time-limit", "\(timeLimit.components.seconds)"] }
    if let manifest { arguments += ["--manifest", manifest] }
    let child = try ChildProcess(executable, arguments)
    self.child = child
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    self.events = events
    self.continuation = continuation
    Task {
      for await line in child.lines {
        guard let start = line.firstIndex(of: Self.recordSeparator) else { continue }
        let json = line[line.index(after: start)...]
        if let result = try? JSONDecoder().decode(CaseResult.self, from: Data(json.utf8)) {
          continuation.yield(.result(result))
        }
      }
      continuation.yield(.end(await child.waitUntilEnd()))
    }
    Task {
      // The end of a child whose output another process keeps open is seen here.
      let end = await child.waitUntilEnd()
      try? await Task.sleep(for: .milliseconds(20))
      continuation.yield(.end(end))
    }
  }

  static let recordSeparator: Character = "\u{1e}"

  var isAlive: Bool { !hasEnded.withLock { $0 } }

  func run(_ planned: PlannedCase) async -> CaseResult {
    let number = ran.withLock {
      $0 += 1; return $0
    }
    let limit = planned.timeLimit + .seconds(4)
    let clock = Task { [continuation] in
      try await Task.sleep(for: limit, clock: .suspending)
      continuation.yield(.timeout)
    }
    defer { clock.cancel() }
    do { try child.write(planned.id) } catch {
      hasEnded.withLock { $0 = true }
      return planned.result(.crash, note: "the process ended before the case")
    }
    for await event in events {
      switch event {
      case .result(let result) where result.id == planned.id: return result
      case .result: continue
      case .timeout:
        hasEnded.withLock { $0 = true }
        child.kill()
        return planned.result(.timeout, note: "no result after \(limit); the process was ended")
      case .end(let end):
        hasEnded.withLock { $0 = true }
        return planned.result(.crash, note: "the process ended by \(end) in its case number \(number)")
      }
    }
    return planned.result(.notRun, note: "the run was interrupted")
  }

  func stop() async {
    child.closeInput()
    hasEnded.withLock { $0 = true }
    child.kill()
    _ = await child.waitUntilEnd()
  }
}
#endif
