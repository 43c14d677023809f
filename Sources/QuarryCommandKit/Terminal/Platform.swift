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
#elseif canImport(WinSDK)
internal import CRT
internal import WinSDK
#endif

/// The operating system's terminal functions. Only this type has conditional code for them.
enum Platform {
  /// The standard streams.
  enum Stream: Int32, Sendable {
    case input = 0
    case output = 1
    case error = 2
  }

  /// Whether a stream is a terminal.
  static func isTerminal(_ stream: Stream) -> Bool {
    #if os(Windows)
    return _isatty(stream.rawValue) != 0
    #else
    return isatty(stream.rawValue) != 0
    #endif
  }

  /// The number of columns of the terminal, or `nil` if unknown.
  static func terminalWidth(_ stream: Stream) -> Int? { terminalSize(stream)?.columns }

  /// The numbers of columns and rows of the terminal, or `nil` if unknown.
  static func terminalSize(_ stream: Stream) -> TerminalSize? {
    #if os(Windows)
    return nil
    #else
    var size = winsize()
    guard ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return TerminalSize(columns: Int(size.ws_col), rows: size.ws_row > 0 ? Int(size.ws_row) : 24)
    #endif
  }

  /// Whether everything could be written to standard output.
  static var hasWrittenAll: Bool { !outputHasFailed.withLock { $0 } }

  private static let outputHasFailed = Protected(false)

  /// Writes all bytes. Bytes that can't be written, for example to a full disk, are dropped; see ``hasWrittenAll``.
  static func write(_ bytes: [UInt8], to stream: Stream) {
    var position = 0
    bytes.withUnsafeBytes { buffer in
      while position < buffer.count, let base = buffer.baseAddress {
        #if os(Windows)
        let written = Int(_write(stream.rawValue, base + position, UInt32(clamping: buffer.count - position)))
        #elseif canImport(Glibc)
        let written = Glibc.write(stream.rawValue, base + position, buffer.count - position)
        #elseif canImport(Musl)
        let written = Musl.write(stream.rawValue, base + position, buffer.count - position)
        #elseif canImport(Android)
        let written = Android.write(stream.rawValue, base + position, buffer.count - position)
        #else
        let written = Darwin.write(stream.rawValue, base + position, buffer.count - position)
        #endif
        if written < 0 && errno == EINTR { continue }
        guard written > 0 else {
          if stream == .output { outputHasFailed.withLock { $0 = true } }
          return
        }
        position += written
      }
    }
  }

  /// Returns the next part of a stream, as soon as there is any. At its end, and if the task is cancelled, the part
  /// is empty.
  ///
  /// - Throws: ``CommandError`` if the stream can't be read.
  static func readPart(_ stream: Stream) throws -> [UInt8] {
    let size = 256 * 1024
    var count = 0
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
      while !Task.isCancelled {
        #if os(Windows)
        count = Int(_read(stream.rawValue, buffer.baseAddress, UInt32(size)))
        #else
        var waiting = pollfd(fd: stream.rawValue, events: Int16(POLLIN), revents: 0)
        // A cancelled task must not wait for a writer that says nothing.
        guard poll(&waiting, 1, 100) != 0 else { continue }
        count = read(stream.rawValue, buffer.baseAddress, size)
        #endif
        if count < 0 && errno == EINTR { continue }
        if count < 0 { failure = errno }
        break
      }
      initialized = max(count, 0)
    }
    guard failure == 0 else {
      throw CommandError("standard input cannot be read: \(String(cString: strerror(failure)))")
    }
    return bytes
  }

  /// Asks a question on the terminal and returns the typed line, which isn't shown.
  ///
  /// - Returns: `nil` if standard input isn't a terminal.
  /// - Throws: `CancellationError` if the input ends, or the task is cancelled.
  static func readSecret(_ question: String) throws -> [UInt8]? {
    guard isTerminal(.input) else { return nil }
    #if os(Windows)
    return nil
    #else
    var before = termios()
    guard tcgetattr(Stream.input.rawValue, &before) == 0 else { return nil }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    guard tcsetattr(Stream.input.rawValue, TCSAFLUSH, &silent) == 0 else { return nil }
    defer {
      _ = tcsetattr(Stream.input.rawValue, TCSAFLUSH, &before)
      write([UInt8(ascii: "\n")], to: .error)
    }
    write(Array(question.utf8), to: .error)
    var line: [UInt8] = []
    while true {
      let part = try readPart(.input)
      guard !part.isEmpty else { throw CancellationError() }
      line += part
      guard let end = line.firstIndex(of: UInt8(ascii: "\n")) else { continue }
      return Array(line[..<end])
    }
    #endif
  }

  /// The value of an environment variable, or `nil` if it is not set.
  static func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    return String(cString: value)
  }

  /// Ends the process immediately.
  static func exitImmediately(_ code: Int32) -> Never { _exit(code) }

  /// Ends the process.
  static func exitProcess(_ code: Int32) -> Never { exit(code) }

  /// Leaves a signal to the code that watches it.
  ///
  /// - Returns: Whether the process was to take notice of the signal. Under `nohup`, it ignores the closing of its terminal.
  @discardableResult
  static func ignore(_ number: Int32) -> Bool {
    let before = signal(number, SIG_IGN)
    // Sound because both are pointers that are compared and nothing else.
    return unsafeBitCast(before, to: UInt.self) != unsafeBitCast(SIG_IGN, to: UInt.self)
  }

  /// The signals that ask the process to end: Ctrl-C, `kill`, and a terminal that is closed.
  static let endingSignals: [Int32] = {
    #if os(Windows)
    return [SIGINT, SIGTERM]
    #else
    return [SIGINT, SIGTERM, SIGHUP]
    #endif
  }()

  /// Whether a process keeps ignoring a signal that it was started to ignore.
  static func staysIgnored(_ number: Int32) -> Bool {
    #if os(Windows)
    return false
    #else
    return number == SIGHUP
    #endif
  }

  /// The signal of Ctrl-C.
  static let interruptSignal = SIGINT

  /// Makes writing to a program that has ended fail, instead of ending this one. Programs that this one starts are not
  /// affected, as they would be if the signal was ignored.
  static func surviveBrokenPipes() {
    #if !os(Windows)
    signal(SIGPIPE) { _ in }
    #endif
  }

  /// Runs a body that starts a program, which gets Ctrl-C whatever the thread of this one does with it.
  static func withInterruptions<R>(_ body: () -> R) -> R {
    #if os(Windows)
    return body()
    #else
    var signals = sigset_t()
    var before = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
    #endif
  }
}

#endif
