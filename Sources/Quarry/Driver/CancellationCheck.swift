/// Tells a statement whether the call that runs it was canceled.
///
/// A statement that starts and steps in one call, as in
/// ``SynchronousDriverStatement/runSynchronously(_:into:limit:endsAtLimit:cancellation:)``, asks after its start: an
/// interrupt before that has no effect, and a later one ends the statement.
public struct CancellationCheck {
  @usableFromInline let asks: Bool
  /// What knows of the call; `nil` if the task does.
  private let call: (any CancellationSource)?

  private init(asks: Bool, call: (any CancellationSource)?) {
    self.asks = asks
    self.call = call
  }

  /// Asks what knows of the call, or the current task if that is `nil`.
  init(of call: (any CancellationSource)?) { self.init(asks: true, call: call) }

  /// Is never canceled.
  public static var never: CancellationCheck { CancellationCheck(asks: false, call: nil) }

  /// Is canceled when the current task is.
  public static var ofTask: CancellationCheck { CancellationCheck(of: nil) }

  /// Whether the call was canceled. Ask where the statement runs.
  @inlinable public var isCancelled: Bool { asks && isCallerCancelled }

  @usableFromInline var isCallerCancelled: Bool { call?.isCancelled ?? Task.isCancelled }
}
