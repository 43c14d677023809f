import Testing

@testable import Quarry

@Suite struct CompileOptionTests {
  @Test func optionsMatchByNameOrByNameAndValue() {
    let options: CompileOptions = ["ENABLE_FTS5", "DQS=0", "SQLITE_THREADSAFE=1"]
    #expect(options.contains("ENABLE_FTS5"))
    #expect(!options.contains("ENABLE_FTS"))
    #expect(!options.contains("ENABLE_FTS55"))
    #expect(options.contains("DQS"))
    #expect(options.contains("DQS=0"))
    #expect(!options.contains("DQS=3"))
    #expect(options.contains("THREADSAFE"))
    #expect(options.sorted == ["DQS=0", "ENABLE_FTS5", "THREADSAFE=1"])
  }

  @Test func expressionIsReadIntoItsParts() throws {
    let text = "+ENABLE_FTS3|+ENABLE_FTS4,<3.8.6:+ENABLE_FTS4_UNICODE61,>=3.8.6:-DISABLE_FTS3_UNICODE"
    let expression = try #require(CompileOptionExpression(text))
    #expect(expression.terms.count == 3)
    #expect(expression.terms[0].scope == .always)
    #expect(expression.terms[0].alternatives == [.listed("ENABLE_FTS3"), .listed("ENABLE_FTS4")])
    #expect(expression.terms[1].scope == .before(EngineVersion(3, 8, 6)))
    #expect(expression.terms[2].scope == .from(EngineVersion(3, 8, 6)))
    #expect(expression.terms[2].alternatives == [.notListed("DISABLE_FTS3_UNICODE")])
    #expect(expression.description == text)
    #expect(CompileOptionExpression("") == CompileOptionExpression.none)
    #expect(CompileOptionExpression.none.isEmpty)
  }

  @Test(arguments: [
    ",", "+", "ENABLE_FTS5", "+A,", "+A||+B", "<3.38.0", "<3.38.0:", "3.38.0:+A", ">3.38.0:+A", "<x:+A", "+a",
    "+A B", "~A", "never ", "<3.1:<3.2:+A",
  ])
  func otherTextIsNoExpression(_ text: String) {
    #expect(CompileOptionExpression(text) == nil)
  }

  @Test func termsMustAllHoldAndOneAlternativeIsEnough() throws {
    let expression = try #require(CompileOptionExpression("+A|+B,-C"))
    let version = EngineVersion(3, 40)
    #expect(expression.obstacle(version: version, options: ["B"]) == nil)
    #expect(expression.obstacle(version: version, options: ["A", "B"]) == nil)
    #expect(expression.obstacle(version: version, options: []) == .needsOption("A or B"))
    #expect(expression.obstacle(version: version, options: ["A", "C"]) == .removedByOption("C"))
    #expect(expression.obstacle(version: version, options: nil) == .unknown)
  }

  @Test func termsCountForTheirVersionsOnly() throws {
    let expression = try #require(CompileOptionExpression("<3.38.0:+ENABLE_JSON1,>=3.38.0:-OMIT_JSON"))
    #expect(
      expression.obstacle(version: EngineVersion(3, 37, 2), options: []) == .needsOption("ENABLE_JSON1"))
    #expect(expression.obstacle(version: EngineVersion(3, 37, 2), options: ["ENABLE_JSON1", "OMIT_JSON"]) == nil)
    #expect(expression.obstacle(version: EngineVersion(3, 38), options: []) == nil)
    #expect(
      expression.obstacle(version: EngineVersion(3, 38), options: ["OMIT_JSON"]) == .removedByOption("OMIT_JSON"))
  }

  @Test func neverHoldsForNoOption() throws {
    let early = try #require(CompileOptionExpression("+A,<3.51.0:never,>=3.51.0:+B"))
    #expect(
      early.obstacle(version: EngineVersion(3, 50), options: ["A", "B"]) == .needsVersion(EngineVersion(3, 51)))
    #expect(early.obstacle(version: EngineVersion(3, 50), options: nil) == .needsVersion(EngineVersion(3, 51)))
    #expect(early.obstacle(version: EngineVersion(3, 51), options: ["A", "B"]) == nil)
    #expect(early.obstacle(version: EngineVersion(3, 51), options: ["A"]) == .needsOption("B"))
    let never = try #require(CompileOptionExpression("never"))
    #expect(never.obstacle(version: EngineVersion(3, 51), options: ["never"]) == .neverBuiltIn)
    let laterNever = try #require(CompileOptionExpression(">=3.51.0:never"))
    #expect(laterNever.obstacle(version: EngineVersion(3, 50), options: nil) == nil)
    #expect(laterNever.obstacle(version: EngineVersion(3, 51), options: []) == .neverBuiltIn)
  }
}
