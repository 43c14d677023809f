public import Quarry

extension CaseContext {
  /// Asserts that something fails with a code, and returns the error; `nil` if there was none, or if it was set aside.
  ///
  /// - Parameters:
  ///   - code: The class of the error. A primary class matches its extended ones.
  ///   - extended: The extended code of the engine, if it is part of the rule.
  ///   - message: What should fail.
  ///   - file: The file of the expectation.
  ///   - line: The line of the expectation.
  ///   - body: The call that should fail.
  @discardableResult
  public func expectError(
    _ code: DatabaseError.Code, extended: Int32? = nil, _ message: @autoclosure () -> String,
    file: StaticString = #fileID, line: UInt = #line, _ body: @Sendable () async throws -> some Any
  ) async -> DatabaseError? {
    do {
      _ = try await body()
    } catch {
      return expectError(code, extended, message(), error, file, line)
    }
    return expectError(code, extended, message(), nil, file, line)
  }

  /// Asserts that something in a session of this task fails with a code.
  @discardableResult
  public func expectSynchronousError(
    _ code: DatabaseError.Code, extended: Int32? = nil, _ message: @autoclosure () -> String,
    file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> some Any
  ) -> DatabaseError? {
    do {
      _ = try body()
    } catch {
      return expectError(code, extended, message(), error, file, line)
    }
    return expectError(code, extended, message(), nil, file, line)
  }

  private func expectError(
    _ code: DatabaseError.Code, _ extended: Int32?, _ message: String, _ found: (any Error)?, _ file: StaticString,
    _ line: UInt
  ) -> DatabaseError? {
    let error = found as? DatabaseError
    if let error, isExpected(error, code, extended) {
      expect(true, message, file: file, line: line)
      return error
    }
    if let error, setAside(error) { return nil }
    let wanted = "error \(code)" + (extended.map { ", code \($0)" } ?? "")
    let actual = error.map { "\($0)" } ?? found.map { "\(type(of: $0)): \($0)" } ?? "no error"
    fail(message, expected: wanted, actual: actual, file: file, line: line)
    return error
  }

  private func isExpected(_ error: DatabaseError, _ code: DatabaseError.Code, _ extended: Int32?) -> Bool {
    guard let extended else { return code ~= error.code || isGuessed(error, code) }
    if code ~= error.code, error.engineCode?.rawValue == extended { return true }
    // Where only words are carried, a code is known by words that are known; a trigger can say any.
    if !profile.capabilities.primaryErrorCodes {
      if extended == 1811 { return isRefusalByTrigger(error) }
      if code ~= error.code, error.engineCode == nil { return true }
    }
    guard !profile.capabilities.extendedErrorCodes, error.engineCode?.primary.rawValue == extended & 0xff else {
      return false
    }
    return code ~= error.code || isGuessed(error, code)
  }

  /// Whether an error can be the message of a trigger: the engine rejected the running statement, and nothing was kept.
  private func isRefusalByTrigger(_ error: DatabaseError) -> Bool {
    guard error.outcome == .notApplied, !error.isRetrySafe, error.missing == nil else { return false }
    guard !error.message.isEmpty else { return false }
    // What a trigger says may read like a constraint, or like a name that is not there.
    return [.statementFailed, .noSuchObject].contains(error.code) || .constraint ~= error.code
  }

  /// Whether a code is guessed from words. Without extended codes, a trigger can imitate the words of a constraint. If
  /// there are only words, a trigger can say anything.
  func isGuessed(_ error: DatabaseError, _ code: DatabaseError.Code) -> Bool {
    if code == .constraintTrigger, !profile.capabilities.primaryErrorCodes { return isRefusalByTrigger(error) }
    return !profile.capabilities.extendedErrorCodes && .constraint ~= code && .constraint ~= error.code
  }

  /// Asserts that a text fails with a code.
  @discardableResult
  public func expectError(
    _ code: DatabaseError.Code, extended: Int32? = nil, _ executor: some SQLExecutor, _ fragment: SQLFragment,
    _ message: @autoclosure () -> String = "the statement is refused", file: StaticString = #fileID,
    line: UInt = #line
  ) async -> DatabaseError? {
    await expectError(code, extended: extended, "\(message()): \(fragment.sql.prefix(200))", file: file, line: line) {
      // The rows are asked for, so that selects run too.
      try await executor.fetchAll(fragment.rows(readOnly: false))
    }
  }

  /// Asserts that a call throws because of a missing feature, and that the error contains it.
  public func expectRefusal(
    of feature: SQLFeature, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line,
    _ body: @Sendable () async throws -> some Any
  ) async {
    guard let error = await expectError(.unsupportedFeature, message(), file: file, line: line, body) else { return }
    expect(
      error.message.contains(feature.id), "the refusal names \(feature.id): \(error.message)", file: file, line: line)
    expect(error.outcome == .notApplied, "a refused call is known not to be applied", file: file, line: line)
  }

  /// Asserts that a connection still works.
  public func expectUsable(
    _ executor: some SQLExecutor, _ message: @autoclosure () -> String = "the connection stays usable",
    file: StaticString = #fileID, line: UInt = #line
  ) async {
    await expectRows(executor, "SELECT 1", [[1]], message(), file: file, line: line)
  }

  /// Asserts that something fails with a `DatabaseError` of any class.
  public func expectFailure(
    _ message: String, file: StaticString = #fileID, line: UInt = #line, _ body: @Sendable () async throws -> some Any
  ) async {
    do {
      _ = try await body()
      fail(message, expected: "an error", actual: "no error", file: file, line: line)
    } catch {
      expect(error is DatabaseError, message, file: file, line: line)
    }
  }
}
