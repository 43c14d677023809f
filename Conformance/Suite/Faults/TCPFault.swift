/// A fault that a ``TCPFaultProxy`` plays on a connection, and its position.
///
/// ```swift
/// // Everything after the 40th byte of the answer is lost, and neither side is told.
/// proxy.play(TCPFault(.halfOpen, after: 40, of: .answers))
/// ```
public struct TCPFault: Sendable, Hashable {
  /// A direction of a connection.
  public enum Direction: String, Sendable, Hashable, CaseIterable {
    /// From the driver to the server.
    case requests
    /// From the server to the driver.
    case answers
  }

  /// The effect of a fault.
  public enum Action: Sendable, Hashable {
    /// Both sides see a regular end of the connection (FIN).
    case close
    /// Both sides see that the connection is broken (RST).
    case reset
    /// Nothing more arrives in either direction, and neither side is notified, like when a machine on the way loses
    /// power.
    case halfOpen
    /// The receiver in this direction sees a regular end, while the other direction continues.
    case halfClose
    /// Everything that follows in this direction is delayed by this time.
    case delay(Duration)
    /// This number of bytes is overwritten with 0xFF and 0x00 in turn, which no text contains.
    case garble(Int)
  }

  /// The effect.
  public var action: Action
  /// The number of bytes in the direction that arrive unchanged before the effect, from 0.
  public var count: Int
  /// The direction whose bytes are counted.
  public var direction: Direction

  /// Creates a fault.
  ///
  /// - Parameters:
  ///   - action: The effect.
  ///   - count: The number of bytes in the direction that arrive unchanged before the effect, from 0.
  ///   - direction: The direction whose bytes are counted.
  public init(_ action: Action, after count: Int, of direction: Direction) {
    self.action = action
    self.count = max(0, count)
    self.direction = direction
  }
}
