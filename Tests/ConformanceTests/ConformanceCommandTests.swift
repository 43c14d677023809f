#if Command
import Foundation
import QuarryConformance
import Testing
import TestSupport

/// `quarry conformance` as a process: exit codes, reports, isolation.
@Suite("quarry conformance")
struct ConformanceCommandTests {
  @Test("A good driver passes, and the last line says how many")
  func passes() async throws {
    let run = try await QuarryProcess("conformance", "sqlite:", "memory:", "--area", "LIFE", "--area", "BIND")
    #expect(run.status == 0)
    #expect(run.lines.last?.contains(/^[0-9]+ passed, 0 failed, [0-9]+ skipped$/) == true)
  }

  @Test("A broken driver fails with exit code 1 and says how to repeat each failure")
  func fails() async throws {
    let run = try await QuarryProcess("conformance", "mutant:empty-blob-as-null+sqlite:", "--case", "VAL-29")
    #expect(run.status == 1)
    let command = "quarry conformance 'mutant:empty-blob-as-null+sqlite:' --case VAL-29 --seed 1"
    #expect(run.output.contains("repeat: \(command)"))
  }

  @Test(
    "Arguments that make no sense end with exit code 64",
    arguments: [
      ["conformance"], ["conformance", "nothing:"], ["conformance", "sqlite:", "--no-such-option"],
      ["conformance", "sqlite:", "--case", "VAL-999"],
      ["conformance", "sqlite:", "--area", "NONE"], ["conformance", "sqlite:", "--profile", "none"],
      ["conformance", "sqlite:", "--format", "pdf"], ["conformance", "sqlite:", "--jobs", "0"],
      ["conformance", "mutant:nothing+sqlite:"], ["conformance", "sqlite:", "--manifest", "/nowhere/manifest.json"],
      ["conformance", "sqlite:", "--differential", "0"],
    ])
  func usage(_ arguments: [String]) async throws {
    #expect(try await QuarryProcess(arguments).status == 64)
  }

  @Test("A driver that cannot be opened ends with exit code 3")
  func unavailable() async throws {
    #expect(try await QuarryProcess("conformance", "sqlite:?library=/nowhere/libsqlite3.so").status == 3)
  }

  @Test("A crash of the engine costs one case and ends with exit code 4")
  func crash() async throws {
    let run = try await QuarryProcess(
      "conformance", "mutant:crashes+sqlite:", "--area", "VAL", "--format", "json", "--without-times")
    #expect(run.status == 4)
    let report = try JSONDecoder().decode(ConformanceReport.self, from: Data(run.output.utf8))
    let crashed = report.drivers.flatMap(\.cases).filter { $0.status == .crash }
    #expect(crashed.map(\.id).contains("VAL-09"))
    #expect(report.totals[.notRun] == 0)
    #expect(report.totals[.pass] > 30)
  }

  @Test("A case that never ends costs its own time and ends with exit code 4")
  func hang() async throws {
    let run = try await QuarryProcess(
      "conformance", "mutant:hangs+memory:", "--case", "VAL-08", "--case", "VAL-09", "--time-limit", "1", "--format",
      "json")
    #expect(run.status == 4)
    let report = try JSONDecoder().decode(ConformanceReport.self, from: Data(run.output.utf8))
    #expect(report.drivers.flatMap(\.cases).map(\.status) == [.pass, .timeout])
  }

  @Test("A run in which nothing applies ends with exit code 5")
  func vacuous() async throws {
    #expect(try await QuarryProcess("conformance", "memory:", "--case", "ENC-01").status == 5)
  }

  @Test("The same seed gives the same bytes, shuffled and with eight jobs too")
  func equalReports() async throws {
    let arguments = [
      "conformance", "memory:", "--area", "VAL", "--area", "PRED", "--area", "META", "--format", "json",
      "--without-times", "--seed", "8231",
    ]
    let first = try await QuarryProcess(arguments)
    let second = try await QuarryProcess(arguments + ["--jobs", "8", "--shuffle"])
    #expect(first.status == 0)
    #expect(first.output == second.output)
  }

  @Test("A known deviation is reported as such, one that passes is an error")
  func manifest() async throws {
    let folder = try TemporaryFolder()
    func write(_ id: String, until: String) throws -> String {
      let deviation = DeviationManifest.Deviation(
        cases: [id], kind: .planned, reason: "for this test", link: "https://example.com", until: until)
      return try folder.write(
        JSONEncoder().encode(DeviationManifest(deviations: [deviation])), to: "\(id)-\(until).json")
    }
    let mutant = "mutant:empty-blob-as-null+memory:"
    let known = try await QuarryProcess(
      "conformance", mutant, "--case", "VAL-29", "--manifest", try write("VAL-29", until: "9999-12"), "--format", "tap")
    #expect(known.status == 1, "core cases do not deviate")
    #expect(known.output.contains("# TODO planned: for this test"))
    let fixed = try await QuarryProcess(
      "conformance", "memory:", "--case", "VAL-29", "--manifest", try write("VAL-29", until: "9999-11"))
    #expect(fixed.status == 1)
    #expect(fixed.output.contains("fixed"))
    let expired = try await QuarryProcess(
      "conformance", "memory:", "--case", "VAL-29", "--manifest", try write("VAL-29", until: "2020-01"))
    #expect(expired.status == 64)
  }

  @Test("The list shows every identifier once")
  func list() async throws {
    let run = try await QuarryProcess("conformance", "--list")
    #expect(run.status == 0)
    let ids = run.lines.filter { !$0.hasPrefix(" ") }.compactMap { $0.split(separator: " ").first }
    #expect(ids.count >= 706)
    #expect(Set(ids).count == ids.count)
  }
}
#endif
