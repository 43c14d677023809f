#if Command
internal import Quarry

/// Collects standard output and writes it in large parts.
///
/// Errors are written after earlier output.
final class BufferedOutput: Sendable {
  private static let size = 64 * 1024

  private let target: Console
  private let text = Protected("")

  init(_ target: Console) { self.target = target }

  /// A console that writes here.
  var console: Console {
    var console = target
    console.output = { [self] part in write(part) }
    console.error = { [self] part in
      flush()
      target.error(part)
    }
    return console
  }

  private func write(_ part: String) {
    let full = text.withLock { text -> String? in
      text += part
      guard text.utf8.count >= Self.size else { return nil }
      defer { text = "" }
      return text
    }
    if let full { target.output(full) }
  }

  /// Writes everything that was collected.
  func flush() {
    let rest = text.withLock { text in
      defer { text = "" }
      return text
    }
    if !rest.isEmpty { target.output(rest) }
  }
}
#endif
