public import Quarry

extension CaseContext {
  /// Asserts the values of expressions, one assertion for each line of a table.
  ///
  /// - Parameters:
  ///   - executor: The database or transaction.
  ///   - values: Each expression, as SQL text without parameters, with its value.
  ///   - message: What is being tested.
  ///   - file: The file of the expectation.
  ///   - line: The line of the expectation.
  public func expectValues(
    _ executor: some SQLExecutor, _ values: [(String, SQLValue)], _ message: @autoclosure () -> String = "the value",
    file: StaticString = #fileID, line: UInt = #line
  ) async {
    for (expression, value) in values {
      await expectRows(
        executor, SQLFragment(raw: "SELECT \(expression)"), [[value]], "\(message()) of \(expression.prefix(120))",
        file: file, line: line)
    }
  }

  /// Asserts that the engine itself rejects texts with a primary code, regardless of class and message. A server can
  /// reject statements that it doesn't allow before its engine is asked.
  ///
  /// - Parameters:
  ///   - executor: The database or transaction.
  ///   - texts: The SQL texts.
  ///   - code: The primary code of the error.
  ///   - mayBeRefusedByType: Whether a local driver can do so too.
  ///   - file: The file of the expectation.
  ///   - line: The line of the expectation.
  public func expectEngineErrors(
    _ executor: some SQLExecutor, _ texts: [String], code: Int32 = 1, mayBeRefusedByType: Bool = false,
    file: StaticString = #fileID, line: UInt = #line
  ) async {
    for text in texts {
      do {
        let rows = try await executor.fetchAll(SQLFragment(raw: text).rows(readOnly: false))
        fail(
          "the engine refuses \(text.prefix(200))", expected: "code \(code)", actual: "\(rows.count) rows", file: file,
          line: line)
      } catch let error as DatabaseError where isOf(.remote) && error.isRefusalOfServer {
        expectEqual(error.outcome, .notApplied, "nothing was done: \(text.prefix(200))")
      } catch let error as DatabaseError {
        if error.engineCode == nil, !profile.capabilities.primaryErrorCodes {
          expectEqual(error.outcome, .notApplied, "the engine refuses \(text.prefix(200)) in words without a code")
          continue
        }
        if mayBeRefusedByType, error.code == .unsupportedFeature, error.engineCode == nil {
          expectEqual(error.outcome, .notApplied, "the driver refuses \(text.prefix(200)) before the engine sees it")
          continue
        }
        expectEqual(
          error.engineCode?.primary.rawValue, code, "the engine's code for \(text.prefix(200))", file: file, line: line)
      } catch {
        fail("a refusal has the type DatabaseError", actual: "\(type(of: error)): \(error)", file: file, line: line)
      }
    }
  }

  /// Checks the usual absence, and that the engine itself rejects these texts, or the driver rejects them because of
  /// their type.
  static func refusing(_ texts: String...) -> ConformanceCase.Body {
    { test in
      try await test.expectAbsence()
      await test.expectEngineErrors(try await test.database("plain"), texts, mayBeRefusedByType: true)
    }
  }
}

extension CaseContext {
  /// Asserts that a text beyond a limit fails: in the engine if the limit is its own, and otherwise in Quarry.
  func expectRefusal(beyond limit: KeyPath<EngineLimits, Int>, _ database: Database, _ text: String) async {
    let isReported = profile.capabilities.engineReports(limit)
    if isReported || isOf(.remote) { return await expectEngineErrors(database, [text]) }
    do {
      _ = try await database.fetchAll(SQLFragment(raw: text).rows(readOnly: false))
      fail("the driver's limit is kept: \(text.prefix(200))", expected: "an error", actual: "rows")
    } catch {
      let error = error as? DatabaseError
      expect(
        [.tooBig, .tooManyParameters].contains(error?.code) && error?.outcome == .notApplied,
        "the driver's limit is kept: \(text.prefix(200)): \(error.map { "\($0)" } ?? "another error")")
    }
  }

  /// Whether a text is subject to a limit that isn't checked in texts, which it isn't if the driver has lowered the
  /// limit itself.
  func holds(_ limit: KeyPath<EngineLimits, Int>) -> Bool {
    guard profile.capabilities.engineLimits != nil, !profile.capabilities.engineReports(limit) else { return true }
    leaveOut("a limit that the driver has lowered applies only to SQL that Quarry renders")
    return false
  }
}

extension DatabaseError {
  /// Whether a server may have rejected the statement because it doesn't allow that kind of statement.
  var isRefusalOfServer: Bool {
    // A text that is too long for the protocol has no code of the engine.
    [.authorization, .unsupportedFeature, .tooManyParameters].contains(code) || (code == .tooBig && engineCode == nil)
  }
}
