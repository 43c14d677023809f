import Testing

@testable import Quarry

/// What is decided from what a database tells, without any database.
@Suite("Plans of migrations") struct MigrationPlanTests {
  typealias Step = MigrationStep<Int>

  /// Steps of versions 1, 2 and 5; those above `undoable` have no way back.
  private func steps(undoableFrom first: Int = 9) -> [Step] {
    [1, 2, 5].map { version in
      Step(
        version: version, name: "step \(version)", work: .statements([]),
        undo: version >= first ? .statements([]) : nil, checksum: "sum \(version)")
    }
  }

  private func records(
    _ numbers: [Int64]? = nil, userVersion: Int64 = 0, isEmpty: Bool = false
  ) -> MigrationRecords {
    MigrationRecords(
      records: numbers?.map { .init(number: $0, name: "step \($0)", checksum: "sum \($0)") }, userVersion: userVersion,
      isEmpty: isEmpty)
  }

  private func decide(
    _ records: MigrationRecords, target: Int64 = 5, policy: DowngradePolicy = .refuse, baseline: Int64? = nil,
    undoableFrom first: Int = 9
  ) -> String {
    do throws(DatabaseError) {
      let plan = try MigrationPlan(
        records, steps(undoableFrom: first), target: target, policy: policy, baseline: baseline)
      switch plan.action {
      case .nothing: return "nothing"
      case .adopt(let steps): return "adopt \(steps.map(\.version))"
      case .apply(let step): return "apply \(step.version)"
      case .undo(let step): return "undo \(step.version)"
      case .create(let step, let steps): return "create \(step.version) for \(steps.map(\.version))"
      case .reset: return "reset"
      case .useNewer(let readOnly): return readOnly ? "read newer" : "use newer"
      }
    } catch {
      return error.code.rawValue
    }
  }

  @Test("The next step is the first that is missing") func next() {
    #expect(decide(records(isEmpty: true)) == "apply 1")
    #expect(decide(records([])) == "apply 1")
    #expect(decide(records([1])) == "apply 2")
    #expect(decide(records([1, 2])) == "apply 5")
    #expect(decide(records([1, 2]), target: 2) == "nothing")
    #expect(decide(records([1, 2, 5])) == "nothing")
    #expect(decide(records([1, 5])) == "apply 2", "a step that another branch brought in")
  }

  @Test("A version without a table is adopted") func adoption() {
    #expect(decide(records(userVersion: 1)) == "adopt [1]")
    #expect(decide(records(userVersion: 5)) == "adopt [1, 2, 5]")
    #expect(decide(records(), baseline: 2) == "adopt [1, 2]")
    #expect(decide(records(userVersion: 2, isEmpty: true)) == "adopt [1, 2]")
  }

  @Test("Three kinds of databases that nobody knows are three errors") func unknown() {
    #expect(decide(records(userVersion: 3)) == "schema.unknownVersion")
    #expect(decide(records([1, 3])) == "schema.unknownVersion")
    #expect(decide(records(userVersion: -1)) == "schema.negativeVersion")
    #expect(decide(records()) == "schema.unversioned")
  }

  @Test(
    "A newer database",
    arguments: [
      MigrationRecords(records: nil, userVersion: 7, isEmpty: false),
      MigrationRecords(records: [7].map { .init(number: $0, name: "", checksum: "") }, userVersion: 7, isEmpty: false),
    ])
  func newer(_ records: MigrationRecords) {
    #expect(decide(records) == "schema.downgradeAttempt")
    #expect(decide(records, policy: .allow) == "use newer")
  }

  @Test("A wanted version below that of the database") func below() {
    #expect(decide(records([1, 2, 5]), target: 2) == "schema.downgradeAttempt")
    #expect(decide(records([1, 2, 5]), target: 2, policy: .allow) == "use newer")
    #expect(decide(records([1, 2, 5]), target: 2, policy: .readOnly) == "read newer")
    #expect(decide(records([1, 2]), target: 2, policy: .readOnly) == "nothing")
    #expect(decide(records([1, 2, 5]), target: 2, policy: .reset) == "reset")
    #expect(decide(records(userVersion: 9), target: 5, policy: .reset) == "reset")
    #expect(decide(records([1, 2]), target: 5, policy: .reset) == "apply 5")
    #expect(decide(records([1, 2, 5]), target: 2, policy: .undo) == "schema.downgradeAttempt", "no way back")
    #expect(decide(records([1, 2, 5]), target: 1, policy: .undo, undoableFrom: 2) == "undo 5")
    #expect(decide(records([1, 2]), target: 1, policy: .undo, undoableFrom: 2) == "undo 2")
    #expect(decide(records([1]), target: 1, policy: .undo, undoableFrom: 2) == "nothing")
    #expect(
      decide(records([1, 2, 5]), target: 1, policy: .undo, undoableFrom: 5) == "schema.downgradeAttempt",
      "no half of the way back")
    #expect(decide(records(userVersion: 7), policy: .undo, undoableFrom: 1) == "schema.downgradeAttempt")
    #expect(decide(records(userVersion: 5), target: 2) == "schema.downgradeAttempt", "nothing is written")
    #expect(decide(records(userVersion: 5), target: 2, policy: .undo, undoableFrom: 2) == "adopt [1, 2, 5]")
    #expect(decide(records(), target: 1, baseline: 2) == "schema.downgradeAttempt")
  }

  @Test("An applied step that was edited") func edited() {
    var found = records([1, 2])
    found.records?[0].checksum = "another"
    #expect(decide(found) == "schema.editedMigration")
    found.records?[0].checksum = ""
    #expect(decide(found) == "apply 5", "what has no checksum is not compared")
  }

  @Test("A checksum is that of the tokens") func checksums() {
    func checksum(_ sql: String) -> String { MigrationChecksum.of(SQLScript(sql).map { SQLFragment(raw: $0.sql) }) }
    #expect(checksum("CREATE TABLE t (a); SELECT 1") == checksum("CREATE  TABLE t(a) -- why\n;\nSELECT 1;"))
    #expect(checksum("CREATE TABLE t (a)") != checksum("CREATE TABLE t (b)"))
    #expect(checksum("SELECT ab") != checksum("SELECT a b"))
    #expect(checksum("SELECT 1; SELECT 2") != checksum("SELECT 1 SELECT 2"))
    #expect(checksum("").count == 16)
  }
}
