/// Knows whether a call was canceled: its statement runs outside of any task, or asking the task would take longer.
protocol CancellationSource: AnyObject {
  /// Whether the caller's task was canceled.
  var isCancelled: Bool { get }
}
