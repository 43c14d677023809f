/// Tells whether a call was canceled whose statement runs outside of any task.
protocol CancellationSource: AnyObject {
  /// Whether the caller's task was canceled.
  var isCancelled: Bool { get }
}
