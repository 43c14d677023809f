#if Command
internal import Quarry

/// A line with the progress of long work, on a terminal only.
///
/// It's drawn at most 20 times a second, and removed when the work is done.
final class ProgressBar: Sendable {
  private struct State {
    var done = 0
    var lastDrawn: ContinuousClock.Instant?
    var isVisible = false
  }

  private let title: String
  private let total: Int
  private let unit: String
  private let console: Console
  private let started = ContinuousClock.now
  private let state = Protected(State())

  /// Begins work of a known size.
  init(_ title: String, total: Int, unit: String = "rows", console: Console = .current) {
    self.title = title
    self.total = total
    self.unit = unit
    self.console = console
  }

  /// Adds to the progress.
  func advance(by count: Int) {
    state.withLock { state in
      state.done += count
      draw(&state, isForced: false)
    }
  }

  /// Removes the line.
  func finish() {
    state.withLock { state in
      guard state.isVisible else { return }
      state.isVisible = false
      console.error("\r\u{1B}[K")
    }
  }

  /// The completed amount.
  var done: Int { state.withLock { $0.done } }

  private func draw(_ state: inout State, isForced: Bool) {
    guard console.isErrorTerminal else { return }
    let now = ContinuousClock.now
    if let last = state.lastDrawn, now - last < .milliseconds(50), !isForced { return }
    state.lastDrawn = now
    state.isVisible = true
    console.error("\r" + line(done: state.done, elapsed: now - started) + "\u{1B}[K")
  }

  /// The line for a state of the work.
  func line(done: Int, elapsed: Duration) -> String {
    let share = total > 0 ? min(1, Double(done) / Double(total)) : 1
    let width = 24
    let filled = Int(share * Double(width))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    let percent = "\(Int(share * 100))"
    let seconds = elapsed.seconds
    let speed = seconds > 0.2 ? ", \(Grouped.text(Int(Double(done) / seconds)))/s" : ""
    return "\(title) \(bar) \(DisplayWidth.pad(percent, to: 3, right: true)) %  "
      + "\(Grouped.text(done))/\(Grouped.text(total)) \(unit)\(speed)"
  }
}
#endif
