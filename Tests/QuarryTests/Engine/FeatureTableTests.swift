import Testing

@testable import Quarry

@Suite struct FeatureTableTests {
  @Test func everyKeyHasOneRow() {
    #expect(FeatureTable.descriptions.map(\.feature) == Feature.all)
    #expect(Feature.all.map(\.key.rawValue) == Array(0..<UInt16(Feature.all.count)))
  }

  @Test func identifiersAreUniqueAndFindTheirFeature() {
    #expect(Set(Feature.all.map(\.id)).count == Feature.all.count)
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

  @Test func groupsFollowEachOther() {
    var groups: [FeatureGroup] = []
    for feature in Feature.all where feature.details.group != groups.last { groups.append(feature.details.group) }
    #expect(groups == FeatureGroup.allCases)
  }

  @Test func rowsSayWhatTheyAreMadeFrom() {
    let full = Feature.fts4Unicode61.details
    #expect(full.note == "opt-in (ENABLE_FTS4_UNICODE61) before 3.8.6; DISABLE_FTS3_UNICODE removes it")
    #expect(
      "\(full.options)"
        == "+ENABLE_FTS3|+ENABLE_FTS4,<3.8.6:+ENABLE_FTS4_UNICODE61,>=3.8.6:-DISABLE_FTS3_UNICODE")
    #expect(full.expectation == .equals("1") && full.detection == .run && full.whenAbsent == .runtimeError)
    let short = Feature.apiBackup.details
    #expect(short.title == "sqlite3_backup_init()" && short.whenAbsent == .symbolAbsent && short.note.isEmpty)
    #expect(short.detection == .symbol("sqlite3_backup_init") && short.probe == .symbol("sqlite3_backup_init"))
    #expect(Feature.foreignKeys.details.options.terms.count == 2)
    #expect(Feature.boundParameters32766.details.detection == .limit(9, atLeast: 32766))
    #expect(Feature.openNoFollow.details.detection == .openFlag(0x0100_0000))
    #expect(Feature.openNoFollow.details.probe == .file(.refusesSymbolicLink))
    #expect(Feature.uriFilenames.details.probe == .file(.opensURI("file:{DIR}/u.db?mode=rwc")))
    #expect(Feature.resultCheckMessage.details.expectation == .error(containing: "k>0"))
    #expect(Feature.pragmaIndexListOrigin.details.expectation == .column(3, "c"))
    #expect(Feature.settingViews.details.probe == .databaseConfiguration(1015))
    #expect(Feature.rightJoin.equivalent == "a left join with the sides exchanged")
    #expect(Feature.windowFunctions.equivalent == nil)
  }

  @Test func onlyFourFeaturesAreNeverBuiltIn() {
    let never = Feature.all.filter { $0.details.since == .neverBuiltIn }.map(\.id)
    #expect(never == ["query.regexp_operator", "fn.soundex", "vtab.generate_series", "api.column_origin"])
    #expect(Feature.cipherStatus.details.since == .sqlcipher(EngineVersion(4, 12, 0)))
    #expect(Feature.commonTableExpressions.details.since == .sqlite(EngineVersion(3, 8, 3)))
  }
}
