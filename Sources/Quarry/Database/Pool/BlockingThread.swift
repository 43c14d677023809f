/// Runs a body that blocks on a thread of its own, which ends with it, so that it keeps no thread of Swift's concurrency.
///
/// - Parameters:
///   - name: What debuggers show.
///   - body: The work, in a task that is cancelled with the caller's.
package func withBlockingThread<R: Sendable>(
  named name: String, _ body: @escaping @Sendable () throws -> R
) async throws -> R {
  let thread = ThreadExecutor(name: name)
  defer { thread.stop() }
  return try await thread.run { try body() }
}
