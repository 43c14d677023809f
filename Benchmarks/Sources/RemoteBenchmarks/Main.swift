import Foundation

/// Compares ways of sending the same SQL to a server on loopback.
@main
struct Main {
  static func main() {
    let options: Options
    do {
      options = try Options(Array(CommandLine.arguments.dropFirst()))
    } catch {
      fail("\(error)", status: 2)
    }
    if options.help {
      print(Options.usage)
      return
    }
    let done = DispatchSemaphore(value: 0)
    // Not in an asynchronous `main`: there each `await` would leave the main actor and come back to it.
    Task.detached {
      do {
        if let path = options.serves { try await Served.run(path) } else { try await run(options) }
      } catch {
        fail("\(error)", status: 1)
      }
      done.signal()
    }
    done.wait()
  }

  private static func run(_ options: Options) async throws {
    var report = Report(options)
    for kind in ServerKind.all(options) {
      let server = try await ServerProcess(kind, options)
      defer { server.stop() }
      for workload in Workload.all(options) {
        progress("\(kind.name): \(workload.title)")
        report.add(try await Runner(server: server, workload: workload, options: options).measure(), to: kind, workload)
      }
    }
    report.loadAfter = Machine.load
    progress("")
    print(report.text)
    if let json = options.json { try report.write(to: json) }
  }

  private static func progress(_ text: String) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8))
  }

  private static func fail(_ text: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("quarry-remote-benchmarks: \(text)\n".utf8))
    exit(status)
  }
}
