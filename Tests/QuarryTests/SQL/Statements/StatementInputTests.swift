import Foundation
import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// Bad statements: texts, parameters, names and limits.
@Suite("Bad input: statements")
struct StatementInputTests {
  static let wrongTexts: [BadInput] = [
    BadInput("a syntax error", .syntax, names: "SELEC") { try $0.execute("SELEC \(secret)") },
    BadInput("an unfinished text", .incompleteStatement) { try $0.execute("SELECT * FROM (SELECT 1") },
    BadInput("an unfinished string", .syntax) { try $0.execute("SELECT 'abc") },
    BadInput("no such table", .noSuchObject, names: "nowhere") {
      try $0.execute("INSERT INTO nowhere VALUES (\(secret))")
    },
    BadInput("no such column", .noSuchObject, names: "colour") {
      try $0.execute("UPDATE \"Member\" SET colour = \(secret)")
    },
    BadInput("no such function", .noSuchObject, names: "nofunction") { try $0.execute("SELECT nofunction(1)") },
    BadInput("no such collation", .noSuchObject, names: "nocollation") {
      try $0.execute("SELECT name FROM Member ORDER BY name COLLATE nocollation")
    },
    BadInput("no such schema", .noSuchObject, names: "elsewhere") { try $0.execute("DETACH elsewhere") },
    BadInput("an ambiguous column", .syntax, names: "id") { try $0.execute("SELECT id FROM Member a, Member b") },
    BadInput("a wrong number of arguments", .syntax, names: "abs") { try $0.execute("SELECT abs(1, 2)") },
    BadInput("a wrong number of values", .syntax, names: "Member") {
      try $0.execute("INSERT INTO Member VALUES (\(secret))")
    },
    BadInput("an aggregate out of place", .syntax, names: "count") {
      try $0.execute("UPDATE Member SET age = 1 WHERE count(*) > 1")
    },
    BadInput("several statements", .multipleStatements) {
      try $0.execute("DELETE FROM Log; DELETE FROM Member WHERE name = \(secret)")
    },
    BadInput("several statements in a query", .multipleStatements) {
      _ = try $0.fetchAll(("SELECT 1; SELECT 2" as SQLFragment).values(Int64.self))
    },
    BadInput("no statement to execute", .emptyStatement) { try $0.execute(" -- nothing \n ; ") },
    BadInput("no statement to prepare", .emptyStatement) { _ = try $0.prepare("/* nothing */") },
    BadInput("no statement to fetch", .emptyStatement) {
      _ = try $0.fetchAll(("" as SQLFragment).rows(readOnly: true))
    },
    BadInput("a zero byte", .syntax, names: "zero byte") { try $0.execute("SELECT 1\0; DROP TABLE Member") },
    BadInput("a zero byte inside of a string", .syntax, names: "zero byte") { try $0.execute("SELECT 'a\0b'") },
    BadInput("a failing third statement of a script", .noSuchObject, names: "nowhere") { context in
      _ = try context.transaction {
        try context.executeScript(
          "INSERT INTO Log VALUES (1, 1); INSERT INTO Log VALUES (2, 2); INSERT INTO nowhere VALUES (3); SELECT 4")
      }
    },
    BadInput("a script with a parameter", .missingParameter) { try $0.executeScript("SELECT 1; SELECT ?") },
  ]

  static let wrongParameters: [BadInput] = [
    BadInput("a missing value", .missingParameter, names: "2", "1") {
      try $0.execute(SQLFragment(raw: "SELECT ?, ?", values: [.text(secret)]))
    },
    BadInput("a surplus value", .extraParameter, names: "1", "2") {
      try $0.execute(SQLFragment(raw: "SELECT ?", values: [.text(secret), 1]))
    },
    BadInput("an unknown name", .extraParameter, names: ":zz", ":a") {
      _ = try $0.prepare("SELECT :a").rows([":a": 1, ":zz": .text(secret)])
    },
    BadInput("a name without a value", .missingParameter, names: ":b") {
      _ = try $0.prepare("SELECT :a, :b").rows(["a": .text(secret)])
    },
    BadInput("names for parameters without names", .missingParameter, names: "1") {
      _ = try $0.prepare("SELECT ?").rows(["a": .text(secret)])
    },
    BadInput("more parameters than the engine takes, in a text", .tooManyParameters) { context in
      let count = context.capabilities.limits.parameters + 1
      let list = Array(repeating: "?", count: count).joined(separator: ",")
      try context.execute(
        SQLFragment(
          raw: "SELECT 1 WHERE 1 IN (\(list))", values: Array(repeating: .text(secret), count: count)))
    },
    BadInput("a parameter number beyond the limit", .tooManyParameters) { context in
      try context.execute(SQLFragment(raw: "SELECT ?\(context.capabilities.limits.parameters + 1)"))
    },
  ]

  static let beyondLimits: [BadInput] = [
    BadInput("an expression too deep", .tooBig) { context in
      let depth = context.capabilities.limits.expressionDepth + 10
      try context.execute(SQLFragment(raw: "SELECT " + Array(repeating: "1", count: depth).joined(separator: "+")))
    },
    BadInput("parentheses too deep", .tooBig) { context in
      let count = 20_000
      try context.execute(
        SQLFragment(raw: "SELECT " + String(repeating: "(", count: count) + "1" + String(repeating: ")", count: count)))
    },
    BadInput("too many parts of a compound query", .tooBig) { context in
      let count = context.capabilities.limits.compoundSelectTerms + 1
      try context.execute(
        SQLFragment(raw: Array(repeating: "SELECT 1", count: count).joined(separator: " UNION ALL ")))
    },
    BadInput("too many columns", .tooBig) { context in
      let count = context.capabilities.limits.columns + 1
      try context.execute(SQLFragment(raw: "SELECT " + Array(repeating: "1", count: count).joined(separator: ",")))
    },
    BadInput("a pattern too complex", .tooBig) { context in
      let pattern = String(repeating: "%a", count: 30_000) + secret
      _ = try context.fetchAll(Member.where { $0.name.like(pattern) })
    },
    BadInput("a blob too big", .tooBig) { try $0.execute("SELECT zeroblob(2147483647)") },
    BadInput("conditions too deep", .tooBig, names: "levels") { context in
      let depth = context.capabilities.limits.expressionDepth + 10
      var condition: SQLPredicate = Member.id == 1
      for _ in 0..<depth { condition = !(condition && Member.age == 1) }
      _ = try context.fetchAll(Member.where(condition))
    },
  ]

  @Test("Texts", arguments: wrongTexts, LocalDriver.engines)
  func texts(_ input: BadInput, _ place: LocalDriver) throws { try input.check(on: place) }

  @Test("Parameters", arguments: wrongParameters, LocalDriver.engines)
  func parameters(_ input: BadInput, _ place: LocalDriver) throws { try input.check(on: place) }

  @Test("Limits", arguments: beyondLimits, LocalDriver.engines)
  func limits(_ input: BadInput, _ place: LocalDriver) throws { try input.check(on: place) }

  @Test("A syntax error has the offset of its token, where the engine tells it")
  func offset() throws {
    let context = try SQLContext()
    let error = try databaseError { try context.execute("SELECT 1 + * FROM x") }
    #expect(error.code == .syntax)
    #expect(error.offset == 11)
    #expect(error.sql == "SELECT 1 + * FROM x")
  }

  @Test("A script names the statement that failed, and where it begins", arguments: LocalDriver.engines)
  func script(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    let script = "CREATE TABLE t (n);\nINSERT INTO t VALUES (1);\nINSERT INTO nowhere VALUES (2);\nDROP TABLE t"
    let error = try databaseError { try context.executeScript(script) }
    #expect(error.statementIndex == 2)
    #expect(error.code == .noSuchObject)
    let start = script.utf8.distance(
      from: script.startIndex, to: try #require(script.range(of: "INSERT INTO nowhere")).lowerBound)
    #expect(try #require(error.offset) >= start)
    #expect(try context.value("SELECT n FROM t") == 1)
  }
}
