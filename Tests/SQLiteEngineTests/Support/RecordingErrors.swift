import Testing

/// Runs the body of an exit test; an error becomes an issue that says what it is, and not a signal that hides it.
func recordingErrors(_ body: () async throws -> Void) async {
  do { try await body() } catch { Issue.record(error) }
}
