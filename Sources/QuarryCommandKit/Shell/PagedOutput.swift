#if Command
internal import Quarry

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#elseif canImport(Android)
private import Android
#elseif canImport(Darwin)
private import Darwin
#elseif canImport(WinSDK)
private import CRT
#endif

/// The error that ends work when the pager was left before the end of the output.
struct PagerClosed: Error {}

/// Output that goes through a pager once it takes more lines than the terminal has.
final class PagedOutput: Sendable {
  private enum Target {
    /// So far it fits.
    case collected(String, lines: Int)
    case pager(Stream)
    case console
    case closed
  }

  private struct Stream: @unchecked Sendable {
    // Sound because it is only reached while the lock around it is held.
    let pointer: UnsafeMutablePointer<FILE>
  }

  private let base: Console
  private let size: TerminalSize
  /// Whether lines that are wider than the terminal are for moving sideways in `less`, and not wrapped.
  private let isWide: Bool
  private let state: Protected<Target>

  /// - Parameters:
  ///   - console: Where the output goes in the end.
  ///   - isWide: Whether lines may be wider than the terminal and are better not wrapped.
  init(_ console: Console, isWide: Bool = false) {
    let size = console.isInputTerminal && console.isOutputTerminal ? console.size() : nil
    base = console
    self.size = size ?? TerminalSize(columns: 0, rows: 0)
    self.isWide = isWide
    state = Protected(size != nil && Self.command != nil ? .collected("", lines: 0) : .console)
  }

  /// A console whose output is paged.
  var console: Console {
    var console = base
    console.output = { [self] text in write(text) }
    return console
  }

  /// Whether the pager was left before the end.
  var isClosed: Bool {
    state.withLock { if case .closed = $0 { true } else { false } }
  }

  private func write(_ text: String) {
    state.withLock { target in
      switch target {
      case .console: base.output(text)
      case .closed: break
      case .pager(let stream): if !Self.write(text, to: stream) { target = Self.close(stream) }
      case .collected(let before, let lines):
        let count = lines + size.lines(of: text, atMost: size.rows - lines)
        guard count >= size.rows else {
          target = .collected(before + text, lines: count)
          return
        }
        if let stream = Self.open(isWide: isWide) {
          target = Self.write(before + text, to: stream) ? .pager(stream) : Self.close(stream)
        } else {
          base.output(before + text)
          target = .console
        }
      }
    }
  }

  /// Writes what was held back, and waits until the pager is left.
  func finish() async {
    await TerminalQueue.run { [self] in
      state.withLock { target in
        switch target {
        case .collected(let text, _): base.output(text)
        case .pager(let stream): _ = Self.close(stream)
        case .console, .closed: break
        }
        target = .console
      }
    }
  }

  // MARK: The pager

  /// The pager of the environment variable `PAGER`, `less` where that is not set; `nil` for an empty one, and where there
  /// is none.
  private static let command: String? = {
    #if os(Windows)
    return nil
    #else
    if let pager = Platform.environment("PAGER") { return pager.isEmpty ? nil : pager }
    let folders = (Platform.environment("PATH") ?? "").split(separator: ":")
    return folders.contains { access($0 + "/less", X_OK) == 0 } ? "less" : nil
    #endif
  }()

  private static func open(isWide: Bool) -> Stream? {
    #if os(Windows)
    return nil
    #else
    guard let command else { return nil }
    Platform.surviveBrokenPipes()
    // What fits is not paged, colors stay, and what was shown remains on the terminal.
    let line = "LESS=${LESS-FRX\(isWide ? "S" : "")}; export LESS; \(command)"
    guard let pointer = Platform.withInterruptions({ popen(line, "w") }) else { return nil }
    Interruption.pagerBegan()
    return Stream(pointer: pointer)
    #endif
  }

  private static func write(_ text: String, to stream: Stream) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      fwrite(bytes.baseAddress, 1, bytes.count, stream.pointer) == bytes.count && fflush(stream.pointer) == 0
    }
  }

  private static func close(_ stream: Stream) -> Target {
    #if !os(Windows)
    pclose(stream.pointer)
    Interruption.pagerEnded()
    #endif
    return .closed
  }
}
#endif
