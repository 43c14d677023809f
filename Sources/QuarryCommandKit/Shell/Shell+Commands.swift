#if Command
internal import Quarry
internal import QuarryCopy

extension Shell {
  /// Carries out a command.
  ///
  /// - Returns: `false` if the shell ends.
  mutating func perform(_ command: ShellCommandLine) async throws -> Bool {
    do {
      switch try command.verb() {
      case .quit:
        _ = try command.arguments(0...0)
        return false
      case .help: try help(command.arguments(0...1).first)
      case .mode: try chooseMode(command.arguments(0...1).first)
      case .timer: try chooseTimer(command.arguments(0...1).first)
      case .width: try chooseWidth(command.arguments(0...1).first)
      case .tables: try await listTables(like: command.arguments(0...1).first)
      case .schema: try await showSchema(of: command.arguments(0...1).first)
      case .explain: try await explain(command.rest)
      case .dump: try await dump(to: command.arguments(0...1).first.map(ShellArguments.path))
      case .importing:
        let arguments = try command.arguments(2...2)
        try await importRows(of: ShellArguments.path(arguments[0]), into: arguments[1])
      }
    } catch {
      try Task.checkCancellation()
      if error is CancellationError || (error as? DatabaseError)?.code == .interrupted {
        console.error("interrupted\n")
      } else {
        fail((error as? DatabaseError).map(Self.short) ?? error)
      }
    }
    return true
  }

  /// An error without the statement, which the shell wrote itself.
  private static func short(_ error: DatabaseError) -> any Error {
    var error = error
    error.sql = nil
    error.statementIndex = nil
    return error
  }

  private func help(_ name: String?) throws {
    guard let name else {
      let width = ShellVerb.allCases.map { DisplayWidth.of($0.usage) }.max() ?? 0
      for verb in ShellVerb.allCases {
        console.print(DisplayWidth.pad(verb.usage, to: width) + "  " + verb.summary)
      }
      console.print("\n" + ShellVerb.help.details)
      return
    }
    let verb = try ShellCommandLine("." + name.drop { $0 == "." }, isTyped: false)?.verb() ?? .help
    console.print(verb.usage + "\n" + verb.summary + "\n" + verb.details)
  }

  private mutating func chooseMode(_ word: String?) throws {
    guard let word else { return console.print("mode \(settings.format.rawValue)") }
    guard let format = ResultFormat(rawValue: word.lowercased()) else {
      throw Self.unknown("mode", word, ResultFormat.allCases.map(\.rawValue))
    }
    settings.format = format
  }

  private mutating func chooseTimer(_ word: String?) throws {
    guard let word else { return console.print("timer \(settings.showsTime ? "on" : "off")") }
    guard let isOn = ["on": true, "off": false][word.lowercased()] else {
      throw Self.unknown("timer", word, ["on", "off"])
    }
    settings.showsTime = isOn
  }

  private mutating func chooseWidth(_ word: String?) throws {
    guard let word else {
      let width = if case .columns(let columns) = settings.width { "\(columns)" } else { "\(settings.width)" }
      return console.print("width \(["automatic": "auto", "unlimited": "off"][width] ?? width)")
    }
    switch word.lowercased() {
    case "auto": settings.width = .automatic
    case "off": settings.width = .unlimited
    default:
      guard let columns = Int(word), (10...100_000).contains(columns) else {
        throw Self.unknown("width", word, ["auto", "off", "a number from 10 to 100000"])
      }
      settings.width = .columns(columns)
    }
  }

  private static func unknown(_ what: String, _ word: String, _ known: [String]) -> CommandError {
    CommandError(
      "there is no \(what) \(ShellName.quoted(word)): use \(ShellName.list(known))"
        + ShellName.hint(for: word, among: known), exit: .usage)
  }

  private func dump(to path: String?) async throws {
    let isPrivate = isPrivate
    let report = try await paged { paged in
      try await connection.withDatabase { database in
        let dump = DatabaseDump(database: database, includesRows: true)
        if let path { return try await dump.write(to: path, isPrivate: isPrivate) }
        return try await dump.write(to: paged.console) { if paged.isClosed { throw PagerClosed() } }
      }
    }
    for sentence in report?.notKept ?? [] { console.error("not in the text: \(sentence)\n") }
  }

  /// Runs a body whose output is paged.
  ///
  /// - Returns: `nil` if the pager was left before the end.
  @discardableResult
  func paged<R>(_ body: (PagedOutput) async throws -> R) async throws -> R? {
    let paged = PagedOutput(console)
    let result: Result<R, any Error>
    do { result = .success(try await body(paged)) } catch { result = .failure(error) }
    await paged.finish()
    do { return try result.get() } catch is PagerClosed { return nil }
  }
}
#endif
