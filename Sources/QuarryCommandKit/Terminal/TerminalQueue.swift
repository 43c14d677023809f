#if Command
internal import Dispatch

/// The queue for work that waits for the user at the terminal, one after the other, beside the tasks of the program.
enum TerminalQueue {
  private static let queue = DispatchQueue(label: "quarry.terminal")

  /// Runs a body that blocks.
  static func run<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
  }
}
#endif
