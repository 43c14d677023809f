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
/// The system's library for editing lines, libedit or GNU readline, loaded while the program runs: nothing is linked, and
/// nothing has to be installed.
///
/// A process has one terminal, and these libraries have one state. Nothing here is called while a line is read, except by the
/// library itself, on the queue that reads it.
final class LineLibrary: Sendable {
  /// Names under which systems install them; the first one that loads is used.
  static let names = [
    "libedit.so.2", "libedit.so.0", "/usr/lib/libedit.3.dylib", "libreadline.so.8", "libreadline.so.7",
    "libedit.so", "libreadline.so",
  ]

  private typealias ReadLine = @convention(c) (UnsafePointer<CChar>?) -> UnsafeMutablePointer<CChar>?
  private typealias ReadByte = @convention(c) (OpaquePointer?) -> CInt
  private typealias Texts = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private typealias Complete = @convention(c) (UnsafePointer<CChar>?, CInt, CInt) -> Texts?
  private typealias Action = @convention(c) () -> Void

  /// What is called in the library.
  private struct Symbols: @unchecked Sendable {
    // Sound because the library is never unloaded, and whatever these lead to is used by one caller after the other: the
    // shell waits for a line before it asks for the next one or adds to the history.
    let readLine: ReadLine
    let addHistory: @convention(c) (UnsafePointer<CChar>?) -> CInt
    let completionHasEnded: UnsafeMutablePointer<CInt>?
    let appendedCharacter: UnsafeMutablePointer<CInt>?
    let lineBuffer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    /// Where the cursor is in it.
    let position: UnsafeMutablePointer<CInt>
    /// Whether the library is libedit, which works with characters.
    let countsCharacters: Bool
    /// Asks for the size of the terminal, without drawing anything.
    let resize: Action?
    /// Asks for the size of the terminal while a line is edited.
    let resizeEditing: Action?
    let leaveTerminal: Action?
    let enterTerminal: (@convention(c) (CInt) -> Void)?
    let redraw: Action?
  }

  private let symbols: Symbols

  /// Loads a library and sets it up.
  ///
  /// - Parameter name: The name or path; the first that is installed when `nil`.
  /// - Returns: `nil` if there is none, or if it lacks what is needed.
  init?(_ name: String? = nil) {
    var handle: UnsafeMutableRawPointer?
    for name in name.map({ [$0] }) ?? Self.names where handle == nil { handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) }
    guard let handle else { return nil }
    func symbol<T>(_ name: String, as type: T.Type) -> T? {
      dlsym(handle, name).map { unsafeBitCast($0, to: type) }
    }
    func variable<T>(_ name: String, _ type: T.Type) -> UnsafeMutablePointer<T>? {
      dlsym(handle, name)?.assumingMemoryBound(to: type)
    }
    guard let readLine = symbol("readline", as: ReadLine.self),
      let addHistory = symbol("add_history", as: (@convention(c) (UnsafePointer<CChar>?) -> CInt).self),
      let readByte = variable("rl_getc_function", ReadByte?.self),
      let complete = variable("rl_attempted_completion_function", Complete?.self),
      let lineBuffer = variable("rl_line_buffer", UnsafeMutablePointer<CChar>?.self),
      let position = variable("rl_point", CInt.self)
    else { return nil }
    symbols = Symbols(
      readLine: readLine, addHistory: addHistory,
      completionHasEnded: variable("rl_attempted_completion_over", CInt.self),
      appendedCharacter: variable("rl_completion_append_character", CInt.self), lineBuffer: lineBuffer,
      position: position, countsCharacters: dlsym(handle, "el_init") != nil,
      resize: symbol("rl_reset_screen_size", as: Action.self) ?? symbol("rl_resize_terminal", as: Action.self),
      resizeEditing: symbol("rl_resize_terminal", as: Action.self),
      leaveTerminal: symbol("rl_deprep_terminal", as: Action.self),
      enterTerminal: symbol("rl_prep_terminal", as: (@convention(c) (CInt) -> Void).self),
      redraw: symbol("rl_forced_update_display", as: Action.self))

    // Texts are UTF-8 wherever the system can say so.
    setlocale(LC_CTYPE, "")
    if String(cString: nl_langinfo(nl_item(CODESET))) != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
    // Ctrl-C and the size of the terminal are watched for elsewhere: a handler would run on any thread.
    variable("rl_catch_signals", CInt.self)?.pointee = 0
    variable("rl_catch_sigwinch", CInt.self)?.pointee = 0
    // Its functions take whole characters from libedit, and bytes from readline.
    if symbols.countsCharacters {
      readByte.pointee = { _ in LineInput.nextScalar() }
      // It shows the prompt and takes the terminal afterwards. What is typed in between appears twice, and Ctrl-D is lost.
      variable("rl_pre_input_hook", (@convention(c) () -> CInt)?.self)?.pointee = {
        LineLibrary.current.withLock { $0 }?.symbols.enterTerminal?(1)
        return 0
      }
    } else {
      readByte.pointee = { _ in LineInput.nextByte() }
    }
    variable("rl_readline_name", UnsafePointer<CChar>?.self)?.pointee = UnsafePointer(strdup("quarry"))
    _ = symbol("rl_initialize", as: (@convention(c) () -> CInt).self)?()
    let breaks = UnsafePointer<CChar>(strdup(LineCompletion.wordBreaks))
    variable("rl_completer_word_break_characters", UnsafePointer<CChar>?.self)?.pointee = breaks
    variable("rl_basic_word_break_characters", UnsafePointer<CChar>?.self)?.pointee = breaks
    let bind = symbol(
      "rl_variable_bind", as: (@convention(c) (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> CInt).self)
    if !symbols.countsCharacters {
      _ = bind?("completion-ignore-case", "on")
      // It would be written into every table that is pasted or shown.
      _ = bind?("enable-bracketed-paste", "off")
    }
    symbol("using_history", as: Action.self)?()
    complete.pointee = { text, _, _ in
      text.flatMap { text in LineLibrary.current.withLock { $0 }?.complete(String(cString: text)) }
    }
    Self.current.withLock { $0 = self }
  }

  /// The library that is in use, for the functions that it calls.
  private static let current = Protected<LineLibrary?>(nil)
  private static let completion = Protected<LineCompletion?>(nil)
  /// The size that the library knows.
  private static let size = Protected<TerminalSize?>(nil)

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - prompt: The text before the line.
  ///   - completion: The completion of the Tab key.
  /// - Returns: `nil` at the end of the input, or when ``LineInput`` was interrupted.
  func readLine(_ prompt: String, _ completion: LineCompletion) -> String? {
    Self.completion.withLock { $0 = completion }
    Self.size.withLock { $0 = Platform.terminalSize(.output) }
    symbols.resize?()
    guard let line = symbols.readLine(prompt) else { return nil }
    defer { free(line) }
    return String(cString: line)
  }

  /// Adds a line to those that the arrow keys recall.
  func remember(_ line: String) { _ = symbols.addHistory(line) }

  /// Follows what happened to the terminal while a line is edited.
  static func followTerminal() {
    guard let symbols = current.withLock({ $0 })?.symbols else { return }
    takeTerminalAgain(symbols)
    followSize(symbols)
  }

  /// Takes the terminal again where somebody else set it up meanwhile: the program was stopped with Ctrl-Z and goes on.
  private static func takeTerminalAgain(_ symbols: Symbols) {
    var now = termios()
    guard tcgetattr(Platform.Stream.input.rawValue, &now) == 0, now.c_lflag & tcflag_t(ICANON) != 0 else { return }
    symbols.leaveTerminal?()
    symbols.enterTerminal?(1)
    symbols.redraw?()
  }

  /// Draws the line again when the terminal has got another size.
  private static func followSize(_ symbols: Symbols) {
    let now = Platform.terminalSize(.output)
    let hasChanged = size.withLock { known in
      defer { known = now }
      return known != now
    }
    guard hasChanged else { return }
    symbols.resizeEditing?()
    if symbols.countsCharacters { symbols.redraw?() }
  }

  /// The text before the cursor, up to the end of the word that is completed.
  ///
  /// libedit counts characters and readline bytes, though not in every version.
  private func text(before word: String) -> String? {
    guard let buffer = symbols.lineBuffer.pointee else { return nil }
    let line = String(cString: buffer)
    let count = max(0, Int(symbols.position.pointee))
    let prefixes = [
      String(decoding: line.utf8.prefix(count), as: UTF8.self),
      String(line.unicodeScalars.prefix(count)),
    ]
    return (symbols.countsCharacters ? prefixes.reversed() : prefixes).first { $0.hasSuffix(word) }
  }

  private func complete(_ word: String) -> Texts? {
    guard let completion = Self.completion.withLock({ $0 }), let line = text(before: word) else { return nil }
    let words = completion(line, line.utf8.count - word.utf8.count)
    // Nothing else is tried, such as the names of files.
    symbols.completionHasEnded?.pointee = 1
    guard !words.isEmpty else { return nil }
    let isPart = words.count == 1 && ["(", "/"].contains(words[0].last)
    symbols.appendedCharacter?.pointee = isPart ? 0 : CInt(UInt8(ascii: " "))
    // What takes the place of the word, and what is listed where there are several. The library frees them.
    let texts = [LineCompletion.common(words, typed: word)] + (words.count > 1 ? words : [])
    // libedit looks at the third entry before it looks at the second one, also behind the end of the list.
    guard
      let list = calloc(max(texts.count + 1, 3), MemoryLayout<UnsafeMutablePointer<CChar>?>.stride)?
        .assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
    else { return nil }
    for (index, text) in texts.enumerated() { list[index] = strdup(text) }
    return list
  }
}
#endif
#endif
