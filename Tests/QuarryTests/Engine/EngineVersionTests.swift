import Testing

@testable import Quarry

@Suite struct EngineVersionTests {
  @Test func numberAndTextMeanTheSame() {
    #expect(EngineVersion(number: 3_040_001) == EngineVersion(3, 40, 1))
    #expect(EngineVersion("3.40.1") == EngineVersion(3, 40, 1))
    #expect(EngineVersion(3, 40, 1).number == 3_040_001)
    #expect(EngineVersion(3, 9).description == "3.9.0")
    #expect(EngineVersion(number: -5) == EngineVersion(0, 0, 0))
    #expect(EngineVersion(number: Int32(3_015_002)).description == "3.15.2")
  }

  @Test func textMayBeShortLongOrFollowedByWords() {
    #expect(EngineVersion("3.9") == EngineVersion(3, 9, 0))
    #expect(EngineVersion("3.8.10.2") == EngineVersion(3, 8, 10))
    #expect(EngineVersion("4.6.1 community") == EngineVersion(4, 6, 1))
  }

  @Test(arguments: ["", "3", "3.", ".3", "3.x", "v3.1", "3.-1.0", "1.2.3.4.5", " 3.1", "3.99999999999999999999"])
  func otherTextIsNoVersion(_ text: String) {
    #expect(EngineVersion(text) == nil)
  }

  @Test func versionsAreOrderedByNumberNotByText() {
    #expect(EngineVersion(3, 9) < EngineVersion(3, 40))
    #expect(EngineVersion(3, 40) < EngineVersion(3, 40, 1))
    #expect(EngineVersion(2, 99, 99) < EngineVersion(3, 0))
    #expect(!(EngineVersion(3, 40, 1) < EngineVersion(3, 40, 1)))
  }
}
