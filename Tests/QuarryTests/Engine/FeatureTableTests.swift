import Testing

@testable import Quarry

@Suite struct FeatureTableTests {
  @Test func everyKeyHasOneRow() {
    #expect(FeatureTable.build().rowCount == 302)
    #expect(Feature.Key.allCases.count == 302)
    #expect(Feature.all.count == 302)
    #expect(Feature.all.allSatisfy { !$0.id.hasPrefix("unlisted.") })
    #expect(Feature.all.allSatisfy { $0.details.feature == $0 })
  }

  @Test func identifiersAreUniqueAndFindTheirFeature() {
    #expect(Set(Feature.all.map(\.id)).count == 302)
    for feature in Feature.all {
      #expect(Feature(id: feature.id) == feature)
    }
    #expect(Feature(id: "query.no_such_thing") == nil)
    #expect(Feature(id: "") == nil)
  }

  @Test func staticMembersNameTheirRows() {
    #expect(Feature.rightJoin.id == "query.right_join")
    #expect(Feature.fullJoin.id == "query.full_join")
    #expect(Feature.upsert.id == "dml.upsert")
    #expect(Feature.returning.id == "dml.returning")
    #expect(Feature.windowFunctions.id == "query.window")
    #expect(Feature.nullsOrder.id == "query.nulls_order")
    #expect(Feature.filterAggregate.id == "query.filter_aggregate")
    #expect(Feature.jsonCore.id == "json.core")
    #expect(Feature.jsonArrow.id == "query.json_arrow")
    #expect(Feature.cipherStatus.id == "cipher.status")
    #expect(Feature.rightJoin.details.title == "RIGHT JOIN")
    #expect("\(Feature.rightJoin)" == "query.right_join")
  }

  @Test func groupsHaveTheirRows() {
    let counts = Dictionary(grouping: Feature.all, by: \.details.group).mapValues(\.count)
    #expect(
      counts == [
        .queries: 36, .writes: 9, .schema: 22, .scalarFunctions: 26, .dateAndTime: 9, .aggregates: 4, .json: 10,
        .virtualTables: 29, .pragmas: 30, .files: 6, .cInterface: 60, .connectionSettings: 22, .buildOptions: 7,
        .differentResults: 14, .encryption: 18,
      ])
  }

  @Test func onlyFourFeaturesAreNeverBuiltIn() {
    let never = Feature.all.filter { $0.details.since == .neverBuiltIn }.map(\.id)
    #expect(never == ["query.regexp_operator", "fn.soundex", "vtab.generate_series", "api.column_origin"])
    #expect(Feature.cipherStatus.details.since == .sqlcipher(EngineVersion(4, 12, 0)))
    #expect(Feature.commonTableExpressions.details.since == .sqlite(EngineVersion(3, 8, 3)))
  }

  /// The whole table, written out row by row, has the checksum of the reference it was made from.
  ///
  /// When a row is changed on purpose, the checksum changes with it.
  @Test func tableHasTheChecksumOfItsReference() {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for feature in Feature.all {
      for byte in (feature.details.referenceLine + "\n").utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
      }
    }
    #expect(hash == 0x5fda_fec2_f911_48aa)
  }
}

extension FeatureDescription {
  /// The row as the reference writes it, with tabs between the columns.
  fileprivate var referenceLine: String {
    let origin =
      switch since {
      case .sqlite(let version): "\(version)"
      case .sqlcipher(let version): "cipher:\(version)"
      case .neverBuiltIn: ""
      }
    let (script, setup) = probe.referenceColumns
    return [
      id, origin, options.description, detection.reference, script, setup, expectation.reference, whenAbsent.reference,
      group.rawValue, title, note,
    ].joined(separator: "\t")
  }
}

extension FeatureProbe {
  fileprivate var referenceColumns: (script: String, setup: String) {
    switch self {
    case .sql(let script, let setup): (script, setup)
    case .symbol(let name): ("symbol:\(name)", "")
    case .databaseConfiguration(let operation): ("dbconfig:\(operation)", "")
    case .file(.opensURI(let name)): ("open:\(name)", "")
    case .file(.sharesContent(let name)): ("shared:\(name)", "")
    case .file(.refusesSymbolicLink): ("nofollow:{DIR}", "")
    case .file(.answersExtendedCodes): ("exrescode:{DIR}", "")
    }
  }
}

extension FeatureDetection {
  fileprivate var reference: String {
    switch self {
    case .function(let name, let argumentCount): "func:\(name)/\(argumentCount)"
    case .module(let name): "module:\(name)"
    case .pragma(let name): "pragma:\(name)"
    case .symbol(let name): "symbol:\(name)"
    case .databaseConfiguration(let operation): "dbconfig:\(operation)"
    case .limit(let number, _): "limit:\(number)"
    case .openFlag(0x40): "openflag:0x40"
    case .openFlag(let flag): "openflag:0x0\(String(flag, radix: 16))"
    case .option: "option"
    case .prepare: "prepare"
    case .run: "run"
    case .version: "version"
    }
  }
}

extension FeatureExpectation {
  fileprivate var reference: String {
    switch self {
    case .anything: ""
    case .equals(let text): text
    case .someRow: "*"
    case .null: "(null)"
    case .column(let index, let text): "col\(index + 1):\(text)"
    case .error(""): "!error"
    case .error(let text): "!error:\(text)"
    }
  }
}

extension FeatureAbsence {
  fileprivate var reference: String {
    switch self {
    case .prepareError: "prepare error"
    case .runtimeError: "run-time error"
    case .silent: "silent"
    case .symbolAbsent: "symbol absent"
    case .resultCode: "rc 1"
    }
  }
}
