/// What a ``TCPFaultProxy`` does to a connection, and where.
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

  /// What happens.
  public enum Action: Sendable, Hashable {
    /// Both sides see an orderly end of the connection (FIN).
    case close
    /// Both sides see that the connection is broken (RST).
    case reset
    /// Nothing more arrives in either direction, and neither side is told, as when a machine on the way loses power.
    case halfOpen
    /// The receiver of this direction sees an orderly end of it, while the other direction goes on.
    case halfClose
    /// What follows in this direction arrives later by this time.
    case delay(Duration)
    /// This many bytes are overwritten with ones that occur in no text, in turn 0xFF and 0x00.
    case garble(Int)
  }

  /// What happens.
  public var action: Action
  /// How many bytes of the direction arrive unchanged before it happens, from 0.
  public var count: Int
  /// The direction whose bytes are counted.
  public var direction: Direction

  /// Creates a fault.
  ///
  /// - Parameters:
  ///   - action: what happens.
  ///   - count: how many bytes of the direction arrive unchanged before it happens, from 0.
  ///   - direction: the direction whose bytes are counted.
  public init(_ action: Action, after count: Int, of direction: Direction) {
    self.action = action
    self.count = max(0, count)
    self.direction = direction
  }
}
