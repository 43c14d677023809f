#if Command
#if !os(Windows)
import Foundation
import Quarry
import QuarryConformance
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The command in its own process, at a terminal that the test types on.
final class PseudoTerminal: Sendable {
  /// The longest time to wait for anything, which a machine needs on which much else runs.
  private static let bound = Duration.seconds(120)

  private let terminal: Int32
  private let process: Int32
  private let state = Protected(State())

  private struct State {
    /// What has appeared.
    var text: [UInt8] = []
    var filter = TextFilter()
    /// How much of it was read.
    var taken = 0
    var isClosed = false
    /// The status of the process that has ended.
    var status: Int32?
  }

  /// Starts the command.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of `quarry`.
  ///   - environment: Variables beside those of the test, without a pager.
  ///   - columns: The width of the terminal, which has 24 rows.
  init(_ arguments: [String], environment: [String: String] = [:], columns: UInt16 = 80) throws {
    let program = try #require(
      ProcessLauncher(product: "quarry")?.executable, "the quarry product lies beside the tests")
    let (terminal, name) = try Self.open(columns: columns)
    self.terminal = terminal
    var variables = ProcessInfo.processInfo.environment
    variables.merge(["TERM": "xterm", "LC_ALL": "C.UTF-8", "PAGER": "", "NO_COLOR": "1"]) { $1 }
    variables["LESS"] = nil
    variables.merge(environment) { $1 }
    process = try Self.spawn(program, arguments, variables, on: name)
  }

  deinit {
    let (hasEnded, isClosed) = state.withLock { ($0.status != nil, $0.isClosed) }
    if !hasEnded {
      _ = kill(process, SIGKILL)
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
    if !isClosed { close(terminal) }
  }

  /// Types a text.
  func type(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Gives the terminal another size, which the process is told.
  func resize(columns: UInt16, rows: UInt16 = 24) {
    var size = winsize()
    (size.ws_col, size.ws_row) = (columns, rows)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }

  /// Whether the terminal edits lines itself, and shows what is typed: no library has taken it.
  var takesWholeLines: Bool {
    var settings = termios()
    return tcgetattr(terminal, &settings) != 0 || settings.c_lflag & tcflag_t(ICANON) != 0
  }

  /// Stops the process and lets it go on at a terminal that somebody set up for whole lines meanwhile, as after Ctrl-Z.
  func stopAndContinue() {
    _ = kill(process, SIGSTOP)
    var settings = termios()
    _ = tcgetattr(terminal, &settings)
    settings.c_lflag |= tcflag_t(ICANON) | tcflag_t(ECHO)
    _ = tcsetattr(terminal, TCSANOW, &settings)
    _ = kill(process, SIGCONT)
  }

  /// Reads until a text has appeared after what was read before.
  ///
  /// - Returns: What has appeared up to the end of the text.
  @discardableResult
  func read(until wanted: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
    let bytes = Array(wanted.utf8)
    return try await waiting(sourceLocation) { [self] in
      let end = ContinuousClock.now + Self.bound
      var isOpen = true
      while ContinuousClock.now < end {
        if let found = take(upTo: bytes) { return found }
        guard isOpen else { break }
        isOpen = readPart() != .end
      }
      throw NotThere(
        what: "\(wanted.debugDescription) didn't appear "
          + (isOpen ? "within \(Self.bound)" : "before the command ended"))
    }
  }

  /// Reads to the end and waits until the process is gone.
  ///
  /// - Returns: Its exit code, and what was not read before.
  func finish(sourceLocation: SourceLocation = #_sourceLocation) async throws -> (code: Int32, text: String) {
    try await waiting(sourceLocation) { [self] in
      let end = ContinuousClock.now + Self.bound
      var isOpen = true
      while ContinuousClock.now < end {
        if isOpen { isOpen = readPart() != .end }
        guard !isOpen else { continue }
        if let code = exitCode() {
          return (code, state.withLock { String(decoding: $0.text[$0.taken...], as: UTF8.self) })
        }
        _ = poll(nil, 0, 10)
      }
      throw NotThere(what: "the command didn't end within \(Self.bound)")
    }
  }

  /// Closes the terminal as a window is closed, and waits until the process is gone.
  ///
  /// - Returns: Its exit code; the negative number of a signal that has ended it.
  func hangUp(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Int32 {
    state.withLock { $0.isClosed = true }
    close(terminal)
    return try await waiting(sourceLocation) { [self] in
      let end = ContinuousClock.now + Self.bound
      while ContinuousClock.now < end {
        if let code = exitCode() { return code }
        _ = poll(nil, 0, 10)
      }
      throw NotThere(what: "the command didn't end within \(Self.bound)")
    }
  }

  /// Everything that has appeared.
  var transcript: String { state.withLock { String(decoding: $0.text, as: UTF8.self) } }

  /// Waits on another thread. What doesn't happen is recorded with the screen so far, and what of it isn't read yet.
  private func waiting<R: Sendable>(
    _ sourceLocation: SourceLocation, _ body: @escaping @Sendable () throws -> R
  ) async throws -> R {
    do {
      return try await onThread(body)
    } catch let error as NotThere {
      let (screen, count) = state.withLock { (String(decoding: $0.text, as: UTF8.self), $0.text.count - $0.taken) }
      let message = "\(error.what). The screen so far, of which the last \(count) bytes are not read yet:\n\(screen)"
      Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
      throw error
    }
  }

  /// The exit code of the process if it has ended.
  private func exitCode() -> Int32? {
    let status = state.withLock { state -> Int32? in
      var status: Int32 = 0
      if state.status == nil, waitpid(process, &status, WNOHANG) == process { state.status = status }
      return state.status
    }
    return status.map { $0 & 0x7F == 0 ? ($0 >> 8) & 0xFF : -($0 & 0x7F) }
  }

  private func take(upTo wanted: [UInt8]) -> String? {
    state.withLock { state in
      let rest = state.text[state.taken...]
      guard let start = rest.indices.first(where: { rest[$0...].starts(with: wanted) }) else { return nil }
      state.taken = start + wanted.count
      return String(decoding: rest[..<state.taken], as: UTF8.self)
    }
  }

  private enum Part { case some, none, end }

  /// Waits a moment for a part of what appears.
  private func readPart() -> Part {
    var waiting = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 100) > 0 else { return .none }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { bytes in
      #if canImport(Glibc)
      Glibc.read(terminal, bytes.baseAddress, bytes.count)
      #elseif canImport(Musl)
      Musl.read(terminal, bytes.baseAddress, bytes.count)
      #else
      Darwin.read(terminal, bytes.baseAddress, bytes.count)
      #endif
    }
    if count < 0, errno == EINTR { return .none }
    // When nobody has the other side open any more, Linux tells an error.
    guard count > 0 else { return .end }
    state.withLock { state in
      for byte in buffer[..<count] { state.text += state.filter.take(byte) }
    }
    return .some
  }

  /// Makes a terminal. Returns the side of who types, and the name of the other one.
  private static func open(columns: UInt16) throws -> (Int32, String) {
    #if os(Linux)
    // The names of these requests are not known to Swift (ioctl_tty(2)).
    let (numberRequest, lockRequest) = (UInt(0x8004_5430), UInt(0x4004_5431))
    #if canImport(Glibc)
    let terminal = Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    #else
    let terminal = Musl.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    #endif
    var number: Int32 = 0
    var isLocked: Int32 = 0
    guard terminal >= 0, ioctl(terminal, lockRequest, &isLocked) == 0, ioctl(terminal, numberRequest, &number) == 0
    else { throw NotThere(what: "a terminal") }
    let path = "/dev/pts/\(number)"
    #else
    let terminal = posix_openpt(O_RDWR | O_NOCTTY)
    guard terminal >= 0, grantpt(terminal) == 0, unlockpt(terminal) == 0, let found = ptsname(terminal) else {
      throw NotThere(what: "a terminal")
    }
    let path = String(cString: found)
    #endif
    var size = winsize()
    (size.ws_col, size.ws_row) = (columns, 24)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    return (terminal, path)
  }

  /// Starts a program as the leader of a session of its own, whose terminal is the one that it opens first.
  private static func spawn(
    _ program: String, _ arguments: [String], _ environment: [String: String], on name: String
  ) throws -> Int32 {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    let flags = Int16(POSIX_SPAWN_SETSID)
    #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    // POSIX_SPAWN_SETSID, which Swift does not know.
    let flags: Int16 = 0x80
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawnattr_setflags(&attributes, flags)
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var process: pid_t = 0
    guard posix_spawn(&process, program, &actions, &attributes, &words, &variables) == 0 else {
      throw NotThere(what: program)
    }
    return process
  }
}

/// Leaves out what moves the cursor or rings the bell, so that a word is whole also where only its end was drawn.
private struct TextFilter: Sendable {
  private enum State { case text, escape, sequence, afterReturn }

  private var state = State.text

  /// Takes a byte. Returns what is text of it and those before.
  mutating func take(_ byte: UInt8) -> [UInt8] {
    switch (state, byte) {
    case (.escape, UInt8(ascii: "[")): state = .sequence
    case (.escape, _), (.sequence, 0x40...0x7E): state = .text
    case (.sequence, _), (_, 0x07): break
    case (_, 0x1B): state = .escape
    case (_, UInt8(ascii: "\r")): state = .afterReturn
    case (.afterReturn, UInt8(ascii: "\n")):
      state = .text
      return Array("\r\n".utf8)
    default:
      state = .text
      return [byte]
    }
    return []
  }
}
#endif
#endif
