#if Server
internal import Quarry
internal import QuarryWire

/// Lines of JSON to be sent.
final class HranaLines: Sendable {
  /// The number of bytes from which lines are sent.
  static let pieceBytes = 32 << 10

  private let writer = Protected(JSONWriter())

  var count: Int { writer.withLock { $0.count } }

  /// Adds a line. A line that fails is not added.
  func add(_ body: (inout JSONWriter) throws -> Void) rethrows {
    try writer.withLock { writer in
      var line = JSONWriter()
      try body(&line)
      writer.raw(line.bytes)
      writer.newline()
    }
  }

  func take() -> [UInt8] {
    writer.withLock { writer in
      defer { writer.removeAll() }
      return writer.bytes
    }
  }
}
#endif
