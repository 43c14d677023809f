#if Macros
import Foundation
@testable import Quarry
import Testing
import TestSupport

/// Mistakes of the macro, each of which the comparison of both ways notices.
///
/// MutantFileTests writes them. `QUARRY_SHOW_MUTANTS=1` shows what is noticed.
@Suite("Mutants of the macro") struct MutantTests {
  private static let rows: [[SQLValue]] = [
    [.integer(1), .text("Nina"), .text("N"), .real(1.5), .integer(4), .integer(3), .text("a,b"), .text("loud")],
    [.integer(2), .text("Norah"), .null, .null, .integer(0), .null, .text(""), .text("calm")],
  ]

  /// In what a specimen differs from the one that is written by hand.
  static func differences(_ type: (some SQLCodable).Type) async -> [String] {
    do {
      return try await Comparison.differences(type, ByHand.Specimen.self, rows: rows)
    } catch {
      return ["\(error)"]
    }
  }

  /// In what a draft differs from the one that is written by hand.
  static func differences<Draft: SpecimenDraft>(
    _ type: Draft.Type
  ) async -> [String] where Draft.Record == Specimen {
    do {
      var found = try Comparison.drafts(
        draft(Draft.self) { _ in }, draft(ByHand.Specimen.Draft.self) { _ in })
      found += try Comparison.drafts(
        draft(Draft.self) { $0.alias = "z" }, draft(ByHand.Specimen.Draft.self) { $0.alias = "z" })
      found += try Comparison.drafts(Draft(record()), ByHand.Specimen.Draft(record()))
      return found
    } catch {
      return ["\(error)"]
    }
  }

  private static func draft<Draft: SpecimenDraft>(_ type: Draft.Type, _ change: (inout Draft) -> Void) -> Draft {
    var draft = Draft(name: "x", tags: ["y"])
    change(&draft)
    return draft
  }

  /// A record that was read from a row.
  private static func record<Record: SQLCodable>() throws -> Record {
    let folder = try TemporaryFolder()
    let context = try LocalDriver.memory.context(in: folder)
    let text =
      "SELECT 1 AS SpecimenId, 'n' AS name, 'a' AS nick, 2.5 AS born, 3 AS plays, 4 AS owner_id, 't,u' AS tags, "
      + "'N' AS shout, 'loud' AS mood"
    return try #require(try context.fetchOne(SQLFragment(raw: text).as(Record.self)))
  }

  @Test("The macro makes none of the mistakes") func original() async {
    #expect(await Self.differences(Specimen.self) == [])
    #expect(await Self.differences(Specimen.Draft.self) == [])
  }

  @Test("Mistakes that compile are noticed by the comparison") func noticed() async throws {
    #expect(Mutants.all.count > 20)
    for (name, differences) in Mutants.all {
      let found = await differences()
      #expect(!found.isEmpty, "nothing notices \(name)")
      if ProcessInfo.processInfo.environment["QUARRY_SHOW_MUTANTS"] != nil {
        print("\(name): \(found.first?.prefix(120) ?? "")")
      }
    }
  }

  @Test("Other mistakes are noticed by the compiler") func refused() async throws {
    let tests = ((#filePath as NSString).deletingLastPathComponent as NSString).deletingLastPathComponent
    let folder = tests + "/Programs/Mutants"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names.contains("Original.swift") && names.count > 5)
    for name in names {
      let (found, status) = try await SwiftCompiler.diagnostics(
        of: [tests + "/BothWays/Parts.swift", folder + "/" + name], ["-emit-sil", "-o", "/dev/null", "-DMacros"])
      #expect((status == 0) == (name == "Original.swift"), "\(name): \(found)")
    }
  }
}
#endif
