#if Command
internal import Quarry

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#elseif canImport(Darwin)
internal import Darwin
#endif

#if !os(Windows)
/// The bytes that are typed, as the editing library asks for them: Ctrl-C ends the line that is being read.
enum LineInput {
  private static let state = Protected((isInterrupted: false, hasCutLine: false, isAtEnd: false))

  /// Forgets what happened before.
  static func begin() { state.withLock { $0 = (false, false, false) } }

  /// Ends the line that is being read.
  static func interrupt() { state.withLock { $0.isInterrupted = true } }

  /// Whether ``interrupt()`` was called since the last line began, also if that line was complete before.
  static var wasInterrupted: Bool { state.withLock { $0.isInterrupted } }

  /// Whether the last line ended because of ``interrupt()``.
  static var hasCutLine: Bool { state.withLock { $0.hasCutLine } }

  /// Waits for the next byte; -1 at the end, and when the line is interrupted.
  static func nextByte() -> CInt {
    while !state.withLock({ $0.isInterrupted || $0.isAtEnd }) {
      var waiting = pollfd(fd: Platform.Stream.input.rawValue, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 50) > 0 else {
        LineLibrary.followTerminal()
        continue
      }
      var byte: UInt8 = 0
      let count = read(Platform.Stream.input.rawValue, &byte, 1)
      if count == 1 { return CInt(byte) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      state.withLock { $0.isAtEnd = true }
    }
    state.withLock { $0.hasCutLine = $0.isInterrupted }
    return -1
  }

  /// Waits for the next character.
  static func nextScalar() -> CInt {
    let first = nextByte()
    guard first >= 0xC0 else { return first }
    var bytes = [UInt8(truncatingIfNeeded: first)]
    for _ in 1..<(first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2) {
      let next = nextByte()
      guard next >= 0 else { return next }
      bytes.append(UInt8(truncatingIfNeeded: next))
    }
    return String(validating: bytes, as: UTF8.self)?.unicodeScalars.first.map { CInt($0.value) } ?? 0xFFFD
  }
}
#endif
#endif
