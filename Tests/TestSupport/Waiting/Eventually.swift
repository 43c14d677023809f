package import Testing

/// Waits, without fixed sleeps, until a condition holds, for ten minutes at most: other tests may take the processors.
///
/// - Returns: whether it came to hold; where it did not, the test has failed already.
@discardableResult
package func eventually(
  sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws -> Bool {
  let end = ContinuousClock.now + .seconds(600)
  repeat {
    if try await condition() { return true }
    try await Task.sleep(for: .milliseconds(2))
  } while ContinuousClock.now < end
  Issue.record("a condition did not become true in time", sourceLocation: sourceLocation)
  return false
}
