import Testing
import TestSupport

@testable import Quarry

@Suite struct FeatureRuleTests {
  @Test func debian12HasWhatItWasSeenToHave() {
    let engine = KnownEngines.debian12
    for feature: SQLFeature in [
      .rightJoin, .fullJoin, .upsert, .returning, .windowFunctions, .nullsOrder, .filterAggregate, .jsonCore,
      .jsonArrow, .fts5, .strictTables, .dropColumn, .mathFunctions, .soundexFunction, .updateDeleteLimit,
      .apiErrorOffset, .settingDefensive,
    ] {
      #expect(engine.supports(feature), "\(feature)")
      #expect(engine.reason(for: feature) == nil)
      #expect(engine.explanation(for: feature) == nil)
    }
    #expect(engine.reason(for: .aggregateOrderBy) == .needsVersion(EngineVersion(3, 44)))
    #expect(engine.reason(for: .geopoly) == .needsOption("ENABLE_GEOPOLY"))
    #expect(engine.reason(for: .regexpOperator) == .neverBuiltIn)
    #expect(engine.reason(for: .cipherVersion) == .needsSQLCipher(EngineVersion(2, 0, 5)))
    #expect(engine.reason(for: .withinGroup) == .needsVersion(EngineVersion(3, 51)))
    // Measured on the library itself: 199, and the refused rowid of a view, whose option is never listed.
    #expect(engine.features.count == 200)
    #expect(engine.features.count + engine.absence.count == SQLFeature.all.count)
  }

  @Test func debian12CipherIsAnEngineOf2016() {
    let engine = KnownEngines.debian12Cipher
    for feature: SQLFeature in [
      .rightJoin, .fullJoin, .upsert, .returning, .windowFunctions, .jsonCore, .fts5, .nullsOrder,
      .pragmaFunctions, .trueFalseLiterals,
    ] {
      #expect(!engine.supports(feature), "\(feature)")
    }
    for feature: SQLFeature in [
      .rowValues, .commonTableExpressions, .recursiveCommonTableExpressions, .withoutRowID, .fts4, .cipherKeyV2,
      .cipherProviderVersion,
    ] {
      #expect(engine.supports(feature), "\(feature)")
    }
    #expect(engine.reason(for: .jsonCore) == .needsOption("ENABLE_JSON1"))
    #expect(engine.reason(for: .fts5) == .needsOption("ENABLE_FTS5"))
    // Measured on the library itself.
    #expect(engine.features.count == 87)
  }

  @Test func reasonsAreSaidInWords() {
    let engine = KnownEngines.debian12Cipher
    #expect(engine.explanation(for: .rightJoin) == "needs SQLite 3.39.0; this is 3.15.2")
    #expect(
      engine.explanation(for: .jsonCore)
        == "needs the compile option ENABLE_JSON1; this SQLite 3.15.2 was built without it")
    #expect(engine.explanation(for: .cipherStatus) == "needs SQLCipher 4.12.0; this is 3.4.1")
    #expect(
      KnownEngines.debian12.explanation(for: .cipherStatus)
        == "needs SQLCipher 4.12.0; this is SQLite 3.40.1 without encryption")
    #expect(engine.explanation(for: .generateSeries) == "not built into any version of SQLite")
    #expect("\(engine)" == "SQLCipher 3.4.1 (SQLite 3.15.2)")
    #expect("\(KnownEngines.debian12)" == "SQLite 3.40.1")
  }

  @Test func optionsThatTakeFeaturesOut() {
    let details = SQLFeature.commonTableExpressions.details
    let version = EngineVersion(3, 40, 1)
    #expect(details.expectedPresence(version: version, options: []) == .present)
    #expect(
      details.expectedPresence(version: version, options: ["OMIT_CTE"]) == .absent(.removedByOption("OMIT_CTE")))
    #expect(details.expectedPresence(version: version, options: nil) == .absent(.unknown))
    #expect(SQLFeature.rightJoin.details.expectedPresence(version: version, options: nil) == .present)
    #expect(
      details.expectedPresence(version: EngineVersion(3, 8, 2), options: nil)
        == .absent(.needsVersion(EngineVersion(3, 8, 3))))
  }

  @Test func featuresThatNoVersionHasMayComeWithAnOption() {
    let version = EngineVersion(3, 53, 4)
    let soundex = SQLFeature.soundexFunction.details
    #expect(soundex.expectedPresence(version: version, options: ["SOUNDEX"]) == .present)
    #expect(soundex.expectedPresence(version: version, options: []) == .absent(.needsOption("SOUNDEX")))
    let regexp = SQLFeature.regexpOperator.details
    #expect(regexp.expectedPresence(version: version, options: ["SOUNDEX"]) == .absent(.neverBuiltIn))
  }

  @Test func setsAreAskedAsAWhole() {
    let needed: FeatureSet = [.rowValues, .rightJoin, .upsert]
    #expect(KnownEngines.debian12.supports(needed))
    #expect(!KnownEngines.debian12Cipher.supports(needed))
    #expect(KnownEngines.debian12Cipher.missing(from: needed) == [.rightJoin, .upsert])
    #expect(KnownEngines.debian12Cipher.supports(FeatureSet()))
  }

}
