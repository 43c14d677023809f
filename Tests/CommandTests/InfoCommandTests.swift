#if Command
import Foundation
import Quarry
import Testing

@testable import QuarryCommandKit

@Suite struct InfoCommandTests {
  @Test func everyFeatureIsListedWithStableKeys() async throws {
    let run = await CommandRun("info", "memory:", "--json")
    #expect(run.code == 0)
    #expect(run.error.isEmpty)
    let report = try run.object()
    #expect(
      Set(report.keys) == ["url", "driver", "engine", "capabilities", "limits", "summary", "features"])
    let features = try #require(report["features"] as? [[String: Any]])
    #expect(features.count == SQLFeature.all.count)
    for feature in features {
      #expect(Set(feature.keys) == ["id", "title", "group", "since", "support", "reason", "equivalent"])
      #expect(["yes", "lowered", "no"].contains(feature["support"] as? String))
      #expect((feature["support"] as? String == "yes") == (feature["reason"] is NSNull))
    }
  }

  @Test func twoEnginesDiffer() async throws {
    let sqlite = try await supports("sqlite:")
    let cipher = try await supports("sqlcipher:")
    #expect(sqlite["query.right_join"] == "yes")
    #expect(cipher["query.right_join"] == "lowered")
    #expect(sqlite["query.window"] == "yes")
    #expect(cipher["query.window"] == "no")
  }

  /// What a protocol cannot carry is told before anybody relies on it.
  @Test func remoteDriversTellWhatTheyCannotCarry() async throws {
    try await TwoServed.with { served in
      for (url, reals, settings, blobs) in [
        (served.hrana, "kept", "remade", true), (served.perSQL, "come back as integers", "refused", false),
        ("memory:", "kept", "kept", true),
      ] {
        let report = try await CommandRun("info", url, "--json").object()
        let capabilities = try #require(report["capabilities"] as? [String: Any])
        #expect(capabilities["wholeReals"] as? String == reals, "\(url)")
        #expect(capabilities["connectionSettings"] as? String == settings, "\(url)")
        #expect(capabilities["blobs"] as? Bool == blobs, "\(url)")
      }
    }
  }

  private func supports(_ url: String) async throws -> [String: String] {
    let features = try await CommandRun("info", url, "--json").object()["features"] as? [[String: Any]] ?? []
    return Dictionary(
      features.compactMap { feature in
        (feature["id"] as? String).map { ($0, feature["support"] as? String ?? "") }
      }, uniquingKeysWith: { first, _ in first })
  }

  @Test func aMissingFileIsNotCreated() async throws {
    let folder = try ScratchFolder()
    let run = await CommandRun("info", folder.plain("none.db"), "--json")
    #expect(run.code == 0)
    #expect(!folder.has("none.db"))
    #expect(try run.object()["driver"] as? String == "sqlite")
  }

  @Test func theTextNamesGroupsAndReasons() async {
    let run = await CommandRun("info", "sqlcipher:")
    #expect(run.code == 0)
    #expect(run.output.contains("Compile options"))
    for group in FeatureGroup.allCases { #expect(run.output.contains(group.rawValue)) }
    #expect(run.output.contains("needs SQLite 3.25.0; this is 3.15.2"))
    #expect(!run.output.contains("\u{1B}"))
  }

  /// Every feature that rendering can do without has its equivalent in the table, and nothing else has.
  @Test func equivalentsAreThoseThatRenderingUses() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let table = try String(
      contentsOf: root.appendingPathComponent("Sources/Quarry/Engine/Table/Generated/FeatureTable+All.swift"),
      encoding: .utf8)
    let listed = Set(table.matches(of: /\n    \.(\w+): "/).map { String($0.output.1) })
    #expect(listed.count > 10)
    var used: Set<String> = []
    let sources = root.appendingPathComponent("Sources/Quarry")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      used.formUnion(text.matches(of: /[nN]ative\(\.(\w+)/).map { String($0.output.1) })
    }
    #expect(used.subtracting(listed).isEmpty)
    #expect(used.count > 10)
  }
}
#endif
