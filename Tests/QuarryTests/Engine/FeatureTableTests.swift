import Testing

@testable import Quarry

@Suite struct FeatureTableTests {
  @Test func everyKeyHasOneRow() {
    #expect(FeatureTable.descriptions.map(\.feature) == SQLFeature.all)
    #expect(SQLFeature.all.map(\.key.rawValue) == Array(0..<UInt16(SQLFeature.all.count)))
  }

  @Test func identifiersAreUniqueAndFindTheirFeature() {
    #expect(Set(SQLFeature.all.map(\.id)).count == SQLFeature.all.count)
    for feature in SQLFeature.all {
      #expect(SQLFeature(id: feature.id) == feature)
    }
    #expect(SQLFeature(id: "query.no_such_thing") == nil)
    #expect(SQLFeature(id: "") == nil)
  }

  @Test func staticMembersNameTheirRows() {
    #expect(SQLFeature.rightJoin.id == "query.right_join")
    #expect(SQLFeature.fullJoin.id == "query.full_join")
    #expect(SQLFeature.upsert.id == "dml.upsert")
    #expect(SQLFeature.returning.id == "dml.returning")
    #expect(SQLFeature.windowFunctions.id == "query.window")
    #expect(SQLFeature.nullsOrder.id == "query.nulls_order")
    #expect(SQLFeature.filterAggregate.id == "query.filter_aggregate")
    #expect(SQLFeature.jsonCore.id == "json.core")
    #expect(SQLFeature.jsonArrow.id == "query.json_arrow")
    #expect(SQLFeature.cipherStatus.id == "cipher.status")
    #expect(SQLFeature.rightJoin.details.title == "RIGHT JOIN")
    #expect("\(SQLFeature.rightJoin)" == "query.right_join")
  }

  @Test func groupsFollowEachOther() {
    var groups: [FeatureGroup] = []
    for feature in SQLFeature.all where feature.details.group != groups.last { groups.append(feature.details.group) }
    #expect(groups == FeatureGroup.allCases)
  }

  @Test func rowsSayWhatTheyAreMadeFrom() {
    let full = SQLFeature.fts4Unicode61.details
    #expect(full.note == "opt-in (ENABLE_FTS4_UNICODE61) before 3.8.6; DISABLE_FTS3_UNICODE removes it")
    #expect(
      "\(full.options)"
        == "+ENABLE_FTS3|+ENABLE_FTS4,<3.8.6:+ENABLE_FTS4_UNICODE61,>=3.8.6:-DISABLE_FTS3_UNICODE")
    #expect(full.expectation == .equals("1") && full.detection == .run && full.whenAbsent == .runtimeError)
    let short = SQLFeature.apiBackup.details
    #expect(short.title == "sqlite3_backup_init()" && short.whenAbsent == .symbolAbsent && short.note.isEmpty)
    #expect(short.detection == .symbol("sqlite3_backup_init") && short.probe == .symbol("sqlite3_backup_init"))
    #expect(SQLFeature.foreignKeys.details.options.terms.count == 2)
    #expect(SQLFeature.boundParameters32766.details.detection == .limit(9, atLeast: 32766))
    #expect(SQLFeature.openNoFollow.details.detection == .openFlag(0x0100_0000))
    #expect(SQLFeature.openNoFollow.details.probe == .file(.refusesSymbolicLink))
    #expect(SQLFeature.uriFilenames.details.probe == .file(.opensURI("file:{DIR}/u.db?mode=rwc")))
    #expect(SQLFeature.resultCheckMessage.details.expectation == .error(containing: "k>0"))
    #expect(SQLFeature.pragmaIndexListOrigin.details.expectation == .column(3, "c"))
    #expect(SQLFeature.settingViews.details.probe == .databaseConfiguration(1015))
    #expect(SQLFeature.rightJoin.equivalent == "a left join with the sides exchanged")
    #expect(SQLFeature.windowFunctions.equivalent == nil)
  }

  @Test func onlyFourFeaturesAreNeverBuiltIn() {
    let never = SQLFeature.all.filter { $0.details.since == .neverBuiltIn }.map(\.id)
    #expect(never == ["query.regexp_operator", "fn.soundex", "vtab.generate_series", "api.column_origin"])
    #expect(SQLFeature.cipherStatus.details.since == .sqlcipher(EngineVersion(4, 12, 0)))
    #expect(SQLFeature.commonTableExpressions.details.since == .sqlite(EngineVersion(3, 8, 3)))
  }
}
