internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A second process that plays a scenario.
public final class ScenarioProcess: Sendable {
  private let child: ChildProcess

  init(_ child: ChildProcess) { self.child = child }

  /// Returns the next line of the scenario, or `nil` if it has ended or the case was canceled.
  public func next() async -> String? {
    for await line in child.lines where line.first == ProcessScenario.lineMark { return String(line.dropFirst()) }
    return nil
  }

  /// Sends a line to the scenario.
  ///
  /// - Throws: The error of the system, for example if the process has ended.
  public func say(_ line: String) throws { try child.write(line) }

  /// Lets the scenario end, and waits for it.
  public func finish() async -> ChildProcess.End {
    child.closeInput()
    return await child.waitUntilEnd()
  }

  /// Kills the process, and waits until its locks are released.
  @discardableResult
  public func kill() async -> ChildProcess.End {
    child.kill()
    return await child.waitUntilEnd()
  }
}

extension CaseContext {
  /// Starts a second process that plays a scenario on a database of this case. It is killed after the case.
  ///
  /// Only for cases with `usesProcesses`: they don't run if the host has no ``ProcessLauncher``.
  ///
  /// - Parameters:
  ///   - scenario: The name of the scenario.
  ///   - request: The database; `nil` for the usual one.
  ///   - arguments: Further arguments of the scenario.
  ///   - errorFile: The path of a file for the process's standard error.
  ///   - file: The file of the expectation.
  ///   - line: The line of the expectation.
  /// - Throws: The error of the system if the process can't be started.
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

  /// Asserts the next line of a scenario, and stops the case if it is different.
  ///
  /// - Throws: An error that ends the case if the line is different.
  public func require(
    _ process: ScenarioProcess, says expected: String, file: StaticString = #fileID, line: UInt = #line
  ) async throws {
    let said = await process.next()
    guard expectEqual(said, expected, "the second process says what it has done", file: file, line: line) else {
      throw Stopped()
    }
  }
}
