internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A second process in which a scenario plays, as the case sees it.
public final class ScenarioProcess: Sendable {
  private let child: ChildProcess

  init(_ child: ChildProcess) { self.child = child }

  /// The next line that the scenario says; nil when it has ended, or the case was cancelled.
  public func next() async -> String? {
    for await line in child.lines where line.first == ProcessScenario.lineMark { return String(line.dropFirst()) }
    return nil
  }

  /// Says a line to the scenario.
  public func say(_ line: String) throws { try child.write(line) }

  /// Lets the scenario come to its end, and waits for it.
  public func finish() async -> ChildProcess.End {
    child.closeInput()
    return await child.waitUntilEnd()
  }

  /// Ends the process as a crash would, and waits until it is gone with all its locks.
  @discardableResult
  public func kill() async -> ChildProcess.End {
    child.kill()
    return await child.waitUntilEnd()
  }
}

extension CaseContext {
  /// Starts a second process that plays a scenario on a database of this case. It is killed after the case.
  ///
  /// Only for cases that say so with `usesProcesses`: they do not run where the host has no ``ProcessLauncher``.
  ///
  /// - Parameters:
  ///   - scenario: the name of the scenario.
  ///   - request: the database; the usual one unless it is given.
  ///   - arguments: what else the scenario needs.
  ///   - errorFile: the path of a file that gets what the process writes to standard error.
  public func childProcess(
    _ scenario: String, _ request: DriverRequest? = nil, _ arguments: [String: String] = [:], errorFile: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> ScenarioProcess {
    guard let launcher = driver.processLauncher else {
      fail("the host can start a second process", actual: "no launcher", file: file, line: line)
      throw Stopped()
    }
    let order = ScenarioOrder(scenario: scenario, request: request ?? self.request(), arguments: arguments)
    let process: ScenarioProcess
    do {
      let child = try ChildProcess(launcher.executable, launcher.arguments, errorFile: errorFile)
      process = ScenarioProcess(child)
      resources.withLock { $0.processes.append(process) }
      try child.write(String(decoding: try JSONEncoder().encode(order), as: UTF8.self))
    } catch {
      fail("a second process can be started", actual: "\(error)", file: file, line: line)
      throw Stopped()
    }
    return process
  }

  /// Asserts what a scenario says next, and stops the case when it says something else.
  public func require(
    _ process: ScenarioProcess, says expected: String, file: StaticString = #fileID, line: UInt = #line
  ) async throws {
    let said = await process.next()
    guard expectEqual(said, expected, "the second process says what it has done", file: file, line: line) else {
      throw Stopped()
    }
  }
}
