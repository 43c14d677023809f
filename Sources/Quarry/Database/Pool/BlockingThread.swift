/// Runs a blocking body on its own thread, so that it blocks no thread of Swift concurrency.
///
/// - Parameters:
///   - name: The name of the thread in a debugger.
///   - body: The work. Its task is canceled with the caller's.
/// - Throws: The error of the body.
package func withBlockingThread<R: Sendable>(
  named name: String, _ body: @escaping @Sendable () throws -> R
) async throws -> R {
  let thread = ThreadExecutor(name: name)
  defer { thread.stop() }
  return try await thread.run { try body() }
}
