package import Quarry
package import Testing

/// The error that a body throws; the test fails when it throws none or another one.
@discardableResult
package func databaseError(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> some Any
) throws -> DatabaseError {
  try #require(throws: DatabaseError.self, sourceLocation: sourceLocation) { _ = try body() }
}

/// The error that a body throws; the test fails when it throws none or another one.
@discardableResult
package func databaseError(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> some Any
) async throws -> DatabaseError {
  do {
    _ = try await body()
  } catch let error as DatabaseError {
    return error
  }
  Issue.record("no error was thrown", sourceLocation: sourceLocation)
  throw NoError()
}

/// The error that a body throws; nil when it throws none or another one.
package func thrownError(_ body: () async throws -> some Any) async -> DatabaseError? {
  do {
    _ = try await body()
    return nil
  } catch { return error as? DatabaseError }
}

/// The code of the error that a body throws; nil when it throws none or another one.
package func errorCode(_ body: () async throws -> some Any) async -> DatabaseError.Code? {
  await thrownError(body)?.code
}

/// The code of the error that a body throws; nil when it throws none or another one.
package func errorCode(_ body: () throws -> some Any) -> DatabaseError.Code? {
  do {
    _ = try body()
    return nil
  } catch { return (error as? DatabaseError)?.code }
}

/// What was to throw an error has thrown none.
private struct NoError: Error {}

/// What a body throws to undo its work.
package struct Refused: Error, Equatable {
  package init() {}
}

/// Runs the body of an exit test; an error becomes an issue that says what it is, and not a signal that hides it.
package func recordingErrors(_ body: () async throws -> Void) async {
  do { try await body() } catch { Issue.record(error) }
}
